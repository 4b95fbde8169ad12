/** What a French till does: documents, closings that come by themselves, and events. */
import { describe, expect, it } from 'vitest';
import { minor } from '../../receipt/money.ts';
import type { Tree } from '../../receipt/tree.ts';
import { dayBefore, monthEnd, nextDay } from '../base/closings.ts';
import { complaints } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import { totalsOf } from './books.ts';
import { timeText } from './signed-text.ts';
import { france } from './testing/example.ts';
import { events, pos, SALE, signedTexts, ticket } from './testing/shop.ts';

async function open(attributes = '', now = france.now): Promise<Shop> {
  return Shop.open({ ...france, now, equipment: () => ({ attributes: () => attributes }) });
}

/** Texts of one kind. */
async function texts(shop: Shop, kind: string): Promise<string[]> {
  const all = signedTexts(await shop.room.records('def'));
  return all.filter(([name]) => name === kind).map(([, text]) => text);
}

const eventsOf = async (shop: Shop) => events(await shop.room.records('def'));

/** Events of a closing. */
const closed = (code: string, period: string) => [
  `330 Début de clôture ${period}`,
  `${code} Clôture ${period}`,
];

/** The text without the signature at its end. */
const bare = (text: string | undefined) => text?.slice(0, text.lastIndexOf(','));

