/** Row of the suite: tax groups by their names, by percentages, and several at one position. */
import { expect, it } from 'vitest';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { Tree } from '../../receipt/tree.ts';
import { filesOf } from '../base/cash-register/testing/day.ts';
import { deliveryOf } from './delivery.ts';
import type { CountryExample } from './example.ts';
import { Shop } from './shop.ts';

/** A receipt without the names of tax groups that the POS has sent. */
function withoutGroups(record: JournalRecord): object {
  const PosA = record.ESR!.PosA!.map(({ TaxG: _sent, ...position }) => position);
  return { ...record, ESR: { ...record.ESR, PosA } };
}

/** Tax groups however they are written. */
export function taxGroupRows(example: CountryExample): void {
  const { twoGroups, byLine } = example.receipts;
  const positions = twoGroups.PosA as Tree[];
  const name = positions[0]!.TaxG as string;
  // All of one group: what looks for it by one name alone loses a part, or counts another one twice.
  const sale = (groups: readonly string[]): Tree => ({
    ...twoGroups,
    PosA: positions.map((position, i) => ({ ...position, ...byLine, TaxG: groups[i % groups.length]! })),
  });

  it('gives the same sale the same fiscal data, whether its tax group is named, a percentage or the first of two', async () => {
    const original = await Shop.open(example);
    const { Prc } = (await original.sell(sale([name]))).ESR!.TaxA![0]!;
    await original.stop();
    const soldAs = async (...groups: string[]) => {
      const shop = await original.copy();
      const { equipment } = shop;
      equipment.forget?.();
      // Two authorities would give two receipts two numbers; what the register makes of them is the same.
      if (deliveryOf(example)) equipment.behave!('is-down');
      const record = await shop.sell(sale(groups));
      const made = withoutGroups(example.comparable?.(record) ?? record);
      if (example.lineExport) return { made, files: await filesOf(shop, example.lineExport) };
      if (!equipment.toldLines) return { made };
      equipment.behave!('works');
      await shop.lookAfter();
      return { made, told: equipment.toldLines() };
    };
    const named = await soldAs(name);
    for (const groups of [[`${Prc}%`], [name, `${Prc}%`], [`${name} X`, `${Prc}%`]])
      expect([groups, await soldAs(...groups)]).toEqual([groups, named]);
  });
}
