/** The export `dsfinvk`, held against what an auditor's program finds. */
import { beforeAll, describe, expect, it } from 'vitest';
import { exported, rowsOf, verified, type Files } from './testing/exported.ts';
import { CFG, Till } from './testing/till.ts';

const pos = (Amt: string, TaxG = 'A', more = {}) => ({ _: 'Pos', Dsc: 'Ware', Amt, TaxG, ...more });
const pay = (Amt: string, PayG = 'cash', more = {}) => ({ _: 'Pay', Dsc: PayG, Amt, PayG, ...more });

/** A day with one of everything, the closing, and a receipt of the next day. */
function day(): Till {
  const till = new Till();
  till.register({ NFS: 'payin', PayA: [pay('100.00')] });
  till.register({
    PosA: [
      pos('19.99', 'A', { PN: '1', Qty: '2', SKU: '4711', IN: '4006381333931' }),
      pos('5.35', 'B', { InH: '0', Dev: 'HH1' }),
    ],
    PayA: [pay('20.00'), pay('5.34', 'debitcard')],
    Ctm: { Nam: 'Kunde "eins"', CN: '77', Cat: 'Stamm', Adr: 'Weg 1', Zip: '1', City: 'Bern', Ctry: 'CH' },
    TP: 'Tisch 4',
  });
  till.register({
    PosA: [
      pos('10.00', 'A', { PN: '1' }),
      { _: 'Mod', PN: '1', Dsc: 'Rabatt', Amt: '-1.00' },
      { _: 'Dep', Dsc: 'Pfand', Amt: '0.25', TaxG: 'A' },
      { _: 'Dep', Dsc: 'Leergut', Amt: '-0.50', TaxG: 'A' },
      { _: 'Vou', Dsc: 'Gutschein', Amt: '50.00', TaxG: 'E', VouN: 'G-1' },
      { _: 'Tip', Dsc: 'Trinkgeld', Amt: '2.00', TaxG: 'E' },
      { _: 'Adv', Dsc: 'Anzahlung', Amt: '11.90', TaxG: 'A' },
      pos('8.00', 'E', { DE_AGENTUR_ID: '3' }),
    ],
    PayA: [pay('60.65'), pay('20.00', 'foreign', { CC: 'CHF', FAmt: '19.00' })],
  });
  till.register({ Test: '1', PosA: [pos('3.00')], PayA: [pay('3.00')] });
  till.register({ NFS: 'order', PosA: [pos('10.21', 'A', { Dsc: 'Beer "groß"' })] });
  till.abort();
  till.register({ PosA: [pos('4.00')], PayA: [pay('4.00')] }, { failure: 'unreachable: no answer' });
  till.register(
    {
      Void: '1',
      RTN: '2',
      PosA: [pos('-19.99', 'A', { Qty: '-2' }), pos('-5.35', 'B')],
      PayA: [pay('-25.34', 'refund')],
    },
    { references: [{ Name: '1/1/2', SQ: 2, Z: 1, D: '2026-03-02T08:01:00', Positions: [] }] },
  );
  till.register({ NFS: 'Invoice', PosA: [pos('119.00')], PayA: [pay('119.00', 'open')] });
  till.register({ NFS: 'Drawer' });
  till.close();
  till.seconds += 12 * 3600;
  till.register({ PosA: [pos('1.00')], PayA: [pay('1.00')] });
  return till;
}