describe('a document', () => {
  it('is signed with its total in a chain, and counted in another one', async () => {
    const shop = await open();
    const first = await shop.sell(SALE);
    const second = await shop.sell(ticket([pos('Pain', 'C', '1.10')], '1.10'));
    expect(first.ESR!.FN).toBe('PA1-1-T1');
    expect(first.Fis!.Payload).toBe('2000:800|1000:400,1200,20260512120000,PA1-1-T1,Vente,N,');
    expect(second.Fis!.Payload).toBe(
      `0550:110,110,20260512120000,PA1-1-T2,Vente,O,${String(first.Fis!.Signature)}`,
    );
    expect((await texts(shop, 'total-ticket')).map(bare)).toEqual([
      '2000:800|1000:400,1200,1200,20260512120000,PA1-1-T1,1,N',
      '0550:110,110,1310,20260512120000,PA1-1-T2,2,O',
    ]);
    expect(await complaints(shop)).toEqual([]);
  });

  it('of other kinds has a chain and numbers of its own; training is in no total', async () => {
    const shop = await open();
    const Ctm = { Nam: 'Dupont, SARL', Adr: '1 rue', Zip: '69001', City: 'Lyon', TaxId: 'FR123' };
    const invoice = await shop.sell({ ...SALE, DT: 'Facture', Ctm: { ...Ctm, FR_SIR: '73282932000074' } });
    expect(invoice.Fis!.Tag).toContainEqual({
      ...{ Label: 'SIRET du client', Name: 'CustomerSIRET', Value: '73282932000074' },
    });
    expect(invoice.Fis!.Payload).toBe(
      '2000:800|1000:400,1200,20260512120000,PA1-1-F1,Vente,Dupont; SARL,69001,FR123,N,',
    );
    // Elsewhere there may be no postcodes.
    const { Zip: _none, ...abroad } = Ctm;
    await shop.sell({ ...SALE, DT: 'FA', Ctm: { ...abroad, Ctry: 'AE' } });
    const training = await shop.sell({ ...SALE, Test: '1', FR_Trainer: 'T7' });
    expect([training.ESR!.FN, training.Fis!.FR_Kind]).toEqual(['PA1-1-E1', 'training']);
    expect(training.Fis!.Tag).toContainEqual({ Label: 'Formateur', Name: 'Trainer', Value: 'T7' });
    expect(totalsOf(shop.register.state)).toEqual({ real: '2400', absolute: '2400' });
    expect(await complaints(shop)).toEqual([]);
  });

  it('that returns or voids another one is an event, and counts twice in the absolute total', async () => {
    const shop = await open();
    const sale = await shop.sell(SALE);
    const back = await shop.sell(
      ticket([pos('Vin', 'A', '-8.00')], '-8.00', { RTN: sale.ESR!.TN!, Rsn: 'bouchonné' }),
    );
    expect(back.Fis!.Tag).toContainEqual({
      ...{ Label: 'Document d’origine', Name: 'Reference', Value: 'PA1-1-T1' },
    });
    const other = await shop.sell(SALE);
    await shop.void(other);
    expect(totalsOf(shop.register.state)).toEqual({ real: '400', absolute: '4400' });
    expect((await eventsOf(shop)).slice(2)).toEqual([
      '190 PA1-1-T2 retour PA1-1-T1',
      '190 PA1-1-T4 annule PA1-1-T3',
    ]);
    expect((await texts(shop, 'ticket'))[1]).toMatch(/^2000:-800,-800,\d{14},PA1-1-T2,Remboursement,O,/);
    expect(await complaints(shop)).toEqual([]);
  });

  it('counts what is sold alone: deposits, vouchers and tips are an event', async () => {
    const shop = await open();
    const PosA = [pos('Vin', 'A', '8.00'), pos('Bon cadeau', 'E', '20.00', { _: 'Vou' })];
    await shop.sell(ticket(PosA, '28.00'));
    expect(totalsOf(shop.register.state).real).toBe('800');
    expect((await eventsOf(shop)).at(-1)).toBe('910 PA1-1-T1 20.00');
    expect(await complaints(shop)).toEqual([]);
  });

  it('of a time without the register is signed later, between two events', async () => {
    const shop = await open();
    await shop.sell({ ...SALE, D: '2026-05-12T10:00:00', FR_Degraded: '1' });
    const second = await shop.sell({ ...SALE, D: '2026-05-12T10:05:00', FR_Degraded: '1' });
    await shop.sell(SALE);
    expect((await eventsOf(shop)).slice(2)).toEqual([
      '70 Documents émis à partir du 2026-05-12 10:00:00',
      '120 Mode dégradé depuis le 2026-05-12 10:00:00',
    ]);
    expect(second.Fis!.Payload).toContain(',20260512100500,');
    expect(second.Fis!.Tag).toContainEqual({ Label: '', Name: 'Degraded', Value: 'MODE DÉGRADÉ' });
    expect(await complaints(shop)).toEqual([]);
  });

  const refused: [what: string, esr: Tree, code: string][] = [
    ['without a type', { ...SALE, DT: undefined } as unknown as Tree, '#DT_MISSING'],
    ['without an operator', { ...SALE, Opr: undefined } as unknown as Tree, '#OPR_MISSING'],
    ['of the wrong operation', { ...SALE, FR_OperationType: 'Remboursement' }, '#FR_OPERATION'],
    ['of a tax of before', ticket([pos('Vin', '19.6%', '8.00')], '8.00'), '#FR_TAX'],
    ['for nobody, though it is an invoice', { ...SALE, DT: 'Facture' }, '#FR_CUSTOMER'],
    ['of an endless original', { ...SALE, RFN: 'z'.repeat(201) }, '#FR_TOO_LONG'],
    ['of an endless operator', { ...SALE, Opr: 'x'.repeat(201) }, '#FR_TOO_LONG'],
    ['that copies nothing', { NFS: 'DUP', RFN: 'PA1-1-T99' }, '#FR_DUPLICATE'],
  ];
  it.each(refused)('%s is refused', async (_what, esr, code) => {
    const shop = await open();
    const { Result } = await shop.send(JSON.parse(JSON.stringify(esr)) as Tree);
    expect([Result.RC, Result.ErrorCode]).toEqual(['BAD', code]);
  });

  it('of the test phase is training', async () => {
    const shop = await open('Fiscal_Test');
    expect((await shop.sell(SALE)).Fis!.FR_Kind).toBe('training');
    expect(totalsOf(shop.register.state).real).toBe('0');
  });
});

