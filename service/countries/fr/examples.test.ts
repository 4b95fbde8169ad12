/** Sales of all trades, as POS programs send them, in a French register. */
import { expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { readExamples } from '../../testing/examples.ts';
import { isTree } from '../../receipt/tree.ts';
import { complaints } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import { withGroups } from '../testing/with-groups.ts';
import { france } from './testing/example.ts';

/** Portuguese groups and percentages, as France has them. */
const GROUPS: Readonly<Record<string, string>> = {
  ...{ NOR: 'A', '23%': 'A', '23.0%': 'A', INT: 'B', '13%': 'B', '13.00%': 'B', RED: 'C', '6%': 'C' },
  ...{ ISE: 'E', '0%': 'E', M07: 'E', M99: 'E' },
};

/**
 * A sale with French groups; null where its taxes are of another country.
 * @param original number of the one that it takes back, in this register
 */
function asFrench(
  { DT: _type, D: _date, TN: _number, RD: _day, ...esr }: Tree,
  original?: string,
): Tree | null {
  const sale = withGroups(esr, GROUPS);
  return (
    sale && {
      ...sale,
      ...(esr.RFN !== undefined && original !== undefined && { RFN: original }),
      ...{ Opr: '1', DT: 'Ticket' },
    }
  );
}

it('takes forty sales of all trades, and keeps right books of them', async () => {
  const shop = await Shop.open(france);
  const sold: string[] = [];
  const refused: [name: string, code: string | undefined][] = [];
  const examples = readExamples();
  const send = async (name: string, original?: string) => {
    const { ESR } = examples.get(name)!.request.Tra;
    const esr = isTree(ESR) ? asFrench(ESR, original) : null;
    return esr && shop.send(esr);
  };
  for (const { name, cfg, expected, after = [], route } of examples.values()) {
    if (cfg || route || expected.RC !== 'OK') continue;
    let original: string | undefined;
    for (const before of after) original = (await send(before, original))?.ESR?.FN ?? original;
    const answer = await send(name, original);
    if (answer?.Result.RC === 'OK') sold.push(name);
    else if (answer) refused.push([name, answer.Result.ErrorCode]);
  }
  expect(refused).toEqual([]);
  expect(sold.length).toBeGreaterThanOrEqual(40);
  expect(await complaints(shop)).toEqual([]);
});