describe('a day with one of everything', () => {
  let files: Files;
  beforeAll(async () => {
    files = await exported([day()]);
  });
  const row = (file: string, column: string, value: string) =>
    rowsOf(files, file).find((found) => found[column] === value);

  it('is valid', async () => {
    expect(await verified(files)).toEqual({ findings: [], more: 0, counts: { closings: 1, processes: 11 } });
  });

  it('has the rows of the known answer', () => {
    const of = (file: string) => rowsOf(files, file).filter(({ BON_ID }) => BON_ID === '2');
    expect(
      of('transactions_vat.csv').map((r) => [r.UST_SCHLUESSEL, r.BON_BRUTTO, r.BON_NETTO, r.BON_UST]),
    ).toEqual([
      ['1', '19,99', '16,80', '3,19'],
      ['2', '5,35', '5,00', '0,35'],
    ]);
    expect(of('transactions.csv')[0]).toMatchObject({
      UMS_BRUTTO: '25,34',
      BON_START: '2026-03-02T08:01:00+01:00',
      KUNDE_LAND: 'CHE',
      KUNDE_NAME: 'Kunde ""eins""',
    });
    expect(of('datapayment.csv').map((r) => [r.ZAHLART_TYP, r.BASISWAEH_BETRAG])).toEqual([
      ['Bar', '20,00'],
      ['ECKarte', '5,34'],
    ]);
    expect(of('transactions_tse.csv')[0]).toMatchObject({
      TSE_ID: '1',
      TSE_VORGANGSDATEN: 'Beleg^19.99_5.35_0.00_0.00_0.00^20.00:Bar_5.34:Unbar',
    });
    expect(of('lines.csv')).toMatchObject([
      {
        POS_ZEILE: '1',
        ART_NR: '4711',
        GTIN: '4006381333931',
        MENGE: '2,000',
        STK_BR: '9,99500',
        INHAUS: '1',
      },
      { POS_ZEILE: '2', MENGE: '1,000', STK_BR: '5,35', INHAUS: '0', POS_TERMINAL_ID: 'HH1' },
    ]);
    expect(of('allocation_groups.csv')).toMatchObject([{ ABRECHNUNGSKREIS: 'Tisch 4' }]);
  });

  it('names the business case of each position', () => {
    const cases = rowsOf(files, 'lines.csv')
      .filter(({ BON_ID }) => BON_ID === '3')
      .map((r) => [r.GV_TYP, r.AGENTUR_ID, r.GUTSCHEIN_NR]);
    expect(cases).toEqual([
      ['Umsatz', '0', ''],
      ['Pfand', '0', ''],
      ['PfandRueckzahlung', '0', ''],
      ['MehrzweckgutscheinKauf', '0', 'G-1'],
      ['TrinkgeldAN', '0', ''],
      ['Anzahlungseinstellung', '0', ''],
      ['Umsatz', '3', ''],
    ]);
    expect(rowsOf(files, 'itemamounts.csv').map((r) => [r.TYP, r.PF_BRUTTO, r.PF_UST])).toEqual([
      ['base_amount', '10,00', '1,60'],
      ['discount', '-1,00', '-0,16'],
    ]);
  });

  it('sums what is business, and nothing else', () => {
    expect(rowsOf(files, 'cashpointclosing.csv')).toMatchObject([
      {
        Z_NR: '1',
        Z_START_ID: '1',
        Z_ENDE_ID: '11',
        Z_BUCHUNGSTAG: '',
        Z_SE_ZAHLUNGEN: '184,65',
        Z_SE_BARZAHLUNGEN: '179,31',
        LAND: 'DEU',
        STNR: '37/123/45678',
      },
    ]);
    expect(row('businesscases.csv', 'GV_TYP', 'Einzahlung')).toMatchObject({
      UST_SCHLUESSEL: '5',
      Z_UMS_BRUTTO: '100,00',
    });
    expect(
      rowsOf(files, 'cash_per_currency.csv').map((r) => [r.ZAHLART_WAEH, r.ZAHLART_BETRAG_WAEH]),
    ).toEqual([
      ['EUR', '159,31'],
      ['CHF', '19,00'],
    ]);
    expect(rowsOf(files, 'pa.csv')).toMatchObject([{ AGENTUR_ID: '3' }]);
    expect(rowsOf(files, 'slaves.csv')).toMatchObject([{ TERMINAL_ID: 'HH1', TERMINAL_MODELL: 'Mobil' }]);
  });

  it('says what the TSE did not sign, and why', () => {
    expect(row('transactions_tse.csv', 'TSE_TA_FEHLER', 'unreachable: no answer')).toMatchObject({
      TSE_ID: '',
      TSE_TA_SIG: '',
      TSE_VORGANGSDATEN: 'Beleg^4.00_0.00_0.00_0.00_0.00^4.00:Bar',
    });
  });

  it('has processes of all kinds', () => {
    expect(rowsOf(files, 'transactions.csv').map(({ BON_TYP }) => BON_TYP)).toEqual(
      'Beleg Beleg Beleg AVTraining AVBestellung AVBelegabbruch Beleg Beleg AVRechnung AVSonstige AVSonstige'.split(
        ' ',
      ),
    );
    expect(rowsOf(files, 'references.csv')).toMatchObject([
      {
        BON_ID: '8',
        POS_ZEILE: '',
        REF_TYP: 'Transaktion',
        REF_Z_NR: '1',
        REF_BON_ID: '2',
        REF_Z_KASSE_ID: 'TESTKASSE01',
      },
    ]);
  });

  it('reads its index by the DTD that lies beside it', () => {
    expect(Object.keys(files).slice(0, 2)).toEqual(['index.xml', 'gdpdu-01-09-2004.dtd']);
    expect(Object.keys(files)).toHaveLength(22);
  });
});

