/** Where TSEs are looked for: what the profile says, as places one by one (`TSE_PortScan`, `TSE_MountPoint`). */
import path from 'node:path';

/** The port of TSEs on the network, where none is said. */
const PORT = 8009;
/** Addresses of one network of a shop. */
const MOST = 1024;
const MOST_MOUNTS = 32;

/** What the profile means. */
export interface Places {
  /** `host:port`. */
  addresses: string[];
  /** Parts that are none, as they were written. */
  unreadable: string[];
}

/**
 * Reads ranges, parted by commas or semicolons: `192.168.1.20`, `192.168.1.20:8009`,
 * `192.168.1.10-40`, `192.168.1.0/24:8009`, `tse.shop.local`. At most 1024 addresses.
 */
export function readRanges(text: string): Places {
  const places: Places = { addresses: [], unreadable: [] };
  for (const part of parts(text)) {
    const [, range = '', portText] = /^(.{1,253}?)(?::(\d{1,5}))?$/.exec(part) ?? [];
    const port = portText === undefined ? PORT : Number(portText);
    const hosts = port > 0 && port <= 65_535 ? hostsOf(range) : null;
    if (!hosts || places.addresses.length + hosts.length > MOST) places.unreadable.push(part);
    else places.addresses.push(...hosts.map((host) => `${host}:${port}`));
  }
  return places;
}

/** Folders that sticks are looked for in, parted by commas or semicolons: `/media`, `E:\\`; drives may be named by their letter. */
export function readMounts(text: string): { mounts: string[]; unreadable: string[] } {
  const mounts: string[] = [];
  const unreadable: string[] = [];
  for (const part of parts(text)) {
    const whole = /^[A-Za-z]:$/.test(part) ? `${part}\\` : part;
    const isWhole = path.isAbsolute(whole) || path.win32.isAbsolute(whole);
    if (isWhole && mounts.length < MOST_MOUNTS) mounts.push(whole);
    else unreadable.push(part);
  }
  return { mounts, unreadable };
}

function parts(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function hostsOf(range: string): string[] | null {
  const network = /^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/.exec(range);
  if (network) {
    const base = numberOf(network[1]!);
    const bits = Number(network[2]);
    if (base === null || bits < 22 || bits > 30) return null;
    const size = 2 ** (32 - bits);
    const first = Math.floor(base / size) * size;
    // Neither the network itself nor all of it at once.
    return Array.from({ length: size - 2 }, (_, i) => textOf(first + 1 + i));
  }
  const span = /^(\d{1,3}(?:\.\d{1,3}){3})-(\d{1,3}(?:\.\d{1,3}){3}|\d{1,3})$/.exec(range);
  if (span) {
    const from = numberOf(span[1]!);
    const end = span[2]!;
    const till = numberOf(end.includes('.') ? end : span[1]!.slice(0, span[1]!.lastIndexOf('.') + 1) + end);
    if (from === null || till === null || till < from || till - from >= MOST) return null;
    return Array.from({ length: till - from + 1 }, (_, i) => textOf(from + i));
  }
  if (/^[\d.]+$/.test(range)) return numberOf(range) === null ? null : [range];
  return /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(range) ? [range] : null;
}

function numberOf(address: string): number | null {
  const bytes = address.split('.').map(Number);
  if (bytes.length !== 4 || bytes.some((byte) => byte > 255)) return null;
  return bytes.reduce((all, byte) => all * 256 + byte, 0);
}

function textOf(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
}
