/** How addresses of USB devices are written. */
import type { NativeAddress } from './native-messages.ts';

/** The spelling of a USB address. */
export function usbAddressText({
  vendor,
  product,
  serial,
  path,
}: Omit<Extract<NativeAddress, { kind: 'usb' }>, 'kind'>): string {
  const ids = [vendor, product].map((id) => id.toString(16).padStart(4, '0')).join(':');
  if (serial !== null) return `usb:${ids}:${encodeURIComponent(serial)}`;
  return path === null ? `usb:${ids}` : `usb:${ids}@${path}`;
}