it('is valid whatever tills call their lines and devices', async () => {
  const till = new Till();
  till.register({
    PosA: [
      pos('1.00', 'A', { PN: 'a\tb', Dev: 'unknown' }),
      pos('2.00', 'A', { PN: 'a b', Dev: 'Ü'.repeat(80) }),
      pos('3.00', 'A', { PN: '7'.repeat(80) }),
    ],
    PayA: [pay('6.00')],
  });
  till.close();
  const files = await exported([till]);
  expect((await verified(files)).findings).toEqual([]);
  expect(rowsOf(files, 'lines.csv').map(({ POS_ZEILE }) => POS_ZEILE)).toEqual(['1', '2', '3']);
});

it('adds up tax lines of one group, as its positions belong to all of them', async () => {
  const till = new Till();
  const line = (Amt: string, Net: string, TAmt: string, more = {}) => ({
    ...{ _: 'Tax', TaxG: 'A', Prc: '19', Amt, Net, TAmt, ...more },
  });
  till.register({
    PosA: [pos('11.90'), pos('23.80')],
    TaxA: [line('11.90', '10.00', '1.90'), line('23.80', '20.00', '3.80', { Prc: '19.00' })],
    PayA: [pay('35.70')],
  });
  till.close();
  const files = await exported([till]);
  expect((await verified(files)).findings).toEqual([]);
  expect(rowsOf(files, 'lines_vat.csv').map((r) => [r.POS_BRUTTO, r.POS_UST])).toEqual([
    ['11,90', '1,90'],
    ['23,80', '3,80'],
  ]);
});

it('takes back each thing as what it was', async () => {
  const till = new Till();
  const things = (sign: string, more = {}) => [
    { _: 'Vou', Dsc: 'Gutschein', Amt: `${sign}60.00`, TaxG: 'E', ...more },
    { _: 'Dep', Dsc: 'Pfand', Amt: `${sign}0.25`, TaxG: 'A', ...more },
    { _: 'Adv', Dsc: 'Anzahlung', Amt: `${sign}11.90`, TaxG: 'A', ...more },
  ];
  const voided = { Void: '1' };
  till.register({ PosA: things(''), PayA: [pay('72.15')] });
  till.register({ Void: '1', PosA: things('-'), PayA: [pay('-72.15')] });
  // A line that is taken back at once, and the void of all of that.
  till.register({ PosA: [...things(''), ...things('-', voided), pos('1.00')], PayA: [pay('1.00')] });
  till.register({
    ...{ Void: '1', PosA: [...things('-'), ...things('', voided), pos('-1.00')] },
    PayA: [pay('-1.00')],
  });
  till.register({ PosA: things('-'), PayA: [pay('-72.15')] });
  till.close();
  const files = await exported([till]);
  expect((await verified(files)).findings).toEqual([]);
  const casesOf = (id: string) =>
    rowsOf(files, 'lines.csv').flatMap((r) => (r.BON_ID === id ? [r.GV_TYP] : []));
  const sold = ['MehrzweckgutscheinKauf', 'Pfand', 'Anzahlungseinstellung'];
  expect([casesOf('1'), casesOf('2')]).toEqual([sold, sold]);
  expect([casesOf('3'), casesOf('4')]).toEqual([
    [...sold, ...sold, 'Umsatz'],
    [...sold, ...sold, 'Umsatz'],
  ]);
  expect(casesOf('5')).toEqual(['MehrzweckgutscheinEinloesung', 'PfandRueckzahlung', 'Anzahlungsaufloesung']);
});

