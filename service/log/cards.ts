/** Finds payment card numbers: 13 to 19 digits with a right check digit, in one piece or in groups. */
import { hasCheckDigit } from '../receipt/luhn.ts';

/** Digits with little between them; `\n` and `%20` also as they are written in JSON and addresses. */
const RUN = /\d+(?:(?:%20|%2D|\\[nrt]|[\s.,_+-]){1,3}\d+)*/gi;
const GROUP = /(%20|%2D)|\d+/gi;
const SHORTEST = 13;
const LONGEST = 19;

/** Puts the mask in the place of every card number. */
export function maskCards(text: string, mask: string): string {
  return text.replace(RUN, (run) => maskRun(run, mask));
}

function maskRun(run: string, mask: string): string {
  const groups = [...run.matchAll(GROUP)].filter((m) => m[1] === undefined);
  let result = '';
  let copied = 0;
  for (let first = 0; first < groups.length; first++) {
    const last = lastOfCard(groups, first);
    if (last < 0) continue;
    result += run.slice(copied, groups[first]!.index) + mask;
    copied = groups[last]!.index + groups[last]![0].length;
    first = last;
  }
  return result + run.slice(copied);
}

/** Index of the group with which a card number ends that begins with group `first`; -1 when none does. */
function lastOfCard(groups: readonly RegExpExecArray[], first: number): number {
  let digits = '';
  let found = -1;
  for (let last = first; last < groups.length; last++) {
    digits += groups[last]![0];
    if (digits.length > LONGEST) break;
    if (digits.length >= SHORTEST && hasCheckDigit(digits)) found = last;
  }
  return found;
}
