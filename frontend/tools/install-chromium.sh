#!/bin/sh
# Makes sure that the browser tests have Debian's Chromium, and a font for Japanese text. Installs
# them where it may, and otherwise says how to get them. CHROMIUM may name another program. Where
# there is a shell without windows, as in Debian 12, that is enough, and faster.

FONT=fonts-ipafont-gothic

can_install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

install() {
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

has_japanese_font() {
  [ -n "$(fc-list :lang=ja 2>/dev/null)" ]
}

has_browser() {
  if [ -n "$CHROMIUM" ]; then command -v "$CHROMIUM" >/dev/null; return; fi
  command -v chromium-headless-shell >/dev/null && return
  can_install && install chromium-headless-shell fontconfig "$FONT" >/dev/null 2>&1 && return
  command -v chromium >/dev/null
}

if ! has_browser; then
  if [ -n "$CHROMIUM" ] || ! can_install || ! install chromium fontconfig "$FONT"; then
    echo "The browser tests need Chromium, and there is no '${CHROMIUM:-chromium}' on the PATH." >&2
    echo "On Debian or Ubuntu: sudo apt-get install chromium fontconfig $FONT" >&2
    echo "Elsewhere, name the program: make CHROMIUM=/path/to/chromium test" >&2
    exit 1
  fi
elif ! has_japanese_font; then
  # Without the font, Japanese text is drawn as boxes; the tests do not depend on it.
  if ! can_install || ! install fontconfig "$FONT"; then
    echo "No font has Japanese text; pictures will lack it. sudo apt-get install fontconfig $FONT" >&2
  fi
fi