it('counts all cash that moves, by whatever name of its kind', async () => {
  const till = new Till();
  till.register({ NFS: 'float', PayA: [pay('100.00')] });
  till.register({ NFS: 'Privatentnahme', PayA: [pay('-30.00')] });
  till.register({ NFS: 'difference', PayA: [pay('-0.50')] });
  till.close();
  const files = await exported([till]);
  expect((await verified(files)).findings).toEqual([]);
  expect(rowsOf(files, 'businesscases.csv').map((r) => [r.GV_TYP, r.Z_UMS_BRUTTO])).toEqual([
    ['Anfangsbestand', '100,00'],
    ['DifferenzSollIst', '-0,50'],
    ['Privatentnahme', '-30,00'],
  ]);
  expect(rowsOf(files, 'cash_per_currency.csv').map((r) => r.ZAHLART_BETRAG_WAEH)).toEqual(['69,50']);
});

it('has nothing of what became nothing, whatever the till said of it', async () => {
  const till = new Till();
  till.register({ PosA: [pos('1.00')], PayA: [pay('1.00')] });
  till.abort({
    PosA: [pos('10.00')],
    TaxA: [{ _: 'Tax', TaxG: 'A', Prc: '42', Amt: '10.00' }],
    PayA: [pay('10.00', 'cash', { CC: 'USDT', FAmt: '11.00' })],
  });
  till.close();
  const files = await exported([till]);
  expect((await verified(files)).findings).toEqual([]);
  expect(rowsOf(files, 'transactions.csv')[1]).toMatchObject({
    BON_TYP: 'AVBelegabbruch',
    UMS_BRUTTO: '0,00',
  });
  for (const file of ['lines.csv', 'transactions_vat.csv', 'datapayment.csv'])
    expect(rowsOf(files, file).map(({ BON_ID }) => BON_ID)).toEqual(['1']);
});

