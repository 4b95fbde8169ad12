/**
 * Payment card numbers in texts for people (PCI DSS 3.4.1): the first six and the
 * last four digits stay. A number is taken for one of a card when it has the
 * beginning and the length of a card network, is written in one piece or in the
 * groups that cards have, and its check digit is right (ISO/IEC 7812-1). Numbers of
 * articles, phones and documents have all of this only by chance, three in a hundred
 * of 16 digits; an account's is known by its own check digits. 13 digits are never a
 * card: articles have as many, and cards no more.
 */
import { hasCheckDigit } from './luhn.ts';

/** Networks: what their numbers begin with, and how many digits they have. */
const NETWORKS: readonly (readonly [RegExp, readonly number[]])[] = [
  // Visa
  [/^4/, [16, 19]],
  // Mastercard
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  // American Express
  [/^3[47]/, [15]],
  // Diners Club
  [/^3(?:0[0-5]|095|6|8|9)/, [14, 16, 19]],
  // JCB
  [/^35(?:2[89]|[3-8])/, [16, 17, 18, 19]],
  // Discover, UnionPay
  [/^6(?:011|4[4-9]|5|2)/, [16, 17, 18, 19]],
  // Maestro
  [/^(?:50(?:18|20|38)|5893|6304|6759|676[1-3])/, [14, 15, 16, 17, 18, 19]],
];

/** Digits in one piece. */
const GROUP = /\d+/g;
const BETWEEN = '[ \\u00A0\\u202F\\u2010-\\u2014-]{1,3}';
/** How the four digits that begin a card go on, the longest first: fours, of which the last may be short, or 6 and 4 or 5. */
const FORMS = [
  [4, 4, 4, '1,4'],
  [4, 4, 4],
  [4, 4, '1,3'],
  [6, 5],
  [6, 4],
].map((lengths) => {
  const groups = lengths.map((length) => `${BETWEEN}\\d{${length}}`).join('');
  return new RegExp(`\\d{4}${groups}(?![\\dA-Za-z])`, 'y');
});
const LEAST_DIGITS = 14;
const MOST_DIGITS = 19;
/** What the numbers of all networks begin with. */
const BEGINNING = /[2-6]/;

/** What may be the number of an account (IBAN), in one piece or in fours: a country, two digits, 34 characters at most. */
const ACCOUNT = /(?<![A-Za-z\d])[A-Z]{2} ?\d\d(?: ?[\dA-Z]{4}){2,7}(?: ?[\dA-Z]{1,3})?(?![\dA-Za-z])/g;
/** How far it may reach to both sides of a number in it. */
const LONGEST_ACCOUNT = 45;
/** Before a number in one piece that begins with 2: what reads as a time (yyMMddHHmm) is the number of a document. */
const TIME = /^2\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d/;

/**
 * Masks the card numbers of a text. Takes time in proportion to its length.
 * @returns the same text where there are none
 */
export function maskCardNumbers(text: string): string {
  // Most texts are shorter than any card number.
  if (text.length < LEAST_DIGITS) return text;
  let result = '';
  let copied = 0;
  GROUP.lastIndex = 0;
  for (let group = GROUP.exec(text); group; group = GROUP.exec(text)) {
    const card = BEGINNING.test(group[0][0]!) ? cardAt(text, group[0], group.index) : null;
    if (card === null) continue;
    result += text.slice(copied, group.index) + masked(card);
    copied = group.index + card.length;
    GROUP.lastIndex = copied;
  }
  return result + text.slice(copied);
}

/** The card number that begins with a group of digits; null when none does. */
function cardAt(text: string, group: string, at: number): string | null {
  const found = group.length === 4 ? inGroups(text, at) : inOnePiece(text, group, at);
  return found !== null && isAccount(text, at) ? null : found;
}

function inOnePiece(text: string, group: string, at: number): string | null {
  if (group.length < LEAST_DIGITS || group.length > MOST_DIGITS || TIME.test(group)) return null;
  const isPartOfWord = /[A-Za-z]/.test(text[at + group.length] ?? '');
  return !isPartOfWord && isCard(group) ? group : null;
}

function inGroups(text: string, at: number): string | null {
  for (const form of FORMS) {
    form.lastIndex = at;
    const written = form.exec(text)?.[0];
    if (written !== undefined && isCard(written.replace(/\D/g, ''))) return written;
  }
  return null;
}

/** The number is a part of an account's. */
function isAccount(text: string, at: number): boolean {
  const from = Math.max(0, at - LONGEST_ACCOUNT);
  return [...text.slice(from, at + LONGEST_ACCOUNT).matchAll(ACCOUNT)].some(({ 0: found, index }) => {
    const begins = from + index;
    if (at < begins || at >= begins + found.length) return false;
    // A word in capitals behind it is no part of it.
    const ends = [...found.matchAll(/ |$/g)].map(({ index: end }) => found.slice(0, end));
    return ends.some((account) => hasAccountDigits(account.replaceAll(' ', '')));
  });
}

/** The check digits of an account (ISO 13616): behind the rest, with letters as 10 to 35, the remainder is 1. */
function hasAccountDigits(account: string): boolean {
  let remainder = 0;
  for (const character of account.slice(4) + account.slice(0, 4)) {
    const value = parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

function isCard(digits: string): boolean {
  return (
    NETWORKS.some(([start, lengths]) => lengths.includes(digits.length) && start.test(digits)) &&
    hasCheckDigit(digits)
  );
}

/** The first six and the last four digits as they are, the others as `*`; what stands between groups stays. */
function masked(card: string): string {
  const count = card.replace(/\D/g, '').length;
  let n = 0;
  return card.replace(/\d/g, (digit) => {
    n++;
    return n <= 6 || n > count - 4 ? digit : '*';
  });
}
