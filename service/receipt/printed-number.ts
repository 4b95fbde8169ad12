/** Numbers of receipts as people read them off the paper. */

/** A receipt's number at its terminal. */
export interface TerminalNumber {
  TL: string;
  TT: string;
  TN: string;
}

/** Parts of a number; more have none of any shop. */
const MOST_PARTS = 6;

/**
 * What a number that was read off the paper may be where there is no fiscal number:
 * `TL/TT/TN`, or `TN/TL/TT` as in Croatia. Each of them may have a slash itself.
 */
export function terminalNumbers(printed: string): TerminalNumber[] {
  const parts = printed.split('/').map((part) => part.trim());
  if (parts.length < 3 || parts.length > MOST_PARTS || parts.includes('')) return [];
  const numbers: TerminalNumber[] = [];
  for (let first = 1; first < parts.length - 1; first++) {
    for (let second = first + 1; second < parts.length; second++) {
      const [a, b, c] = [parts.slice(0, first), parts.slice(first, second), parts.slice(second)].map((some) =>
        some.join('/'),
      ) as [string, string, string];
      numbers.push({ TL: a, TT: b, TN: c }, { TL: b, TT: c, TN: a });
    }
  }
  return numbers;
}

/** One of `Fis.Tag` as it stands in the line of a record: JSON.stringify has written it. */
export function tagInLine(Name: string, Value: string): string {
  return JSON.stringify({ Name, Value }).slice(1);
}

/** A fiscal number without what some countries print before it (`N. 0001-0002`). */
export function plainFiscalNumber(printed: string): string {
  return printed.trim().replace(/^N\.\s*/, '');
}
