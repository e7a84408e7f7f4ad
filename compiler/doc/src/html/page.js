// Light or dark, the list of pages on narrow screens, and the search. Loaded before the page is drawn, so that it never
// flashes in the wrong colours. Without it all pages can be read.
(() => {
  "use strict";
  const root = document.documentElement;
  const remember = (value) => { try { value ? localStorage.setItem("theme", value) : localStorage.removeItem("theme"); } catch { /* a folder may not remember */ } };
  const remembered = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const theme = remembered();
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  let rows = [];
  window.langSearch = (list) => { rows = list; };

  // How well a row answers: less is better, nothing if it does not.
  const rank = (row, words) => {
    const name = row[0].toLowerCase();
    const last = name.slice(name.lastIndexOf(".") + 1);
    let total = 0;
    for (const word of words) {
      if (last === word || name === word) total += 0;
      else if (last.startsWith(word)) total += 1;
      else if (name.startsWith(word)) total += 2;
      else if (name.includes(word)) total += 3;
      else if (`${row[1]}.${name}`.toLowerCase().includes(word)) total += 5;
      else if (row[4].toLowerCase().includes(word)) total += 8;
      else return undefined;
    }
    return total + name.length / 1000;
  };

  const find = (text) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    const ranked = rows.map((row) => [rank(row, words), row]).filter(([value]) => value !== undefined);
    ranked.sort((left, right) => left[0] - right[0]);
    return ranked.slice(0, 30).map(([, row]) => row);
  };

  document.addEventListener("DOMContentLoaded", () => {
    const side = document.getElementById("side");
    const narrow = matchMedia("(max-width: 55em)");
    const fold = () => { side.open = !narrow.matches; };
    fold();
    narrow.addEventListener("change", fold);

    document.getElementById("theme").addEventListener("click", () => {
      const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
      remember(root.dataset.theme);
    });

    const input = document.getElementById("search");
    const found = document.getElementById("found");
    let chosen = -1;
    const choose = (place) => {
      const all = [...found.querySelectorAll("[role=option]")];
      chosen = all.length === 0 ? -1 : (place + all.length) % all.length;
      all.forEach((each, number) => each.setAttribute("aria-selected", number === chosen ? "true" : "false"));
      if (chosen >= 0) {
        input.setAttribute("aria-activedescendant", all[chosen].id);
        all[chosen].scrollIntoView({ block: "nearest" });
      } else input.removeAttribute("aria-activedescendant");
    };
    const close = () => { found.hidden = true; input.setAttribute("aria-expanded", "false"); };
    const show = () => {
      const list = find(input.value);
      found.replaceChildren(...list.map(([name, path, words, address, sentence], number) => {
        const row = document.createElement("li");
        row.id = `found-${number}`;
        row.setAttribute("role", "option");
        const link = document.createElement("a");
        link.href = address;
        link.tabIndex = -1;
        const title = document.createElement("b");
        title.textContent = name;
        const place = document.createElement("small");
        place.textContent = [words, path].filter(Boolean).join(" · ");
        const about = document.createElement("span");
        about.textContent = sentence.replaceAll("`", "");
        link.append(title, place, about);
        link.addEventListener("click", close);
        row.append(link);
        return row;
      }));
      if (list.length === 0 && input.value.trim() !== "") {
        const row = document.createElement("li");
        row.textContent = "Nothing is called so.";
        found.append(row);
      }
      found.hidden = input.value.trim() === "";
      input.setAttribute("aria-expanded", String(!found.hidden));
      choose(list.length > 0 ? 0 : -1);
    };
    input.addEventListener("input", show);
    input.addEventListener("focus", () => { if (input.value) show(); });
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") choose(chosen + 1);
      else if (event.key === "ArrowUp") choose(chosen - 1);
      else if (event.key === "Escape") { input.value = ""; close(); input.blur(); }
      else if (event.key !== "Enter") return;
      if (event.key !== "Escape") event.preventDefault();
      if (event.key === "Enter" && chosen >= 0) {
        input.blur();
        found.children[chosen].querySelector("a").click();
      }
    });
    input.form.addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("click", (event) => { if (!input.form.contains(event.target)) close(); });
    document.addEventListener("keydown", (event) => {
      const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        input.focus();
      }
    });
  });
})();
