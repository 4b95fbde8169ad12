#!/bin/sh
# In the place of systemctl where systemd does not run: starts and stops services as their units
# say, under their user and with their files of variables. What it was asked is in its log.
echo "$*" >>/run/systemctl.log
units=/usr/lib/systemd/system
[ -e /etc/systemd/system/tillmark.service ] && units=/etc/systemd/system

of() { sed -n "s/^$2=//p" "$units/$1"; }

is_active() { [ -e "/run/$1.pid" ] && kill -0 "$(cat "/run/$1.pid")" 2>/dev/null; }

start() {
  user=$(of "$1" User)
  state=/var/lib/$(of "$1" StateDirectory)
  install -d -m 700 -o "$user" -g "$user" "$state"
  set --  "$1" $(of "$1" ExecStart)
  unit=$1
  shift
  for file in $(of "$unit" EnvironmentFile); do
    if [ -e "${file#-}" ]; then set -a; . "${file#-}"; set +a; fi
  done
  umask "$(of "$unit" UMask)"
  cd /
  STATE_DIRECTORY=$state HOME=/var/lib/tillmark PATH=/usr/bin:/bin \
    setsid setpriv --reuid "$user" --regid "$user" --init-groups --no-new-privs --bounding-set=-all \
    "$@" >>"/run/$unit.log" 2>&1 </dev/null &
  echo $! >"/run/$unit.pid"
}

stop() {
  is_active "$1" || return 0
  kill "$(cat "/run/$1.pid")"
  while is_active "$1"; do sleep 0.1; done
  rm "/run/$1.pid"
}

case "$1 ${2-}" in
  'is-active --quiet') is_active "$3" ;;
  'enable --now') start "$3" ;;
  'disable --now') shift 2; for unit; do stop "$unit"; done ;;
  start\ *) start "$2" ;;
  stop\ *) stop "$2" ;;
esac
