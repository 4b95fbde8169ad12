/** The Norwegian SAF-T Cash Register of a day, held against the schema and what the schema cannot hold. */
import { expect, it } from 'vitest';
import { needOfficial } from '../../testing/official.ts';
import { all, blocks, filesOf, sellADay } from '../base/cash-register/testing/day.ts';
import { officialSchema } from '../base/testing/schema.ts';
import { complaints } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import { saft } from './export.ts';
import { readKey, signText } from './signature.ts';
import { norway } from './testing/example.ts';
import { SECRET } from './testing/shop.ts';

const schema = officialSchema('schemas/no/Norwegian_SAF-T_Cash_Register_Schema_v_1.00.xsd');

it('is valid, signed as it is exported, and has a minus where money is paid back', async ({ skip }) => {
  const shop = await Shop.open(norway);
  await sellADay(shop);
  expect(await complaints(shop)).toEqual([]);
  const found = await filesOf(shop, saft);
  expect([...found.keys()]).toEqual(['SAF-T Cash Register_974760673_20260601080000.xml']);
  const [xml] = [...found.values()] as [string];
  const key = readKey(SECRET)!;
  let before = '0';
  for (const each of blocks(xml, 'cashtransaction')) {
    const names = ['transDate', 'transTime', 'nr', 'transAmntIn', 'transAmntEx'];
    const text = [before, ...names.map((name) => all(each, name)[0])].join(';');
    expect(all(each, 'signature')).toEqual([signText(text, key)]);
    expect(all(each, 'amntTp')[0]).toBe(all(each, 'transAmntIn')[0]!.startsWith('-') ? 'D' : 'C');
    before = signText(text, key);
  }
  needOfficial(skip, schema.lack);
  expect(schema.problems([xml])).toBe('');
});

it('names keys as their supplier does, else by their number', async () => {
  const shop = await Shop.open(norway);
  const act = shop.acting(shop.register);
  const file = Buffer.from(SECRET).toString('base64');
  await shop.sell();
  await act('key', { file, version: '2026-A' });
  await shop.sell();
  await shop.sell();
  await act('key', { file: Buffer.from('DwAAAwQFBgcICQoLDA0ODw==').toString('base64') });
  await shop.sell();
  expect(await complaints(shop)).toEqual([]);
  const [xml] = [...(await filesOf(shop, saft)).values()] as [string];
  expect(all(xml, 'keyVersion')).toEqual(['1', '2026-A', '2026-A', '3']);
});
