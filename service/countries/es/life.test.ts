/** VERI*FACTU from the sale to the AEAT: kinds of documents, batches, refusals, outages, corrections, restores. */
import { describe, expect, it } from 'vitest';
import type { Esr, JournalRecord } from '../../receipt/tra.ts';
import { keptOf } from './system.ts';
import { openShop, type Shop } from './testing/shop.ts';
import { CUSTOMER, sale } from './testing/sales.ts';
import { recordOf } from './verifactu/make.ts';

const xmlOf = (record: JournalRecord) => recordOf(keptOf(record)!).xml;
const states = ({ aeat }: Shop) =>
  [...aeat.service.documents.values()].map(({ kind, state }) => `${kind} ${state}`);
const numbers = async (shop: Shop) => (await shop.records()).map(({ ESR }) => ESR!.FN);
const back = ({ ESR }: JournalRecord) => ({ RTL: ESR!.TL!, RTT: ESR!.TT!, RTN: ESR!.TN!, RD: ESR!.D! });

describe('documents', () => {
  it('issues a simplified invoice with its code and texts, and tells the AEAT a minute later', async () => {
    const shop = await openShop();
    const answer = await shop.sell();
    expect(answer).toMatchObject({ Result: { RC: 'OK' }, ESR: { FN: 'XT26-1-1/1' } });
    expect(answer.Fis!.Code).toBe(
      'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=B12345674&numserie=XT26-1-1%2F1&fecha=04-05-2026&importe=12.10',
    );
    expect(answer.Fis!.Tag).toContainEqual({ Label: 'QR tributario:', Name: 'QR', Value: '' });
    expect(states(shop)).toEqual([]);
    const [record] = await shop.records();
    expect(shop.register.answers.to(record!).Result).toEqual({ RC: 'OK' });
    await shop.tell();
    expect(states(shop)).toEqual(['F2 Correcta']);
    expect((await shop.records('Fis'))[0]).toMatchObject({ Of: record!.SQ, Fis: { ES_State: 'Correcto' } });
    expect(shop.register.undelivered).toBe(0);
  });

  it('tells invoices, corrections, and invoices in place of tickets by what a receipt says', async () => {
    const shop = await openShop();
    await shop.sell();
    await shop.sell({ Ctm: CUSTOMER });
    const [ticket, invoice] = await shop.records();
    await shop.send(sale([['-12.10', 'A']], { ...back(ticket!), Rsn: 'roto' }));
    await shop.send(sale([['-12.10', 'A']], { ...back(invoice!) }));
    await shop.sell();
    const third = (await shop.records()).at(-1)!;
    await shop.sell({ ES_Type: 'F3', Ctm: CUSTOMER, RFN: third.ESR!.FN! });
    expect(await numbers(shop)).toEqual([
      'XT26-1-1/1',
      'XF26-1-1/1',
      'XR26-1-1/1',
      'XR26-1-1/2',
      'XT26-1-1/2',
      'XF26-1-1/2',
    ]);
    await shop.tell();
    expect(states(shop)).toEqual(['F2', 'F1', 'R5', 'R1', 'F2', 'F3'].map((kind) => `${kind} Correcta`));
    const [, , r5, r1, , f3] = (await shop.records()).map(xmlOf);
    expect(r5).toContain('<sf:TipoRectificativa>I</sf:TipoRectificativa><sf:FacturasRectificadas>');
    expect(r5).not.toContain('Destinatarios');
    expect(r1).toContain('<sf:NIF>A58818501</sf:NIF>');
    expect(f3).toContain('<sf:NumSerieFactura>XT26-1-1/2</sf:NumSerieFactura>');
  });

  it('replaces a ticket once, by an invoice of the same amount, and while it stands', async () => {
    const shop = await openShop();
    await shop.sell();
    await shop.sell({ Ctm: CUSTOMER });
    const [ticket, invoice] = await shop.records();
    const refused = async (values: Partial<Esr>, amount = '12.10') => {
      const { Result } = await shop.send(sale([[amount, 'A']], { ES_Type: 'F3', Ctm: CUSTOMER, ...values }));
      return Result.RC === 'OK' ? 'OK' : Result.Warning?.join();
    };
    const RFN = ticket!.ESR!.FN!;
    expect(await refused({ RFN }, '50.00')).toMatch(/^#ES_KIND ESR\.T: .* come to 12\.10/);
    expect(await refused({ RFN: ' xt26-1-1/9', RD: '2026-05-03' })).toMatch(/there is no simplified invoice/);
    expect(await refused({ RFN: 'XT26-1-1/9' })).toMatch(
      /^#ES_KIND ESR\.RFN: there is no simplified invoice/,
    );
    expect(await refused({ RFN: invoice!.ESR!.FN! })).toMatch(/is no simplified invoice/);
    expect(await refused({ RFN: 'T26-1-2/9' })).toMatch(/^#ES_KIND ESR\.RD: the date/);
    expect(await refused({ RFN: 'T26-1-2/9', RD: '2026-99-99' })).toMatch(/^#ES_KIND ESR\.RD: the date/);
    expect(await refused({ RFN: 'T26-1-2/9', RD: '2026-05-03' })).toBe('OK');
    expect(await refused({ RFN })).toBe('OK');
    expect(await refused({ RFN })).toMatch(/was replaced by XF26-1-1\/3/);
    const takeBack = ({ ESR }: JournalRecord) =>
      shop.register.void({ original: ESR!, sender: {}, reason: 'error', warnings: [] });
    expect((await takeBack(ticket!)).Result.Warning?.join()).toMatch(/void that one first/);
    const f3 = (await shop.records()).at(-1)!;
    expect((await takeBack(f3)).Result.RC).toBe('OK');
    expect(await refused({ RFN })).toBe('OK');
    expect((await takeBack((await shop.records()).at(-1)!)).Result.RC).toBe('OK');
    expect((await takeBack(ticket!)).Result.RC).toBe('OK');
    expect(await refused({ RFN })).toMatch(/was voided/);
  });

  it('takes a document back by an anulación', async () => {
    const shop = await openShop();
    const { ESR } = await shop.sell();
    const voided = await shop.send(sale([['-12.10', 'A']], { Void: '1', RFN: ESR!.FN! }));
    expect(voided.Result.RC).toBe('OK');
    await shop.tell();
    expect(states(shop)).toEqual(['F2 Anulada']);
  });

  it.each([
    [
      'IVA with surcharge, exempt and not subject',
      '28001',
      ['RA', 'E2', 'N1'],
      'CuotaRecargoEquivalencia>0.48<',
    ],
    ['IGIC', '35001', ['A', 'D', 'Z'], '<sf:Impuesto>03</sf:Impuesto>'],
    ['IPSI', '51001', ['A', 'G'], '<sf:Impuesto>02</sf:Impuesto><sf:CalificacionOperacion>'],
  ])('tells %s', async (_name, Zip, groups, expected) => {
    const shop = await openShop({
      Cmp: { Nam: 'Tienda', Ctry: 'ES', TaxId: 'B12345674', Zip },
      ...{ Loc: { TL: '1' }, Trm: { TT: '1' } },
    });
    expect((await shop.send(sale(groups.map((group) => ['11.55', group] as const)))).Result.RC).toBe('OK');
    await shop.tell();
    expect(states(shop)).toEqual(['F2 Correcta']);
    expect(xmlOf((await shop.records())[0]!)).toContain(expected);
  });

  it('refuses what the law does not let be told', async () => {
    const shop = await openShop(undefined, false);
    const wrong = [
      ['a total over 3000 euro without a customer', sale([['3000.01', 'A']]), '#ES_RECIPIENT'],
      [
        'a customer with a wrong NIF',
        sale([['1.00', 'A']], { Ctm: { ...CUSTOMER, TaxId: 'A58818502' } }),
        '#ES_RECIPIENT',
      ],
      ['a customer without a name', sale([['1.00', 'A']], { Ctm: { TaxId: 'A58818501' } }), '#ES_RECIPIENT'],
      ['reverse charge without a customer', sale([['1.00', 'S2']]), '#ES_RECIPIENT'],
      ['an invoice without a customer', sale([['1.00', 'A']], { ES_Type: 'F1' }), '#ES_RECIPIENT'],
      ['a percentage that is none', sale([['1.00', '7%']]), '#ES_TAX'],
      ['5 % in 2026', sale([['1.00', '5%']]), '#ES_TAX'],
      ['a kind that is none', sale([['1.00', 'A']], { ES_Type: 'F9' }), '#ES_KIND'],
      ['a terminal that makes no series', sale([['1.00', 'A']], { TT: 'KASSE-12345' }), '#ES_SERIES'],
    ] as const;
    for (const [name, esr, code] of wrong) {
      const { RC, ErrorCode } = (await shop.send(esr)).Result;
      expect([name, RC, ErrorCode]).toEqual([name, 'BAD', code]);
    }
  });
});

describe('telling', () => {
  it('keeps to the waiting time of the last answer, and tells everything in order', async () => {
    const shop = await openShop();
    for (let n = 0; n < 3; n++) await shop.sell();
    await shop.register.deliver(new AbortController().signal);
    await shop.sell();
    await shop.register.deliver(new AbortController().signal);
    expect(shop.register.undelivered).toBe(1);
    await shop.tell();
    expect(shop.aeat.requests.map(({ records, early }) => [records, early])).toEqual([
      [3, false],
      [1, false],
    ]);
    expect(states(shop)).toHaveLength(4);
  });

  it('says that records come late after an outage, and loses none', async () => {
    const shop = await openShop();
    shop.aeat.down();
    for (let n = 0; n < 3; n++) {
      expect((await shop.sell()).Result.RC).toBe('OK');
      await shop.tell();
    }
    shop.aeat.up();
    shop.room.clock.advance(300_000);
    await shop.tell();
    const taken = shop.aeat.requests.filter(({ outcome }) => outcome === 'Correcto');
    expect(taken).toMatchObject([{ records: 3, incident: true }]);
    expect(shop.register.undelivered).toBe(0);
  });

  it('takes a duplicate for what it is when an answer was lost', async () => {
    const shop = await openShop();
    await shop.sell();
    shop.aeat.drop(1, 'after');
    await shop.tell();
    expect(shop.register.undelivered).toBe(1);
    await shop.tell();
    expect(shop.register.undelivered).toBe(0);
    expect(shop.aeat.service.taken).toHaveLength(1);
  });

  it('has one record refused in the middle of a batch, corrected by a button, with the chain intact', async () => {
    const shop = await openShop();
    for (let n = 0; n < 3; n++) await shop.sell();
    shop.aeat.service.refusing = /\/2$/;
    await shop.tell();
    expect(states(shop)).toHaveLength(2);
    expect(shop.register.undelivered).toBe(1);
    await shop.tell();
    expect(shop.aeat.requests).toHaveLength(1);
    const refused = (await shop.records())[1]!;
    expect((await shop.records('log')).find(({ Event }) => Event === 'authority-refused')).toMatchObject({
      ...{ Of: refused.SQ, Reason: '1999 Rechazado por el emulador.' },
    });
    shop.aeat.service.refusing = null;
    await shop.sell();
    shop.room.clock.advance(60_000);
    expect(await shop.act('correct', { sq: String(refused.SQ) })).toEqual({ result: null });
    const corrected = (await shop.records('log')).find(({ Event }) => Event === 'record-corrected')!;
    expect(xmlOf(corrected)).toContain(
      '<sf:Subsanacion>S</sf:Subsanacion><sf:RechazoPrevio>X</sf:RechazoPrevio>',
    );
    expect(shop.register.undelivered).toBe(0);
    expect(states(shop)).toEqual(Array(4).fill('F2 Correcta'));
    const late = (await shop.records('Fis')).find(({ Of }) => Of === refused.SQ);
    expect(late!.Fis).toMatchObject({ ES_State: 'Correcto', Code: refused.Fis!.Code });
    expect(shop.aeat.service.taken.map(({ isCorrection }) => isCorrection)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('corrects again what was refused again, with RechazoPrevio S', async () => {
    const shop = await openShop();
    await shop.sell();
    shop.aeat.service.refusing = /./;
    await shop.tell();
    const refused = (await shop.records())[0]!;
    shop.room.clock.advance(60_000);
    await shop.act('correct', { sq: String(refused.SQ) });
    const first = (await shop.records('log')).find(({ Event }) => Event === 'record-corrected')!;
    shop.room.clock.advance(60_000);
    await shop.act('correct', { sq: String(first.SQ) });
    const second = (await shop.records('log')).filter(({ Event }) => Event === 'record-corrected')[1]!;
    expect(keptOf(second)!.of).toBe(refused.SQ);
    expect(xmlOf(second)).toContain('<sf:RechazoPrevio>S</sf:RechazoPrevio>');
    expect(shop.register.undelivered).toBe(1);
    expect(await shop.act('correct', { sq: String(refused.SQ) })).toHaveProperty('issues');
  });

  it('sends by halves what does not fit the schema as a whole, and refuses the one that does not', async () => {
    const shop = await openShop();
    for (let n = 0; n < 3; n++) await shop.sell();
    shop.aeat.fail({ code: 4102 }, 3);
    await shop.tell();
    // Of three the first two went as one message, then one by one.
    expect(shop.aeat.requests.map(({ outcome }) => outcome)).toEqual([
      '4102',
      '4102',
      '4102',
      'Correcto',
      'Correcto',
    ]);
    expect(states(shop)).toHaveLength(2);
    expect(shop.register.undelivered).toBe(1);
  });

  it('keeps everything while the certificate is missing, and while nobody can read the answer', async () => {
    const shop = await openShop(undefined, false);
    expect((await shop.sell()).Result.RC).toBe('OK');
    await shop.tell();
    expect(shop.aeat.requests).toEqual([]);
    expect(shop.register.undelivered).toBe(1);
  });

  it('shows what was taken with errors until it is corrected', async () => {
    const shop = await openShop();
    await shop.sell();
    // By the clock of the AEAT the record comes from the future.
    const { clock } = shop.room;
    shop.room.clock.advance(3_600_000);
    await shop.sell();
    clock.advance(-3_600_000);
    await shop.register.deliver(new AbortController().signal);
    const [, ahead] = await shop.records();
    expect((await shop.records('Fis')).find(({ Of }) => Of === ahead!.SQ)!.Fis).toMatchObject({
      ES_State: 'AceptadoConErrores',
      ES_Error: expect.stringMatching(/^2004 /),
    });
    clock.advance(7_200_000);
    expect(await shop.act('correct', { sq: String(ahead!.SQ) })).toEqual({ result: null });
    expect(states(shop)).toEqual(['F2 Correcta', 'F2 Correcta']);
    const corrected = (await shop.records('log')).find(({ Event }) => Event === 'record-corrected')!;
    expect(xmlOf(corrected)).toMatch(/<sf:Subsanacion>S<\/sf:Subsanacion><sf:TipoFactura>/);
    expect(await shop.act('correct', { sq: String(ahead!.SQ) })).toHaveProperty('issues');
  });

  it('takes back a document that was refused as one that the AEAT does not know', async () => {
    const shop = await openShop();
    const { ESR } = await shop.sell();
    shop.aeat.service.refusing = /./;
    await shop.tell();
    shop.aeat.service.refusing = null;
    await shop.send(sale([['-12.10', 'A']], { Void: '1', RFN: ESR!.FN! }));
    await shop.tell();
    expect(xmlOf((await shop.records()).at(-1)!)).toContain('<sf:SinRegistroPrevio>S</sf:SinRegistroPrevio>');
    expect(shop.register.undelivered).toBe(0);
    expect(states(shop)).toEqual([' Anulada']);
  });
});
