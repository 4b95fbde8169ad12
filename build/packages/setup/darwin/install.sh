#!/bin/sh
# Sets Tillmark up as an agent of the user who runs it, from its unpacked archive, or puts this
# version in the place of the one before: setup/install.sh (it asks for the administrator's password).
set -eu
umask 022
home=/usr/local/tillmark
here=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd -P)
label=org.tillmark.service
agent=$HOME/Library/LaunchAgents/$label.plist

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

[ "$(id -u)" != 0 ] || fail 'run it as the user of the till, not as root'
[ "$here" != "$home" ] || fail "unpack the archive elsewhere, it is copied to $home"
# Before anything is stopped: is this one whole, and for this machine?
version=$("$here/bin/tillmark" --version) || fail 'this archive does not run here: for another processor?'

launchctl bootout "gui/$(id -u)/$label" 2>/dev/null || true
sudo sh -c "rm -rf '$home' && mkdir -p /usr/local && cp -R '$here' '$home' && chown -R root:wheel '$home' && chmod -R u=rwX,go=rX '$home'"
mkdir -p "$HOME/Library/LaunchAgents"
cp "$home/setup/$label.plist" "$agent"
launchctl bootstrap "gui/$(id -u)" "$agent"
echo "Tillmark $version is installed. On this machine: http://localhost:5618"
