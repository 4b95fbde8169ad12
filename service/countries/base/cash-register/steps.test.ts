/** Sales that are begun or given up, drawers that the register opens, and exports are events of the journal. */
import { expect, it } from 'vitest';
import { drawerOpened, exported } from '../../../register/country-work.ts';
import { needOfficial } from '../../../testing/official.ts';
import { saft } from '../../no/export.ts';
import { norway } from '../../no/testing/example.ts';
import { complaints } from '../../testing/books.ts';
import { Shop } from '../../testing/shop.ts';
import { officialSchema } from '../testing/schema.ts';
import { entryOf } from './entry.ts';
import { all, blocks, filesOf } from './testing/day.ts';

const schema = officialSchema('schemas/no/Norwegian_SAF-T_Cash_Register_Schema_v_1.00.xsd');

it('and count in the reports; a document that is not to be printed is no provisional receipt', async ({
  skip,
}) => {
  const shop = await Shop.open(norway);
  const { register } = shop;
  const step = (type: 'TraS' | 'TraU' | 'TraV', T: string) =>
    register.submitStep(type, { ESR: { T, Opr: 'E1' } }, []);
  await shop.sell();
  await step('TraS', '45.00');
  await step('TraU', '90.00');
  expect((await step('TraV', '90.00')).Result.RC).toBe('OK');
  await drawerOpened(register);
  const coffee = { _: 'Pos', Dsc: 'Kaffe', TaxG: 'A', Amt: '45.00' };
  await shop.sell({ NF: 'order', Opr: 'E1', PosA: [coffee] });
  await shop.sell({ NF: 'order', DO: 'noprint', Opr: 'E1', PosA: [coffee] });
  const Z = await shop.sell({ NFS: 'Z', Opr: 'E1' });
  expect(entryOf(Z)!.report!.sums.pairs).toMatchObject({
    corrections: [1, 9000],
    drawer: [1, 0],
    proforma: [1, 4500],
  });
  await exported(register, { type: 'saft', from: '2026-05-01', till: '2026-05-31' });
  await exported(register, { type: 'jou', from: '2026-05-01', till: '2026-05-31' });
  const [xml] = [...(await filesOf(shop, saft)).values()] as [string];
  const events = blocks(xml, 'event').map((event) => all(event, 'eventType')[0]);
  expect(events).toEqual(['13001', '13012', '13010', '13999', '13005', '13015', '13999', '13009', '13020']);
  expect(await complaints(shop)).toEqual([]);
  needOfficial(skip, schema.lack);
  expect(schema.problems([xml])).toBe('');
});