describe('which closings are in an export', () => {
  it('has the open day when it is asked for, with the number that its closing will have', async () => {
    const till = day();
    const files = await exported([till], { open: true, now: '2026-03-03T20:00:00' });
    expect(rowsOf(files, 'cashpointclosing.csv').map((r) => [r.Z_NR, r.Z_START_ID, r.Z_ERSTELLUNG])).toEqual([
      ['1', '1', '2026-03-02T08:05:30+01:00'],
      ['2', '12', '2026-03-03T20:00:00+01:00'],
    ]);
    expect((await verified(files)).findings).toEqual([]);
  });

  it('has each closing that reaches into the days, as a whole, and no other', async () => {
    const till = new Till({ from: '2026-03-02T23:00:00' });
    for (const hours of [0, 2, 23, 24]) {
      till.seconds += hours * 3600;
      till.register({ PosA: [pos('1.00')], PayA: [pay('1.00')] });
      if (hours > 0) till.close();
    }
    const closings = async (day: string) =>
      rowsOf(await exported([till], { from: day, till: day }), 'cashpointclosing.csv').map((r) => [
        r.Z_NR,
        r.Z_BUCHUNGSTAG,
      ]);
    expect(await closings('2026-03-02')).toEqual([['1', '2026-03-02']]);
    expect(await closings('2026-03-03')).toEqual([['1', '2026-03-02']]);
    expect(await closings('2026-03-04')).toEqual([['2', '']]);
    expect(await closings('2026-03-06')).toEqual([]);
  });

  it('is valid without a closing: heads alone', async () => {
    const files = await exported([new Till()]);
    expect(await verified(files)).toEqual({ findings: [], more: 0, counts: { closings: 0, processes: 0 } });
  });

  it('keeps the master data of each closing, and several tills apart', async () => {
    const [first, second] = [new Till(), new Till({ client: 'TESTKASSE02', rn: 'two' })];
    for (const till of [first, second]) {
      till.register({ PosA: [pos('1.00')], PayA: [pay('1.00')] });
      till.close();
      till.cfg = { ...CFG, Cmp: { ...CFG.Cmp, Nam: 'Muster AG' } };
      till.swapTse();
      till.register({ PosA: [pos('2.00')], PayA: [pay('2.00')] });
      till.close();
    }
    const files = await exported([first, second]);
    expect(
      (await verified(files)).findings.filter(({ text }) => !text.includes('of the TSE is there twice')),
    ).toEqual([]);
    expect(rowsOf(files, 'cashpointclosing.csv').map((r) => [r.Z_KASSE_ID, r.Z_NR, r.NAME])).toEqual([
      ['TESTKASSE01', '1', 'Muster GmbH'],
      ['TESTKASSE01', '2', 'Muster AG'],
      ['TESTKASSE02', '1', 'Muster GmbH'],
      ['TESTKASSE02', '2', 'Muster AG'],
    ]);
  });

  it('refuses to write where the record of a closing is gone', async () => {
    const till = day();
    delete (till.records[10] as { Kept?: unknown }).Kept;
    await expect(exported([till])).rejects.toThrow('record 11 is not closing 1');
  });
});

it('lists what a menu is made of, and leaves other print lines out', async () => {
  const till = new Till();
  const lin = (Dsc: string, more = {}) => ({ _: 'Lin', Dsc, ...more });
  till.register({
    PosA: [
      pos('9.90', 'B', { PN: '1', Dsc: 'Menü' }),
      lin('Burger', { SKU: '10', Qty: '1', Cat: 'S', CatN: 'Speisen' }),
      lin('Cola', { IN: '4006381333931', Qty: '0.3', QtyU: 'l', Pri: '2.38', TaxG: 'A' }),
      pos('3.00', 'A', { PN: '2', Dsc: 'Kaffee' }),
      lin('bitte heiß'),
      lin('Soße', { ID: 'S7', PN: '1' }),
    ],
    PayA: [pay('12.90')],
  });
  till.close();
  const files = await exported([till]);
  expect((await verified(files)).findings).toEqual([]);
  const price = { ZI_BASISPREIS_BRUTTO: '', ZI_BASISPREIS_NETTO: '', ZI_BASISPREIS_UST: '' };
  expect(rowsOf(files, 'subitems.csv')).toMatchObject([
    {
      POS_ZEILE: '1',
      ZI_ART_NR: '10',
      ZI_NAME: 'Burger',
      ZI_WARENGR: 'Speisen',
      ZI_UST_SCHLUESSEL: '2',
      ...price,
    },
    {
      ...{
        POS_ZEILE: '1',
        ZI_GTIN: '4006381333931',
        ZI_MENGE: '0,300',
        ZI_EINHEIT: 'l',
        ZI_UST_SCHLUESSEL: '1',
      },
      ...{ ZI_BASISPREIS_BRUTTO: '2,38', ZI_BASISPREIS_NETTO: '2,00', ZI_BASISPREIS_UST: '0,38' },
    },
    { POS_ZEILE: '1', ZI_ART_NR: 'S7', ZI_NAME: 'Soße', ZI_MENGE: '1,000', ...price },
  ]);
});
