/** Rights for printers on Linux, for whoever may change them. */

/** Text of `/etc/udev/rules.d/60-till.rules`; devices have to be plugged in again after it was written. */
export const UDEV_RULES = `SUBSYSTEM=="usbmisc", KERNEL=="lp*", MODE="0660", GROUP="lp", TAG+="uaccess"
SUBSYSTEM=="usb", ENV{DEVTYPE}=="usb_device", ENV{ID_USB_INTERFACES}=="*:0701??:*", MODE="0660", GROUP="lp", TAG+="uaccess", ATTR{power/control}="on"
SUBSYSTEM=="hidraw", ATTRS{idVendor}=="0d3a", MODE="0660", GROUP="plugdev", TAG+="uaccess"
`;
