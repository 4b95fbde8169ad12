/**
 * Takes secrets out of texts before they are logged. Errs on the side of
 * masking: a log that hides too much can be lived with, one that gives away a
 * key cannot. Every expression takes time in proportion to the text.
 */
import { maskCards } from './cards.ts';
import { maskNationalNumbers } from './national-numbers.ts';

/** What stands in the place of a secret. */
const MASK = '***';

/** Names of secrets wherever they occur, also inside longer names (`vaultPassword`, `X-Api-Key`). */
const LONG_NAMES =
  'pass(?:word|wd|phrase|code|wort|e)|palavra[_-]?passe|kennwort|senha|secret|credentials?|' +
  '(?:api|private|license|access|signing)[_-]?key|(?:access|refresh|id|auth|bearer|session)[_-]?(?:token|id)|' +
  'device[_-]?auth|authorization|cookie|htdigest';
/** Names that are parts of harmless words too: only as words of their own. */
const SHORT_NAMES =
  '(?<![a-z0-9])(?:pwd|pass|pin|puk|cvv2?|cvc2?|token|badge|auth|key|jwt|nonce)(?![a-z0-9])';
const NAMES = `(?:${LONG_NAMES}|${SHORT_NAMES})`;

/** From the name to its value: `password=`, `"password": `, `\"password\":`, `password[0]=`, `password%3D`, `Password&gt;`. */
const UP_TO_VALUE = `[\\w.-]{0,40}(?:\\[[^\\]\\s]{0,20}\\])?(?:\\\\{0,4}["'])?\\s{0,5}(?:=>|[=:]|&gt;|%3[ad])\\s{0,5}`;
/** Texts in quotes, to the end of the log text when the closing quote is missing. */
const QUOTED = `\\\\+["'][^]*?(?:(?<!\\\\)\\\\+["']|$)|"(?:[^"\\\\]|\\\\[^])*(?:"|\\\\?$)|'(?:[^'\\\\]|\\\\[^])*(?:'|\\\\?$)`;
/** Objects and lists hide secrets at any depth: nothing behind their opening bracket stays. */
const NESTED = '[[{][^]*';
const SCHEME = '(?:basic|bearer|digest|negotiate|token|apikey)\\s[^\\r\\n]*';

const RULES: readonly (readonly [RegExp, string])[] = [
  // PEM, to the end of the text when it is cut off.
  [
    /-----BEGIN[A-Z0-9 +%]{0,60}PRIVATE(?: |\+|%20)KEY[A-Z +%0-9]{0,20}-----[^]*?(?:-----END[A-Z0-9 +%]{0,80}-----|$)/g,
    MASK,
  ],
  // JSON web tokens, also when a line break parts them or only the header is there.
  [/eyJ[\w=-]{4,}(?:(?:\s{0,3}\.\s{0,3}|\s{1,3}(?=[\w-]{20}))[\w=-]*)*/g, MASK],
  // The private part of a JSON web key.
  [/(\\{0,4}"[dpqk]\\{0,4}"\s{0,3}:\s{0,3}\\{0,4}")[\w-]{20,}/g, `$1${MASK}`],
  // Elements: <Password>, <wsse:Password Type="...">.
  [
    new RegExp(
      `(<[\\w.:-]{0,60}?${NAMES}[\\w.:-]{0,40}(?:\\s[^<>]{0,500})?>)(?!\\s*<[\\w/])[^]*?(?=<\\/|$)`,
      'gi',
    ),
    `$1${MASK}`,
  ],
  // Header lines, whose value goes on to the end of the line.
  [
    new RegExp(`((?:authorization|cookie2?)${UP_TO_VALUE})(?:${QUOTED}|${NESTED}|[^\\r\\n]+)`, 'gi'),
    `$1${MASK}`,
  ],
  [new RegExp(`(${NAMES}${UP_TO_VALUE})(?:${QUOTED}|${NESTED}|${SCHEME}|[^\\s&<>]+)`, 'gi'), `$1${MASK}`],
  [new RegExp(`(--?(?:${LONG_NAMES})[\\w-]{0,20}\\s{1,3})\\S+`, 'gi'), `$1${MASK}`],
  [/\b(bearer|basic)\s{1,5}(?=\S{0,4000}[\d=])[\w+/=.~-]{6,}/gi, `$1 ${MASK}`],
  // Logins in addresses.
  [/:\/\/(?:[^\s/"'<>@]{1,300}@|[^\s:/@]{1,100}:[^\s@]{1,200}@)+/g, `://${MASK}@`],
  // Keys of well-known makers.
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\b(?:gh[pousr]|xox[abprs]|[spr]k)[_-][\w-]{16,}/g, MASK],
];

/** Lines of a PEM key, hashes and the like: long base64. */
const BASE64 = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{60,}={0,2}/g;
/** The end of a PEM key whose beginning is missing. */
const PEM_END = /-----END[A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----/g;
const PEM_BODY = /[A-Za-z0-9+/=\s\\]/;

/**
 * Masks passwords, API keys, tokens, private keys, national numbers and payment card numbers
 * with `***`. Works on whole texts with their line breaks, so that a secret
 * that goes on in the next line is found.
 * @param options.keepsSignatures leaves long base64 without a name that sounds secret:
 *   for texts of our own, where it is the signature of a receipt
 */
export function maskSecrets(text: string, options: { keepsSignatures?: boolean } = {}): string {
  let masked = text;
  for (const [expression, replacement] of RULES) masked = masked.replace(expression, replacement);
  if (options.keepsSignatures !== true) masked = masked.replace(BASE64, (run) => (isPath(run) ? run : MASK));
  return maskCards(maskNationalNumbers(maskPemRest(masked), MASK), MASK);
}

/** Folders in a row look like base64, too; keys mix capitals, small letters and digits everywhere. */
function isPath(run: string): boolean {
  const mixed = /[A-Z]/.test(run) && /[a-z]/.test(run) && /\d/.test(run);
  return !mixed || (run.startsWith('/') && !run.includes('+'));
}

/** Masks what stands before the end of a key, back to where it cannot be part of it. */
function maskPemRest(text: string): string {
  let masked = '';
  let from = 0;
  for (const end of text.matchAll(PEM_END)) {
    let start = end.index;
    while (start > from && PEM_BODY.test(text[start - 1]!)) start -= 1;
    masked += `${text.slice(from, start)}${MASK}`;
    from = end.index + end[0].length;
  }
  return masked + text.slice(from);
}
