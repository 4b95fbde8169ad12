/** Reads report descriptors of HID devices (HID 1.11, 6.2.2): how long their output reports are. */

/** A report that a device takes. */
export interface OutputReport {
  /** 0 where the device has no numbers for its reports. */
  id: number;
  /** Without its number. */
  bytes: number;
}

/** Item tags with their types, without the two bits of the size. */
const REPORT_SIZE = 0x74;
const REPORT_ID = 0x84;
const REPORT_COUNT = 0x94;
const PUSH = 0xa4;
const POP = 0xb4;
const OUTPUT = 0x90;
const USAGE_PAGE = 0x04;
const COLLECTION = 0xa0;
const END_COLLECTION = 0xc0;
const LONG_ITEM = 0xfe;
/** Sizes by the last two bits of an item. */
const SIZES = [0, 1, 2, 4];
/** Longer reports and deeper stacks are those of a broken descriptor. */
const MOST_BITS = 4096 * 8;
const MOST_DEPTH = 32;

interface Globals {
  page: number;
  size: number;
  count: number;
  id: number;
}

/**
 * The first output report of a device.
 * @param page only of collections of this usage page; null for any
 * @returns null where there is none, or where the descriptor cannot be read
 */
export function outputReport(descriptor: Uint8Array, page: number | null): OutputReport | null {
  const reports = new Map<number, number>();
  const stack: Globals[] = [];
  let now: Globals = { page: 0, size: 0, count: 0, id: 0 };
  let depth = 0;
  let top = 0;
  for (let at = 0; at < descriptor.length;) {
    const prefix = descriptor[at]!;
    if (prefix === LONG_ITEM) {
      at += 3 + (descriptor[at + 1] ?? 0);
      continue;
    }
    const size = SIZES[prefix & 3]!;
    if (at + 1 + size > descriptor.length) return null;
    let value = 0;
    for (let i = size - 1; i >= 0; i -= 1) value = value * 256 + descriptor[at + 1 + i]!;
    at += 1 + size;
    switch (prefix & 0xfc) {
      case USAGE_PAGE:
        now = { ...now, page: value };
        break;
      case REPORT_SIZE:
        now = { ...now, size: value };
        break;
      case REPORT_COUNT:
        now = { ...now, count: value };
        break;
      case REPORT_ID:
        now = { ...now, id: value };
        break;
      case PUSH:
        if (stack.push(now) > MOST_DEPTH) return null;
        break;
      case POP:
        now = stack.pop() ?? now;
        break;
      case COLLECTION:
        if (depth === 0) top = now.page;
        depth += 1;
        break;
      case END_COLLECTION:
        depth -= 1;
        break;
      case OUTPUT: {
        if (page !== null && top !== page) break;
        const bits = (reports.get(now.id) ?? 0) + now.size * now.count;
        if (now.id > 255 || bits > MOST_BITS) return null;
        reports.set(now.id, bits);
        break;
      }
    }
  }
  const [first] = reports;
  return first && first[1] > 0 ? { id: first[0], bytes: Math.ceil(first[1] / 8) } : null;
}
