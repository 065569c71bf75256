#!/bin/sh
# Makes sure that the browser tests have nginx, which serves a static site to them. Installs it where it
# may, and otherwise says how to get it.

can_install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

install() {
  # Only the program: otherwise Debian's package starts a server.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    printf '#!/bin/sh\nexit 101\n' > $policy && chmod +x $policy
    trap 'rm -f $policy' EXIT
  fi
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nginx
}

has_nginx() {
  command -v nginx >/dev/null || [ -x /usr/sbin/nginx ]
}

if ! has_nginx && { ! can_install || ! install; }; then
  echo "The browser tests need nginx." >&2
  echo "On Debian or Ubuntu: sudo apt-get install nginx" >&2
  exit 1
fi
