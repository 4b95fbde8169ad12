/** What a POS reports besides receipts: price inquiries, lines that were taken back, modes, in reports and exports. */
import { expect, it } from 'vitest';
import { needOfficial } from '../../../testing/official.ts';
import { saft } from '../../no/export.ts';
import { norway } from '../../no/testing/example.ts';
import { complaints } from '../../testing/books.ts';
import { Shop } from '../../testing/shop.ts';
import { officialSchema } from '../testing/schema.ts';
import { all, blocks, filesOf, pos } from './testing/day.ts';

const schema = officialSchema('schemas/no/Norwegian_SAF-T_Cash_Register_Schema_v_1.00.xsd');

it('counts price inquiries by groups of articles and lines that were taken back, and knows events by their codes', async ({
  skip,
}) => {
  const shop = await Shop.open(norway);
  const coffee = pos('Kaffe', '45.00', { IN: '1003', Cat: '04012' });
  const wine = pos('Vin', '200.00', { Cat: 'vin', CatN: 'Vine', Qty: '2' });
  await shop.sell({ NF: 'priceinquiry', Opr: 'E1', PosA: [coffee, wine] });
  await shop.sell({ NF: 'PriceInquiry', Opr: 'E1', PosA: [coffee] });
  await shop.sell({ NF: 'priceinquiry', Opr: 'E1' });
  await shop.sell({ NF: 'linedelete', Opr: 'E1', PosA: [coffee] });
  for (const code of ['13023', '13024', '13030']) await shop.sell({ NF: code, Opr: 'E1' });
  // A code that something else is sent with is no such event.
  await shop.sell({ NF: '13012', Opr: 'E1' });
  const Z = await shop.sell({ NFS: 'Z', Opr: 'E1' });
  expect(Z.Fis!.Tag).toContainEqual({ Label: 'Rettede linjer', Name: 'corrections', Value: '1 / 45,00' });
  expect(await complaints(shop)).toEqual([]);
  const [xml] = [...(await filesOf(shop, saft)).values()] as [string];
  const events = blocks(xml, 'event').filter((event) => !event.includes('<eventType>13001'));
  expect(events.map((event) => all(event, 'eventType')[0])).toEqual([
    ...['13022', '13022', '13022', 'LINEDELETE', '13023', '13024', '13030', '13999', '13009'],
  ]);
  expect(all(events[0]!, 'eventText')).toEqual([
    'artID 1003; artGroupID 04012; lineAmntIn 45.00 / artID Vin; artGroupID G-vin; qnt 2; lineAmntIn 200.00',
  ]);
  const [report] = blocks(xml, 'eventReport') as [string];
  const inquiries = blocks(report, 'reportPriceInquiry').map((each) =>
    ['priceInquiryGroup', 'priceInquiryNum', 'priceInquiryAmnt'].map((name) => all(each, name)[0]),
  );
  expect(inquiries).toEqual([
    ['04012', '2', '90.00'],
    ['G-vin', '1', '200.00'],
  ]);
  expect([all(report, 'corrLineNum'), all(report, 'corrLineAmnt')]).toEqual([['1'], ['45.00']]);
  const basics = new Set(all(xml, 'basicID'));
  const used = ['eventType', 'priceInquiryGroup'].flatMap((name) => all(xml, name));
  expect(used.filter((id) => !basics.has(id))).toEqual([]);
  needOfficial(skip, schema.lack);
  expect(schema.problems([xml])).toBe('');
});
