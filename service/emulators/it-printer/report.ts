/** What is printed of a day: X reads it, Z closes it. */
import type { Contents } from './memory.ts';
import { amountText, four } from './words.ts';

/** Its lines. @param memory as it is before the day is closed */
export function reportPaper(kind: 'X' | 'Z', { closed, documents, serial }: Contents): string[] {
  const ofDay = documents.filter(({ z }) => z === closed + 1);
  const sum = (kinds: readonly string[]) =>
    amountText(ofDay.filter((one) => kinds.includes(one.kind)).reduce((all, { total }) => all + total, 0));
  return [
    kind === 'Z' ? `CHIUSURA GIORNALIERA ${four(closed + 1)}` : 'LETTURA GIORNALIERA',
    `DOCUMENTI COMMERCIALI ${ofDay.length}`,
    `VENDITE ${sum(['sale'])}`,
    `RESI E ANNULLAMENTI ${sum(['return', 'void'])}`,
    `RT ${serial}`,
  ];
}
