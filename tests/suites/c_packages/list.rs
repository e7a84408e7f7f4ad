//! The packages, with what is read of each. Owns where their headers lie; must not know what they are compared with.

use abi::Target;

/// A package of Debian.
pub struct Package {
    pub name: &'static str,
    /// What its text includes, in this order.
    pub headers: &'static [&'static str],
    /// The packages whose headers these include.
    pub needs: &'static [&'static str],
    /// What stands before the headers.
    pub before: &'static str,
    /// Folders of headers of its own, besides those that are looked at in every package.
    pub folders: &'static [&'static str],
    pub targets: &'static [Target],
}

const LINUX: &[Target] = &[Target::X86_64_LINUX, Target::AARCH64_LINUX];

/// Whose headers are made for the machine that the package is for.
const X86: &[Target] = &[Target::X86_64_LINUX];

const USUAL: Package = Package { name: "", headers: &[], needs: &[], before: "", folders: &[], targets: LINUX };

/// Where a package has headers; those that others need are listed here with folders of their own.
pub fn shared_folders(name: &str) -> &'static [&'static str] {
    match name {
        "libglib2.0-dev" => &[
            "usr/include/glib-2.0",
            "usr/lib/x86_64-linux-gnu/glib-2.0/include",
            "usr/include",
            "usr/include/x86_64-linux-gnu",
        ],
        "libfreetype-dev" => &["usr/include/freetype2", "usr/include", "usr/include/x86_64-linux-gnu"],
        "libcairo2-dev" => &["usr/include/cairo", "usr/include", "usr/include/x86_64-linux-gnu"],
        "libpango1.0-dev" => &["usr/include/pango-1.0", "usr/include", "usr/include/x86_64-linux-gnu"],
        "libgdk-pixbuf-2.0-dev" => &["usr/include/gdk-pixbuf-2.0", "usr/include", "usr/include/x86_64-linux-gnu"],
        "libgraphene-1.0-dev" => &[
            "usr/include/graphene-1.0",
            "usr/lib/x86_64-linux-gnu/graphene-1.0/include",
            "usr/include",
            "usr/include/x86_64-linux-gnu",
        ],
        "libharfbuzz-dev" => &["usr/include/harfbuzz", "usr/include", "usr/include/x86_64-linux-gnu"],
        "libxml2-dev" => &["usr/include/libxml2", "usr/include", "usr/include/x86_64-linux-gnu"],
        "libdbus-1-dev" => &[
            "usr/include/dbus-1.0",
            "usr/lib/x86_64-linux-gnu/dbus-1.0/include",
            "usr/include",
            "usr/include/x86_64-linux-gnu",
        ],
        "mingw-w64-common" => &["usr/share/mingw-w64/include"],
        _ => &["usr/include", "usr/include/x86_64-linux-gnu"],
    }
}