describe('periods', () => {
  it('are closed by themselves for all days off, months and years, also while nobody sells', async () => {
    const shop = await open('', '2026-12-30T20:00:00');
    await shop.sell(SALE);
    shop.clock.set('2027-01-02T09:00:00');
    await shop.lookAfter();
    const closings = async () =>
      signedTexts(await shop.room.records('def')).filter(([kind]) => /^total-(?!ticket)/.test(kind));
    const found = (await closings()).map(
      ([kind, text]) => `${kind} ${text.split(',').slice(1, 5).join(' ')}`,
    );
    expect(found).toEqual([
      'total-day 1200 1200 20261230235959 20261230',
      'total-day 0 1200 20261231235959 20261231',
      'total-month 1200 1200 20261231235959 202612',
      'total-year 1200 1200 20261231235959 20261230-20261231',
      'total-day 0 1200 20270101235959 20270101',
    ]);
    // Nothing is closed twice, and the next sale finds nothing to be done.
    await shop.restart();
    await shop.sell(SALE);
    expect(await closings()).toHaveLength(5);
    expect(await eventsOf(shop)).toEqual([
      expect.stringMatching(/^260 Initialisation BarPos 4\.2 /),
      '80 Démarrage du terminal',
      ...closed('50', 'journalière 20261230'),
      ...closed('50', 'journalière 20261231'),
      ...closed('50', 'mensuelle 202612'),
      ...closed('60', 'annuelle 20261230-20261231'),
      ...closed('50', 'journalière 20270101'),
      '40 Arrêt constaté au démarrage; dernière écriture 2027-01-02 09:00:00',
      '80 Démarrage du terminal',
    ]);
    expect(await complaints(shop)).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'end with the month of the profile (%i), and totals are those of the journal',
    async (month) => {
      const last = monthEnd(`2026-${String(month).padStart(2, '0')}-01`);
      const days = [dayBefore(last), last];
      const shop = await open(`Fiscal_YearEnd=${month}`, `${days[0]}T09:00:00`);
      let sold = 0;
      for (const day of days) {
        shop.clock.set(`${day}T10:00:00`);
        for (const esr of [SALE, ticket([pos('Vin', 'A', '-8.00')], '-8.00', { Rsn: 'x' })])
          sold += minor((await shop.sell(esr)).ESR!.T, 2);
      }
      shop.clock.set(`${nextDay(last)}T10:00:00`);
      await shop.sell(SALE);
      const [from, till] = days.map(timeText);
      expect(bare((await texts(shop, 'total-year'))[0])).toBe(
        `2000:0|1000:800,${sold},${sold},${till}235959,${from}-${till},1,N`,
      );
      const totals = await shop.room.journal.totalByDay('def');
      expect(totals.reduce((sum, [, total]) => sum + total, 0)).toBe(sold + 1200);
      expect(totalsOf(shop.register.state).real).toBe(String(sold + 1200));
      expect(await complaints(shop)).toEqual([]);
    },
  );

  it('may be closed by the till, which ends a shift and no day', async () => {
    const shop = await open();
    await shop.sell(SALE);
    const shift = await shop.sell({ Opr: 'OP1', NFS: 'CLO' });
    expect(shift.Fis!.Tag!.map(({ Label, Value }) => `${Label} ${Value}`)).toEqual(
      expect.arrayContaining([
        ...['Caisse PA1-1', 'Clôture journalière n° 1', 'Période 12/05/2026', 'Ventes 12,00'],
        ...['TTC à 20,00 % 8,00', 'TTC à 10,00 % 4,00', 'Grand total perpétuel 12,00'],
      ]),
    );
    shop.clock.advance(3_600_000);
    await shop.sell(SALE);
    shop.clock.set('2026-05-13T08:00:00');
    await shop.lookAfter();
    // Articles on a closing are in no total, and must not look as if they were sold.
    const disguised = await shop.sell({ ...SALE, NFS: 'Z' });
    expect(disguised.Fis!.Tag).toContainEqual(expect.objectContaining({ Name: 'Provisional' }));
    expect(shift.Fis!.Tag).not.toContainEqual(expect.objectContaining({ Name: 'Provisional' }));
    expect((await texts(shop, 'total-day')).map((text) => text.split(',').slice(1, 6).join(' '))).toEqual([
      '1200 1200 20260512120000 20260512 1',
      '1200 2400 20260512235959 20260512 2',
      '0 2400 20260513080000 20260513 3',
    ]);
    expect(await complaints(shop)).toEqual([]);
  });

  it('wait for somebody to confirm the clock where too many days are over, and stay open while it is behind', async () => {
    const shop = await open();
    await shop.sell(SALE);
    shop.clock.set('2029-01-01T10:00:00');
    expect((await shop.send(SALE)).Result).toMatchObject({ RC: 'NO', ErrorCode: '#FR_CLOCK' });
    shop.clock.set('2026-05-11T10:00:00');
    await shop.lookAfter();
    expect((await shop.send(SALE)).Result).toMatchObject({ RC: 'NO', ErrorCode: '#CLOCK_BEHIND' });
    expect(await texts(shop, 'total-day')).toEqual([]);
    shop.clock.set('2026-05-12T12:30:00');
    await shop.sell(SALE);
    expect(await complaints(shop)).toEqual([]);
  });

  it('close once and without a gap, whichever commit over a year end is the last before a crash, or fails', async () => {
    // Notes of the new session, three days, a month, a year, and the sale.
    const COMMITS = 7;
    for (let commit = 1; commit <= COMMITS; commit++) {
      // One in two is stored, and nobody hears of it.
      const isStored = commit % 2 === 1;
      const shop = await open('', '2026-12-30T20:00:00');
      await shop.sell(SALE);
      shop.clock.set('2027-01-02T09:00:00');
      await shop.restart();
      const { store } = shop.room;
      store.failAt(commit, isStored);
      const { Result } = await shop.send({ ...SALE, UID: 'x' });
      expect([commit, store.failed, Result.RC]).toEqual([commit, 1, 'NO']);
      if (isStored) await shop.restart();
      const again = await shop.send({ ...SALE, UID: 'x' }, { restart: true });
      expect(again.Result.RC).toBe('OK');
      const closings = signedTexts(await shop.room.records('def')).filter(([kind]) =>
        /^total-(?!ticket)/.test(kind),
      );
      expect(closings).toHaveLength(5);
      expect(totalsOf(shop.register.state).real).toBe('2400');
      expect(await complaints(shop)).toEqual([]);
      await shop.stop();
    }
  });
});

describe('copies', () => {
  it('are numbered and signed, whether the till counts or posts them', async () => {
    const shop = await open();
    const sale = await shop.sell(SALE);
    const number = { TL: undefined, TT: undefined, TN: sale.ESR!.TN! };
    const counted = await shop.register.prints.countAgain(number);
    expect(counted).toMatchObject({ count: 1, tags: [{ Value: 'DUPLICATA 1 de PA1-1-T1' }, {}, {}] });
    const posted = await shop.sell({ Opr: 'OP1', NFS: 'DUP', RFN: sale.ESR!.FN! });
    expect(await shop.register.prints.count(number)).toBe(2);
    expect((await texts(shop, 'duplicate')).map(bare)).toEqual([
      'PA1-1,1,Ticket,1,SYSTEME,20260512120000,PA1-1-T1,N',
      'PA1-1,2,Ticket,2,OP1,20260512120000,PA1-1-T1,O',
    ]);
    expect(posted.Fis!.FR_Copy).toBe('2');
    expect(await complaints(shop)).toEqual([]);
  });

  it('are none where nothing can be signed or stored', async () => {
    const shop = await open();
    const sale = await shop.sell(SALE);
    const { prints } = shop.register;
    shop.room.store.failAt(1);
    expect(await prints.copied(sale)).toMatchObject({ issues: [{ code: '#JOURNAL_FAILED' }] });
    const key = 'FR/key FR40303265045';
    const kept = shop.vault.get(key)!;
    await shop.vault.set(key, {});
    expect(await prints.copied(sale)).toMatchObject({ issues: [{ code: '#FR_KEY' }] });
    await shop.vault.set(key, kept);
    expect(await prints.copied(sale)).toMatchObject({ count: 1 });
    expect(await complaints(shop)).toEqual([]);
  });
});
