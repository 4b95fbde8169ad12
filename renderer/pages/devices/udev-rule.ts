/** What lets people who are logged in, and the groups of printers and lines, use devices on Linux (udev). */
export const UDEV_RULE = [
  'SUBSYSTEM=="usbmisc", KERNEL=="lp*", MODE="0660", GROUP="lp", TAG+="uaccess"',
  'SUBSYSTEM=="usb", ENV{DEVTYPE}=="usb_device", ENV{ID_USB_INTERFACES}=="*:0701??:*", MODE="0660", GROUP="lp", TAG+="uaccess", ATTR{power/control}="on"',
  'SUBSYSTEM=="tty", KERNEL=="ttyUSB*|ttyACM*", MODE="0660", GROUP="dialout", TAG+="uaccess"',
  'SUBSYSTEM=="hidraw", ATTRS{idVendor}=="0d3a", MODE="0660", GROUP="plugdev", TAG+="uaccess"',
].join('\n');
