/**
 * Lines of the log as they may leave the shop. What is known to be harmless stays: small words, small numbers, codes,
 * routes; everything else goes, since nobody can list all that a line may hold.
 */
import os from 'node:os';
import { maskSecrets } from '../log/mask.ts';
import type { KnownValues } from './known.ts';

const MASK = '***';
const LONGEST = 1000;

const CODES = new Set([
  ...Object.keys(os.constants.errno),
  ...['ENOTFOUND', 'ERR_STREAM_PREMATURE_CLOSE', 'GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'],
  ...[
    'LAN',
    'UDP',
    'TCP',
    'SQ',
    'HTTP',
    'HTTPS',
    'TLS',
    'MB',
    'GB',
    'OK',
    'NO',
    'BAD',
    'USB',
    'ID',
    'PDF',
    'QR',
  ],
  ...['Tillmark', 'Error', 'TypeError', 'RangeError', 'SyntaxError', 'Node', 'SQLite', 'PostgreSQL'],
]);
const ROUTE =
  /^\/(?:control|register|restart|state|cfg|profile|log|find|tra|last|disk|backup|export|retrieve|service|docs|render|qr|peri|lan|auth|sign|jou|repo|cer)[a-z/-]{0,60}$/;
/** What stands alone without saying anything about anybody. */
const HARMLESS = [
  /^[a-z]{1,24}(?:[-'][a-z]{1,24}){0,3}$/,
  /^[A-Z][a-z]?$/,
  /^\d{1,5}(?:\.\d)?$/,
  /^\d{1,3}\.\d{1,3}\.\d{1,3}$/,
  /^#[A-Z_]{2,30}$/,
  ROUTE,
];
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (?:debug|info|warn|error) /;

/** A line of `service.log` without anything that belongs to somebody. */
export function plainLine(line: string, known: KnownValues): string {
  const stamp = STAMP.exec(line)?.[0] ?? '';
  const text = line.slice(stamp.length, stamp.length + LONGEST);
  return stamp + plainText(text, known);
}

/** A text with nothing but small words, small numbers and codes. */
function plainText(text: string, known: KnownValues): string {
  const unquoted = maskSecrets(text).replace(
    /"[^"]*"|'[^'\s][^']*'|`[^`]*`|[\u201c\u201e][^\u201c\u201d\u201e]*[\u201c\u201d]/g,
    MASK,
  );
  const words = unquoted.split(/\s+/).map((word) => plainWord(word, known));
  // Several in a row say no more than one.
  return words.filter((word, i) => word !== MASK || words[i - 1] !== MASK).join(' ');
}

function plainWord(word: string, known: KnownValues): string {
  const inner = word.replace(/^[([{<]{1,3}/, '').replace(/[)\]}>.,:;!?\u2026]{1,3}$/, '');
  if (inner === '' || CODES.has(inner)) return word;
  return HARMLESS.some((harmless) => harmless.test(inner)) && !known.has(inner) ? word : MASK;
}
