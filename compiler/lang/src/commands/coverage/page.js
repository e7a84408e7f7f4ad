
const table = document.querySelector(".files"), body = table.tBodies[0];
const value = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent;
table.tHead.rows[0].querySelectorAll("th").forEach((head, place) => head.onclick = () => {
  const column = head.textContent ? place : place - 1;
  const up = table.dataset.sorted !== String(column);
  table.dataset.sorted = up ? column : "";
  const order = (a, b) => column ? value(a, column) - value(b, column) : value(a, column).localeCompare(value(b, column));
  body.append(...[...body.rows].sort((a, b) => up ? order(a, b) : order(b, a)));
});
