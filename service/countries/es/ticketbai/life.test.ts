/** Registers of Araba, Bizkaia and Gipuzkoa and their treasuries, from the sale to the audit. */
import { expect, it } from 'vitest';
import { Attributes } from '../../../settings/attributes.ts';
import { verifyXades } from '../../base/xades-verify.ts';
import { fullNumber } from '../series.ts';
import { CUSTOMER } from '../testing/sales.ts';
import { keptOf } from '../system.ts';
import { openShop, type Shop } from './testing/shop.ts';

const ALL = ['araba', 'bizkaia', 'gipuzkoa'] as const;

async function findings(shop: Shop): Promise<unknown[]> {
  const records = await shop.room.records('def');
  const auditor = shop.register.country!.audit!({ publicKeys: new Map() });
  return [...records.flatMap((record) => auditor.take(record)), ...auditor.end(shop.register.state)];
}

it.each(ALL)(
  '%s: a sale has its identifier and code at once, and its state a little later',
  async (region) => {
    const shop = await openShop(region);
    const answer = await shop.sell();
    expect(answer.Result).toEqual({ RC: 'OK' });
    const { Code, ES_TBAI_Code, Tag } = answer.Fis!;
    expect(ES_TBAI_Code).toMatch(/^TBAI-B12345674-\d{6}-.{13}-\d{3}$/);
    expect(Tag).toContainEqual({ Label: 'TicketBAI', Name: 'TBAI', Value: ES_TBAI_Code });
    const { searchParams } = new URL(Code!);
    const [record] = await shop.records();
    const { id } = keptOf(record!)!.document;
    expect([answer.ESR!.FN, answer.Fis!.FN]).toEqual([fullNumber(id), fullNumber(id)]);
    expect([
      searchParams.get('id'),
      searchParams.get('s'),
      searchParams.get('nf'),
      searchParams.get('i'),
    ]).toEqual([...[ES_TBAI_Code, id.series, id.number, '12.10']]);
    await shop.tell();
    expect(shop.register.last!.Fis).toMatchObject({ ES_State: 'Correcto', ES_TBAI_Code });
    expect(shop.treasury.books[region].files).toHaveLength(1);
    expect(await findings(shop)).toEqual([]);
  },
);

it.each(ALL)(
  '%s: sales, invoices, corrections and voids are one chain, told in order after an outage',
  async (region) => {
    const shop = await openShop(region);
    shop.treasury.down();
    const first = await shop.sell();
    await shop.sell({ Ctm: CUSTOMER });
    const { TN } = first.ESR!;
    const back = await shop.sell({
      PosA: [{ _: 'Pos', Dsc: 'Pan', Amt: '-12.10', TaxG: 'A' }],
      PayA: [{ _: 'Pay', Dsc: 'Efectivo', PayG: 'cash', Amt: '-12.10' }],
      ...{ RTL: '1', RTT: '1', RTN: TN! },
    });
    expect(back.Result).toEqual({ RC: 'OK' });
    const wrong = await shop.sell();
    const { D } = wrong.ESR!;
    const original = { TL: '1', TT: '1', TN: wrong.ESR!.TN!, D: D! };
    const voided = await shop.register.void({ original, sender: {}, reason: 'mistake', warnings: [] });
    expect(voided.Result.RC).toBe('OK');
    const Ctm = { Nam: 'Dupont', TaxId: 'FR40303265045', Ctry: 'FR' };
    await shop.sell({ Ctm, ES_Services: '1' });
    await shop.tell();
    shop.treasury.up();
    shop.room.clock.advance(3_600_000);
    await shop.tell();
    expect(shop.treasury.books[region].files.map(({ kind, warnings }) => [kind, ...warnings])).toEqual([
      ...[['issue'], ['issue'], ['issue'], ['issue'], ['cancel'], ['issue']],
    ]);
    expect(shop.treasury.books[region].doubles).toEqual([]);
    expect(shop.treasury.books[region].files.at(-1)!.xml).toContain('<PrestacionServicios><Sujeta>');
    const states = (await shop.room.records('def'))
      .filter(({ _ }) => _ === 'Fis')
      .map(({ Fis }) => Fis!.ES_State);
    expect(states).toEqual(Array(6).fill('Correcto'));
    expect(await findings(shop)).toEqual([]);
  },
);

it.each(ALL)('%s: what is refused is a row with a button that repairs it', async (region) => {
  const shop = await openShop(region);
  await shop.sell();
  shop.treasury.fail({ code: '002' });
  await shop.tell();
  expect(shop.rows()).toMatchObject([{ text: expect.stringContaining('Error 002') }]);
  await shop.sell();
  await shop.tell();
  const [row] = shop.rows();
  expect(await shop.act('correct', { sq: row!.sq })).toEqual({ result: null });
  await shop.tell();
  const { files } = shop.treasury.books[region];
  // The treasury has not had the first one when the second one comes: that one has a warning.
  expect(files.map(({ kind }) => kind)).toEqual(
    region === 'bizkaia' ? ['issue', 'issue'] : ['issue', 'correct-issue'],
  );
  for (const { sq } of shop.rows()) await shop.act('settle', { sq });
  expect(shop.rows()).toEqual([]);
  expect(await findings(shop)).toEqual([]);
});

it('sells nothing without a certificate or, where it counts, without a licence', async () => {
  const shop = await openShop('gipuzkoa');
  const counting = Attributes.parse('ES_Region=gipuzkoa');
  shop.room.services.attributes = () => counting;
  expect((await shop.sell()).Result).toMatchObject({ RC: 'NO', ErrorCode: '#ES_LICENSE' });
  const licensed = Attributes.parse('ES_Region=gipuzkoa ES_TBAI_License=TBAIGI1234');
  shop.room.services.attributes = () => licensed;
  expect((await shop.sell()).Fis!.Code).toMatch(/^https:\/\/tbai\.egoitza\.gipuzkoa\.eus\/qr\/\?/);
  await shop.act('forget-certificate');
  expect((await shop.sell()).Result).toMatchObject({ RC: 'NO', ErrorCode: '#ES_CERTIFICATE' });
});

it('keeps the files of invoices as they were signed', async () => {
  const shop = await openShop('bizkaia');
  await shop.sell();
  const [record] = await shop.records();
  const { xml } = keptOf(record!)!.record as { xml: string };
  expect(verifyXades(Buffer.from(xml))).toMatchObject({
    policy: { id: expect.stringContaining('batuz.eus') },
  });
});
