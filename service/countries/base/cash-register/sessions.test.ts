/** Days that nobody has closed (`Fiscal_ZLaunch`), and other versions of the program, in a country with such a journal. */
import { expect, it } from 'vitest';
import { norway } from '../../no/testing/example.ts';
import { setUp } from '../../no/testing/shop.ts';
import { saft } from '../../no/export.ts';
import { complaints } from '../../testing/books.ts';
import { PROGRAM } from '../../../testing/country-services.ts';
import { all, filesOf } from './testing/day.ts';
import { Shop } from '../../testing/shop.ts';
import { entryOf } from './entry.ts';

const DAY_MS = 86_400_000;

async function open(attributes: string): Promise<Shop> {
  return Shop.open({ ...norway, equipment: () => ({ setUp, attributes: () => attributes }) });
}

/** Z reports with the receipts that each one counts. */
async function reports(shop: Shop) {
  const records = await shop.room.records('def');
  return records.flatMap((record) => {
    const report = record._ === 'Tra' ? entryOf(record)?.report : undefined;
    return report ? [[record.Own ?? 'till', report.number, report.sums.pairs.receipts![0]]] : [];
  });
}

it('are closed in the background or before the first receipt of the next day, once, and by the till where it does', async () => {
  const shop = await open('Fiscal_ZLaunch');
  const { clock } = shop;
  await shop.sell();
  await shop.lookAfter();
  expect(await reports(shop)).toEqual([]);
  clock.advance(DAY_MS);
  await shop.lookAfter();
  await shop.lookAfter();
  expect(await reports(shop)).toEqual([['Z', 1, 1]]);
  await shop.sell();
  await shop.sell();
  clock.advance(DAY_MS);
  await shop.sell();
  expect(await reports(shop)).toEqual([
    ['Z', 1, 1],
    ['Z', 2, 2],
  ]);
  clock.advance(DAY_MS);
  await shop.sell({ NFS: 'Z', Opr: 'E1' });
  await shop.lookAfter();
  expect(await reports(shop)).toEqual([
    ['Z', 1, 1],
    ['Z', 2, 2],
    ['till', 3, 1],
  ]);
  expect(await complaints(shop)).toEqual([]);
});

it('stay open where the till closes them', async () => {
  const shop = await open('');
  await shop.sell();
  shop.clock.advance(2 * DAY_MS);
  await shop.lookAfter();
  await shop.sell();
  expect(await reports(shop)).toEqual([]);
});

it('tell of another version of the program at its first start', async () => {
  let version = '3.0.0';
  const program = () => ({ ...PROGRAM, version });
  const shop = await Shop.open({ ...norway, equipment: () => ({ setUp, services: { program } }) });
  await shop.sell();
  await shop.restart();
  await shop.sell();
  version = '3.1.0';
  await shop.restart();
  await shop.sell();
  await shop.restart();
  await shop.lookAfter();
  const [xml] = [...(await filesOf(shop, saft)).values()] as [string];
  expect(all(xml, 'eventType')).toEqual([
    ...['13001', '13012', '13002', '13001', '13012'],
    ...['13002', '13007', '13001', '13012', '13002', '13001'],
  ]);
  expect(all(xml, 'eventText')).toContain('3.1.0');
  expect(await complaints(shop)).toEqual([]);
});
