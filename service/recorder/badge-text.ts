/**
 * What is entered to connect with a portal: its address and a badge in one text, as the
 * portal offers it to be copied (docs/recorder.md, Activation), or the badge alone.
 */
import { portalAddress, PortalAddressError } from './connection.ts';

/** A text that was entered. */
export interface BadgeText {
  badge: string;
  /** The only place that the badge may be sent to; null: the text does not name its portal. */
  address: string | null;
}

const MARK = '#badge=';
/** Anything that could be meant as an address is read as one: it must not be sent elsewhere as a badge. */
const LIKE_ADDRESS = /:\/\/|#badge=/i;

/**
 * Reads such a text.
 * @throws PortalAddressError where it looks like an address and is none that can be used
 */
export function readBadgeText(text: string): BadgeText {
  const entered = text.trim();
  if (!LIKE_ADDRESS.test(entered)) return { badge: entered, address: null };
  const at = entered.toLowerCase().indexOf(MARK);
  if (at === -1)
    throw new PortalAddressError(`names no badge: it must be like https://portal.example/${MARK}...`);
  const badge = entered.slice(at + MARK.length);
  if (!/^[\w.~-]+$/.test(badge)) throw new PortalAddressError('has no badge behind the address');
  const url = portalAddress(entered.slice(0, at));
  if (url.search !== '') throw new PortalAddressError('the address of a portal has no question mark');
  return { badge, address: plainAddress(url) };
}

/** An address without what does not make it another one: `https://portal.example`, `http://localhost:5619/sub`. */
export function plainAddress(url: URL): string {
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '');
}

/** Whether two addresses lead to the same portal; on this machine any name of it will do. */
export function isSamePortal(one: string, other: string): boolean {
  const [a, b] = [URL.parse(one), URL.parse(other)];
  if (!a || !b) return one === other;
  const here = (url: URL) =>
    /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname) ? 'localhost' : url.hostname;
  return (
    a.protocol === b.protocol &&
    here(a) === here(b) &&
    a.port === b.port &&
    a.pathname.replace(/(?<!\/)\/+$/, '') === b.pathname.replace(/(?<!\/)\/+$/, '')
  );
}
