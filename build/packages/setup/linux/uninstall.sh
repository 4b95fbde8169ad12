#!/bin/sh
# Removes Tillmark as install.sh has set it up. Receipts have to be kept for years: /var/lib/tillmark,
# /var/lib/tillmark-portal, /etc/tillmark and the user that owns them stay.
set -eu
[ "$(id -u)" = 0 ] || { echo 'uninstall.sh: run it as root (sudo)' >&2; exit 1; }
. "$(dirname -- "$0")/steps.sh"
disable_units
rm -f /etc/systemd/system/tillmark.service /etc/systemd/system/tillmark-portal.service \
  /etc/udev/rules.d/70-tillmark.rules /usr/local/bin/tillmark
reload_system
rm -rf /opt/tillmark
echo 'Tillmark is removed. Its data are still in /var/lib/tillmark and /var/lib/tillmark-portal.'
