/** What a reason is about, as far as its rule or the channel's words tell. */
export type Why =
  'sums' | 'vat' | 'seller' | 'buyer' | 'reference' | 'payment' | 'login' | 'refused' | 'other';

/** Rules of EN 16931, Peppol and XRechnung by what they are about; the first that fits counts. */
const KINDS: readonly [Why, RegExp][] = [
  ['reference', /\b(PEPPOL-EN16931-R003|BR-DE-15)\b/],
  ['payment', /\b(BR-(49|50|61)|BR-CO-25|BR-DE-(1|23|24)(-[ab])?)\b/],
  ['seller', /\b(BR-0[68]|BR-09|BR-CO-26|BR-62|BR-DE-([2-7]|16|27|28)|PEPPOL-EN16931-R020)\b/],
  ['buyer', /\b(BR-07|BR-1[01]|BR-63|BR-DE-([89]|10|11)|PEPPOL-EN16931-R010)\b/],
  ['sums', /\b(BR-CO-1[0-7]|BR-DEC(-\d+)?|PEPPOL-(EN16931-)?R120|BR-[A-Z]{1,2}-0[89])\b/],
  ['vat', /\b(BR-(S|Z|E|AE|IC|G|O|AF|AG|B)-\d+|BR-CO-(04|09|18)|BR-4[5-8]|BR-DE-14|DE-R-014)\b/],
  ['login', /does not accept the token|Invalid login|\bEAUTH\b/],
  ['refused', /^the (access point|mail server)/],
];

/** What a reason is about. */
export function whyOf(reason: string): Why {
  return KINDS.find(([, pattern]) => pattern.test(reason))?.[0] ?? 'other';
}
