# What install.sh and the scripts of deb and rpm have in common; they carry or read this file.

# Units that run are noted here while their files are replaced.
stopped=/run/tillmark-stopped

# The user of the services, in the groups that own printers and lines where there are such.
add_account() {
  getent group tillmark >/dev/null || groupadd --system tillmark
  getent passwd tillmark >/dev/null ||
    useradd --system --gid tillmark --home-dir /var/lib/tillmark --no-create-home --shell /usr/sbin/nologin tillmark
  for group in lp dialout uucp plugdev; do
    if getent group "$group" >/dev/null; then usermod -a -G "$group" tillmark; fi
  done
}

systemd_runs() {
  [ -d /run/systemd/system ]
}

# Before files are replaced: what runs would load parts of both versions.
stop_for_upgrade() {
  systemd_runs || return 0
  for unit in tillmark.service tillmark-portal.service; do
    if systemctl is-active --quiet "$unit"; then
      echo "$unit" >>"$stopped"
      systemctl stop "$unit"
    fi
  done
}

# Makes new units and rules known.
reload_system() {
  if systemd_runs; then systemctl daemon-reload; fi
  if command -v udevadm >/dev/null && [ -d /run/udev ]; then
    udevadm control --reload || true
    for subsystem in usb usbmisc tty hidraw; do udevadm trigger --subsystem-match=$subsystem || true; done
  fi
}

# After files were replaced. The first time the register is started, from then on what ran before.
#   start_again first|later
start_again() {
  systemd_runs || return 0
  if [ "$1" = first ]; then
    systemctl enable --now tillmark.service || echo 'tillmark: not started, see: journalctl -u tillmark' >&2
  elif [ -e "$stopped" ]; then
    for unit in $(cat "$stopped"); do systemctl start "$unit" || true; done
  fi
  rm -f "$stopped"
}

# Before files are removed.
disable_units() {
  systemd_runs || return 0
  systemctl disable --now tillmark.service tillmark-portal.service || true
}
