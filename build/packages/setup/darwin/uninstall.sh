#!/bin/sh
# Removes what install.sh has set up. Receipts have to be kept for years: the data in
# ~/Library/Application Support/Tillmark stay.
set -eu
label=org.tillmark.service
launchctl bootout "gui/$(id -u)/$label" 2>/dev/null || true
rm -f "$HOME/Library/LaunchAgents/$label.plist"
sudo rm -rf /usr/local/tillmark
echo "Tillmark is removed. Its data are still in $HOME/Library/Application Support/Tillmark."
