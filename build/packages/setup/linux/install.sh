#!/bin/sh
# Sets Tillmark up as a service from its unpacked archive, or puts this version in the place of
# the one before: sudo setup/install.sh. Data are in /var/lib/tillmark and stay as they are.
set -eu
umask 022
home=/opt/tillmark
here=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd -P)

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || fail 'run it as root (sudo)'
[ "$here" != "$home" ] || fail "unpack the archive elsewhere, it is copied to $home"
if [ -e /var/lib/dpkg/info/tillmark.list ] || { command -v rpm >/dev/null && rpm -q tillmark >/dev/null 2>&1; }; then
  fail 'Tillmark is installed as a package here; install the new package instead'
fi
# Before anything is stopped: is this one whole, and for this machine?
version=$("$here/bin/tillmark" --version) || fail 'this archive does not run here: for another processor or C library?'

. "$here/setup/steps.sh"
add_account
new=$home.new
rm -rf "$new"
cp -R "$here" "$new"
# Whoever unpacked it, and with whatever mask: the service's user reads, root alone writes.
chown -R root:root "$new"
chmod -R u=rwX,go=rX "$new"
when=later
[ -e "$home" ] || when=first
stop_for_upgrade
rm -rf "$home"
mv "$new" "$home"

mkdir -p /etc/systemd/system /etc/udev/rules.d /usr/local/bin /etc/tillmark
cp "$home/setup/tillmark.service" "$home/setup/tillmark-portal.service" /etc/systemd/system/
cp "$home/resources/linux/70-tillmark.rules" /etc/udev/rules.d/
ln -sfn "$home/bin/tillmark" /usr/local/bin/tillmark
for file in tillmark.conf portal.conf; do
  [ -e "/etc/tillmark/$file" ] || cp "$home/setup/$file" /etc/tillmark/
done
reload_system
start_again $when
echo "Tillmark $version is installed. On this machine: http://localhost:5618"