pub const PACKAGES: &[Package] = &[
    Package { name: "libasound2-dev", headers: &["alsa/asoundlib.h"], ..USUAL },
    Package { name: "libarchive-dev", headers: &["archive.h", "archive_entry.h"], ..USUAL },
    Package { name: "libattr1-dev", headers: &["attr/attributes.h"], ..USUAL },
    Package { name: "libavcodec-dev", headers: &["libavcodec/avcodec.h"], needs: &["libavutil-dev"], ..USUAL },
    Package { name: "libbz2-dev", headers: &["bzlib.h"], ..USUAL },
    Package {
        name: "libcairo2-dev",
        headers: &["cairo.h"],
        needs: &["libfreetype-dev", "libpng-dev", "zlib1g-dev"],
        ..USUAL
    },
    Package { name: "libcap-dev", headers: &["sys/capability.h"], ..USUAL },
    Package { name: "libcurl4-openssl-dev", headers: &["curl/curl.h"], ..USUAL },
    Package { name: "libdbus-1-dev", headers: &["dbus/dbus.h"], ..USUAL },
    Package { name: "libdrm-dev", headers: &["xf86drm.h", "xf86drmMode.h"], folders: &["usr/include/libdrm"], ..USUAL },
    Package {
        name: "libdw-dev",
        headers: &["elfutils/libdw.h", "elfutils/libdwfl.h"],
        needs: &["libelf-dev"],
        ..USUAL
    },
    Package { name: "libedit-dev", headers: &["histedit.h", "editline/readline.h"], needs: &["libbsd-dev"], ..USUAL },
    Package {
        name: "libegl-dev",
        headers: &["EGL/egl.h"],
        needs: &["libgl-dev", "libx11-dev", "x11proto-dev"],
        ..USUAL
    },
    Package { name: "libelf-dev", headers: &["libelf.h", "gelf.h"], ..USUAL },
    Package { name: "libev-dev", headers: &["ev.h"], ..USUAL },
    Package { name: "libevent-dev", headers: &["event2/event.h", "event2/http.h", "event2/bufferevent.h"], ..USUAL },
    Package { name: "libexpat1-dev", headers: &["expat.h"], ..USUAL },
    Package { name: "libffi-dev", headers: &["ffi.h"], ..USUAL },
    Package { name: "libfftw3-dev", headers: &["fftw3.h"], ..USUAL },
    Package { name: "libfontconfig-dev", headers: &["fontconfig/fontconfig.h"], ..USUAL },
    Package {
        name: "libfreetype-dev",
        headers: &["ft2build.h", "freetype/freetype.h", "freetype/ftoutln.h"],
        needs: &["libpng-dev", "zlib1g-dev"],
        ..USUAL
    },
    Package { name: "libfuse3-dev", headers: &["fuse3/fuse.h"], before: "#define FUSE_USE_VERSION 31\n", ..USUAL },
    Package { name: "libgcrypt20-dev", headers: &["gcrypt.h"], needs: &["libgpg-error-dev"], ..USUAL },
    Package {
        name: "libgdk-pixbuf-2.0-dev",
        headers: &["gdk-pixbuf/gdk-pixbuf.h"],
        needs: &["libglib2.0-dev"],
        ..USUAL
    },
    Package { name: "libgif-dev", headers: &["gif_lib.h"], ..USUAL },
    Package { name: "libgit2-dev", headers: &["git2.h"], ..USUAL },
    Package { name: "libgl-dev", headers: &["GL/gl.h", "GL/glx.h"], needs: &["libx11-dev", "x11proto-dev"], ..USUAL },
    Package { name: "libglib2.0-dev", headers: &["glib.h", "glib-object.h", "gio/gio.h"], ..USUAL },
    Package { name: "libgmp-dev", headers: &["gmp.h"], ..USUAL },
    Package { name: "libgnutls28-dev", headers: &["gnutls/gnutls.h", "gnutls/x509.h"], ..USUAL },
    Package { name: "libgraphene-1.0-dev", headers: &["graphene.h"], needs: &["libglib2.0-dev"], ..USUAL },
    Package {
        name: "libgsl-dev",
        headers: &["gsl/gsl_matrix.h", "gsl/gsl_integration.h", "gsl/gsl_complex_math.h"],
        ..USUAL
    },
    Package {
        name: "libgtk-4-dev",
        headers: &["gtk/gtk.h"],
        needs: &[
            "libglib2.0-dev",
            "libpango1.0-dev",
            "libcairo2-dev",
            "libgdk-pixbuf-2.0-dev",
            "libgraphene-1.0-dev",
            "libharfbuzz-dev",
            "libfreetype-dev",
        ],
        folders: &["usr/include/gtk-4.0"],
        ..USUAL
    },
    Package { name: "libharfbuzz-dev", headers: &["hb.h", "hb-ot.h"], ..USUAL },
    Package { name: "libhdf5-dev", headers: &["hdf5.h"], folders: &["usr/include/hdf5/serial"], ..USUAL },
    Package { name: "libjansson-dev", headers: &["jansson.h"], ..USUAL },
    Package { name: "libjpeg62-turbo-dev", headers: &["jpeglib.h"], before: "#include <stdio.h>\n", ..USUAL },
    Package { name: "libjson-c-dev", headers: &["json-c/json.h"], ..USUAL },
    Package { name: "libldap-dev", headers: &["ldap.h"], ..USUAL },
    Package {
        name: "liblua5.4-dev",
        headers: &["lua.h", "lauxlib.h", "lualib.h"],
        folders: &["usr/include/lua5.4"],
        ..USUAL
    },
    Package { name: "liblz4-dev", headers: &["lz4.h", "lz4frame.h"], ..USUAL },
    Package { name: "liblzma-dev", headers: &["lzma.h"], ..USUAL },
    Package { name: "libmagic-dev", headers: &["magic.h"], ..USUAL },
    Package { name: "libmariadb-dev", headers: &["mariadb/mysql.h"], ..USUAL },
    Package { name: "libmicrohttpd-dev", headers: &["microhttpd.h"], ..USUAL },
    Package { name: "libmpc-dev", headers: &["mpc.h"], needs: &["libmpfr-dev", "libgmp-dev"], ..USUAL },
    Package { name: "libmpfr-dev", headers: &["mpfr.h"], needs: &["libgmp-dev"], ..USUAL },
    Package { name: "libncurses-dev", headers: &["ncurses.h", "panel.h", "menu.h", "form.h"], ..USUAL },
    Package { name: "libnghttp2-dev", headers: &["nghttp2/nghttp2.h"], ..USUAL },
    Package { name: "libopus-dev", headers: &["opus/opus.h", "opus/opus_multistream.h"], ..USUAL },
    Package {
        name: "libpango1.0-dev",
        headers: &["pango/pango.h", "pango/pangocairo.h"],
        needs: &["libglib2.0-dev", "libharfbuzz-dev", "libcairo2-dev"],
        ..USUAL
    },
    Package { name: "libpcap0.8-dev", headers: &["pcap.h"], ..USUAL },
    Package { name: "libpcre2-dev", headers: &["pcre2.h"], before: "#define PCRE2_CODE_UNIT_WIDTH 8\n", ..USUAL },
    Package { name: "libpng-dev", headers: &["png.h"], needs: &["zlib1g-dev"], ..USUAL },
    Package { name: "libpopt-dev", headers: &["popt.h"], ..USUAL },
    Package { name: "libpq-dev", headers: &["postgresql/libpq-fe.h"], ..USUAL },
    Package { name: "libpulse-dev", headers: &["pulse/pulseaudio.h"], needs: &["libglib2.0-dev"], ..USUAL },
    Package {
        name: "libpython3.11-dev",
        headers: &["Python.h"],
        folders: &["usr/include/python3.11"],
        targets: X86,
        ..USUAL
    },
    Package {
        name: "libreadline-dev",
        headers: &["readline/readline.h", "readline/history.h"],
        before: "#include <stdio.h>\n",
        ..USUAL
    },
    Package { name: "libsdl2-dev", headers: &["SDL2/SDL.h"], targets: X86, ..USUAL },
    Package { name: "libsecp256k1-dev", headers: &["secp256k1.h"], ..USUAL },
    Package { name: "libsodium-dev", headers: &["sodium.h"], ..USUAL },
    Package { name: "libsqlite3-dev", headers: &["sqlite3.h"], ..USUAL },
    Package { name: "libssh2-1-dev", headers: &["libssh2.h", "libssh2_sftp.h"], ..USUAL },
    Package {
        name: "libssl-dev",
        headers: &["openssl/ssl.h", "openssl/evp.h", "openssl/x509.h", "openssl/err.h"],
        ..USUAL
    },
    Package { name: "libsystemd-dev", headers: &["systemd/sd-bus.h", "systemd/sd-journal.h"], ..USUAL },
    Package { name: "libtiff-dev", headers: &["tiffio.h"], ..USUAL },
    Package { name: "libudev-dev", headers: &["libudev.h"], ..USUAL },
    Package { name: "libusb-1.0-0-dev", headers: &["libusb-1.0/libusb.h"], ..USUAL },
    Package { name: "libuv1-dev", headers: &["uv.h"], ..USUAL },
    Package {
        name: "libvorbis-dev",
        headers: &["vorbis/codec.h", "vorbis/vorbisfile.h"],
        needs: &["libogg-dev"],
        ..USUAL
    },
    Package { name: "libvulkan-dev", headers: &["vulkan/vulkan.h"], ..USUAL },
    Package { name: "libwayland-dev", headers: &["wayland-client.h", "wayland-server.h"], ..USUAL },
    Package { name: "libwebp-dev", headers: &["webp/decode.h", "webp/encode.h"], ..USUAL },
    Package { name: "libx11-dev", headers: &["X11/Xlib.h", "X11/Xutil.h"], needs: &["x11proto-dev"], ..USUAL },
    Package { name: "libxcb1-dev", headers: &["xcb/xcb.h"], ..USUAL },
    Package {
        name: "libxml2-dev",
        headers: &["libxml/parser.h", "libxml/tree.h", "libxml/xpath.h"],
        needs: &["libicu-dev"],
        ..USUAL
    },
    Package {
        name: "libxrandr-dev",
        headers: &["X11/extensions/Xrandr.h"],
        needs: &["libx11-dev", "x11proto-dev", "libxrender-dev", "libxext-dev"],
        ..USUAL
    },
    Package {
        name: "libxslt1-dev",
        headers: &["libxslt/xslt.h", "libxslt/transform.h"],
        needs: &["libxml2-dev", "libicu-dev"],
        ..USUAL
    },
    Package { name: "libyaml-dev", headers: &["yaml.h"], ..USUAL },
    Package { name: "libzstd-dev", headers: &["zstd.h"], ..USUAL },
    Package { name: "uuid-dev", headers: &["uuid/uuid.h"], ..USUAL },
    Package { name: "zlib1g-dev", headers: &["zlib.h"], ..USUAL },
    Package { name: "mingw-w64-common", headers: &["windows.h"], targets: &[Target::X86_64_WINDOWS_GNU], ..USUAL },
];
