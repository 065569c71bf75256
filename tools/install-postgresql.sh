#!/bin/sh
# Makes sure that the tests have PostgreSQL's programs: they start a server of their own. Installs
# them where it may, and otherwise says how to get them.

has_postgresql() {
  command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1
}

can_install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

install() {
  # Only the programs: otherwise Debian's package creates a cluster and starts a server.
  mkdir -p /etc/postgresql-common/createcluster.d &&
    echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.d/merels.conf &&
    apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql
}

if ! has_postgresql && { ! can_install || ! install; }; then
  echo "The tests need PostgreSQL's programs postgres and initdb." >&2
  echo "On Debian or Ubuntu: sudo apt-get install postgresql" >&2
  exit 1
fi
