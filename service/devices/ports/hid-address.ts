/** How addresses of HID devices are written. */
import type { HidAddress } from './native-messages.ts';

const PATTERN = /^hid:([\da-f]{4}):([\da-f]{4})(?::([^\s:@#,]{1,180}))?(?:#([\da-f]{1,4}))?(?:,(\d{1,4}))?$/i;
/** Longest output report, bytes: longer ones are none of a till's devices. */
const MOST_REPORT = 4096;

/** Reads an address; null for what is none. */
export function hidAddress(text: string): HidAddress | null {
  const parts = PATTERN.exec(text);
  if (!parts) return null;
  const [, vendor, product, serial, page, report] = parts;
  const bytes = report === undefined ? null : Number(report);
  if (bytes !== null && (bytes < 1 || bytes > MOST_REPORT)) return null;
  try {
    return {
      kind: 'hid',
      vendor: parseInt(vendor!, 16),
      product: parseInt(product!, 16),
      serial: serial === undefined ? null : decodeURIComponent(serial),
      page: page === undefined ? null : parseInt(page, 16),
      report: bytes,
    };
  } catch {
    return null;
  }
}

/** The spelling of an address. */
export function hidAddressText({ vendor, product, serial, page, report }: Omit<HidAddress, 'kind'>): string {
  const hex = (id: number) => id.toString(16).padStart(4, '0');
  return [
    `hid:${hex(vendor)}:${hex(product)}`,
    serial === null ? '' : `:${encodeURIComponent(serial)}`,
    page === null ? '' : `#${hex(page)}`,
    report === null ? '' : `,${report}`,
  ].join('');
}
