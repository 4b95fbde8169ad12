/** Days that are closed before the first receipt of a new date (`Fiscal_ZLaunch`). */
import { expect, it } from 'vitest';
import { Attributes } from '../../settings/attributes.ts';
import { complaints } from '../testing/books.ts';
import { verified } from './dsfinvk/testing/exported.ts';
import { exportOf } from './testing/export-of.ts';
import { open } from './testing/german.ts';
import { SALE } from './testing/shop.ts';

const [BEFORE, AFTER, LATER] = ['2026-05-12T23:50:00', '2026-05-13T00:01:00', '2026-05-13T00:20:00'];

/** Sells, each time with a clock and perhaps another date; kinds of all receipts: `Z` is the register's own. */
async function sold(...times: [clock: string, D?: string][]): Promise<string[]> {
  const { shop, records } = await open();
  shop.room.services.attributes = () => Attributes.parse('Fiscal_ZLaunch');
  for (const [clock, D] of times) {
    shop.clock.set(clock);
    await shop.sell({ ...SALE, ...(D !== undefined && { D }) });
  }
  expect(await complaints(shop)).toEqual([]);
  expect(await verified(await exportOf(shop, true))).toMatchObject({ findings: [], more: 0 });
  return (await records())
    .filter(({ _ }) => _ === 'Tra')
    .map(({ Own }) => (Own === undefined ? 'sale' : String(Own)));
}

it('are those of the receipts, not of the clock that registers them', async () => {
  const usual: [string][] = [[BEFORE], [AFTER], [LATER]];
  expect(await sold(...usual)).toEqual(['sale', 'Z', 'sale', 'sale']);
  // Sold before midnight, registered behind it.
  expect(await sold([AFTER, BEFORE], [LATER])).toEqual(['sale', 'Z', 'sale']);
  expect(await sold([AFTER, BEFORE], [LATER, '2026-05-12T23:59:00'])).toEqual(['sale', 'sale']);
  // A POS whose clock is minutes ahead.
  expect(await sold([BEFORE, AFTER], [LATER])).toEqual(['sale', 'sale']);
});
