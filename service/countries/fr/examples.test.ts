/** Sales of all trades, as POS programs send them, in a French register. */
import { expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { readExamples } from '../../testing/examples.ts';
import { isTree } from '../../receipt/tree.ts';
import { complaints } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import { france } from './testing/example.ts';

/** Portuguese groups and percentages, as France has them. */
const GROUPS: Readonly<Record<string, string>> = {
  ...{ NOR: 'A', '23%': 'A', INT: 'B', '13%': 'B', RED: 'C', '6%': 'C', ISE: 'E', '0%': 'E' },
};

/** A sale with French groups; null where its taxes are of another country. */
function asFrench({ TaxA, DT: _type, Ctm, ...esr }: Tree): Tree | null {
  // Totals of net prices are those of other percentages.
  if (TaxA !== undefined || esr.TaxN !== undefined) return null;
  const positions = Array.isArray(esr.PosA) ? esr.PosA.filter(isTree) : [];
  const groups = positions.map(({ TaxG }) => (typeof TaxG === 'string' ? TaxG.split(' ')[0]! : ''));
  if (groups.some((group) => group !== '' && !/^[A-E]$/.test(group) && !GROUPS[group])) return null;
  const PosA = positions.map((position, i) => {
    const group = groups[i]!;
    return group === '' ? position : { ...position, TaxG: GROUPS[group] ?? group };
  });
  const named = Ctm === undefined ? {} : { Ctm };
  return { ...esr, ...named, ...(esr.PosA !== undefined && { PosA }), Opr: '1', DT: 'Ticket' };
}

it('takes forty sales of all trades, and keeps right books of them', async () => {
  const shop = await Shop.open(france);
  const sold: string[] = [];
  const refused: [name: string, code: string | undefined][] = [];
  for (const { name, cfg, expected, after, route, request } of readExamples().values()) {
    const { ESR } = request.Tra;
    const esr = isTree(ESR) ? asFrench(ESR) : null;
    if (cfg || after || route || expected.RC !== 'OK' || !esr) continue;
    const { D: _date, TN: _number, ...now } = esr;
    const { Result } = await shop.send(now);
    if (Result.RC === 'OK') sold.push(name);
    else refused.push([name, Result.ErrorCode]);
  }
  expect(refused).toEqual([]);
  expect(sold.length).toBeGreaterThanOrEqual(30);
  expect(await complaints(shop)).toEqual([]);
});
