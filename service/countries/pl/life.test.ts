/** A Polish till over the wire, with the printer beside it. */
import { describe, expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { openShop, pay, pos, PROTOCOLS, restarted, SALE, type PolishShop } from './testing/shop.ts';

const papers = ({ emulator }: PolishShop) => emulator.printer.documents.map(({ paper }) => paper.join('\n'));

describe.each(PROTOCOLS)('on %s', (protocol) => {
  it('registers what the printer has printed, and closes the day with what was sold in it', async () => {
    const shop = await openShop('', { protocol });
    const { sell, emulator, running } = shop;
    const { status, json } = await sell({
      Ctm: { TaxId: 'PL 526-025-02-74' },
      Foot: ['Dziękujemy!'],
      PosA: [
        pos('Kawa', 'A', '24.00', { PN: '1', Qty: '2', Pri: '12.00' }),
        { _: 'Mod', PN: '1', Dsc: 'Rabat', Amt: '-4.00' },
        pos('Chleb', 'C', '4.50', { PN: '2' }),
        pos('Ser', 'C', '10.20', { PN: '3', Qty: '0.255', QtyU: 'kg', Pri: '40.00' }),
        pos('Czynsz', 'E', '5.00', { PN: '4' }),
      ],
      PayA: [pay('debitcard', '20.00'), pay('cash', '30.00'), pay('change', '-10.30')],
    });
    expect([status, json.TraC.Result]).toEqual([200, { RC: 'OK' }]);
    const [document] = emulator.printer.documents;
    const isNumbered = protocol !== 'thermal';
    expect(json.TraC).toMatchObject({
      ESR: { FN: `${isNumbered ? 1 : '20261120'}/1`, TN: '1' },
      Fis: { D: '2026-11-20T16:55:00', FN: '1', ID: emulator.printer.contents.serial },
    });
    expect(json.TraC.Fis.ZI).toBe(isNumbered ? '1' : undefined);
    expect(document).toMatchObject({ total: 3970, z: 1, number: 1 });
    for (const text of ['NIP NABYWCY: 5260250274', 'Dziękujemy!', 'OPUST', 'SPRZEDAŻ ZWOLNIONA E', 'RESZTA'])
      expect(papers(shop)[0]).toContain(text);
    const xml = await running.get('/last', { accept: 'text/xml' });
    expect(xml.text).toContain(`ID="${emulator.printer.contents.serial}"`);

    await sell();
    const closed = (await sell({ NFS: 'Z' })).json.TraC;
    expect(closed).toMatchObject({
      Result: { RC: 'OK' },
      Fis: {
        Z: {
          ...{ T: '68.20', LastD: '2026-11-20T16:55:00' },
          ZTax: expect.arrayContaining([
            { TaxG: 'A', TaxI: '0', Prc: '23', TAmt: '8.23', Amt: '44.00' },
            { TaxG: 'E', TaxI: '4', Prc: '0', TAmt: '0.00', Amt: '5.00' },
          ]),
        },
      },
    });
    expect(closed.Fis.ZI).toBe(isNumbered ? '1' : undefined);
    expect(emulator.printer.contents).toMatchObject({ closed: 1, totals: Array(7).fill(0) });
    expect((await sell()).json.TraC.Result).toEqual({ RC: 'OK' });
    expect(emulator.printer.documents.map(({ z }) => z)).toEqual([1, 1, 2]);
  });

  it('goes on after a restart, and closes a day that is over where the profile wants that', async () => {
    const shop = await openShop('Fiscal_ZLaunch', { protocol });
    await shop.sell();
    const { sell, emulator, clock } = await restarted(shop);
    clock.advance(25 * 3_600_000);
    expect((await sell()).json.TraC).toMatchObject({ Result: { RC: 'OK' } });
    expect(emulator.printer.documents.map(({ z, number }) => [z, number])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });
});

it('prints returns and mistakes as text for their registers, which the printer does not count', async () => {
  const { sell, emulator, running } = await openShop();
  await sell();
  await sell();
  const returned = await sell({
    RFN: '1/1',
    Rsn: 'czerstwy',
    PosA: [pos('Chleb', 'C', '-4.50'), { _: 'Lin', Dsc: 'Protokół', LAmt: '7' }],
    PayA: [pay('refund', '-4.50')],
  });
  expect(returned.json.TraC).toMatchObject({ Result: { RC: 'OK' } });
  expect(returned.json.TraC.ESR.FN).toBeUndefined();
  const voided = await running.post('/register/void', {
    Tra: { ESR: { TL: 'WAW1', TT: '1', TN: '2', D: '2026-11-20T16:55:00' } },
  });
  expect(voided.json.TraC.Result).toMatchObject({ RC: 'OK' });
  const [first, second] = emulator.printer.texts.map((text) => text.replace(/ {2,}/g, ' '));
  for (const line of [
    'ZWROT TOWARU',
    'Paragon nr 1/1',
    'z dnia 2026-11-20',
    'Chleb -4,50 C',
    'Protokół 7',
    'w tym VAT C 5 % -0,21',
    'Przyczyna: czerstwy',
    'Kupujący ....',
  ])
    expect(first).toContain(line);
  expect(second).toContain('KOREKTA - OCZYWISTA POMYŁKA');
  expect(second).toContain('Paragon nr 1/2');
  const { json } = await sell({ NFS: 'Z' });
  expect(json.TraC.Fis.Z.T).toBe('57.00');
  expect(emulator.printer.documents).toHaveLength(2);
  // What is known on paper by its number of the day is found, too.
  const again = await sell({ RFN: '2', PosA: [pos('Chleb', 'C', '-4.50')], PayA: [pay('refund', '-4.50')] });
  expect(again.json.TraC.Result.RC).toBe('OK');
});

it('prints what is no receipt unless nobody wants it, or the printer cannot', async () => {
  const { sell, emulator } = await openShop();
  const payIn = { NF: 'payin', PosA: [pos('Pogotowie kasowe', 'E', '50.00')], PayA: [pay('cash', '50.00')] };
  expect((await sell(payIn)).json.TraC).toMatchObject({ Result: { RC: 'OK' } });
  expect((await sell({ ...payIn, DO: 'NoPrint' })).json.TraC.Result.RC).toBe('OK');
  expect((await sell({ NF: 'login' })).json.TraC.Result.RC).toBe('OK');
  const training = await sell({ ...SALE, Test: '1' });
  expect(training.json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { Tag: [{ Name: 'Training' }] } });
  expect((await sell({ NFS: 'X' })).json.TraC.Result.RC).toBe('OK');
  expect(emulator.printer.texts).toEqual([
    expect.stringContaining('PAYIN'),
    expect.stringContaining('SZKOLENIE - TO NIE JEST PARAGON'),
    expect.stringContaining('ODCZYT X'),
  ]);
  expect(emulator.printer.documents).toEqual([]);
  const old = await openShop('', { protocol: 'thermal' });
  expect((await old.sell(payIn)).json.TraC.Result).toMatchObject({
    RC: 'OK',
    Warning: [expect.stringContaining('print it yourself')],
  });
});

it.each(PROTOCOLS)('takes foreign money, and gives change in złote: %s', async (protocol) => {
  const { sell, emulator } = await openShop('', { protocol });
  const euro = pay('foreign', '43.10', { CC: 'EUR', FAmt: '10.00' });
  const { json } = await sell({ ...SALE, PayA: [euro, pay('change', '-14.60')] });
  expect(json.TraC.Result).toEqual({ RC: 'OK' });
  const { total, paper } = emulator.printer.documents[0]!;
  expect([total, paper.join('\n')]).toEqual([2850, expect.stringMatching(/10(?:[.,]00)? EUR +43,10/)]);
});

it('prints stornos, leaves out what has no value, and says so', async () => {
  const { sell, emulator } = await openShop();
  const { json } = await sell({
    PosA: [
      pos('Kawa', 'A', '12.00'),
      pos('Woda', 'A', '3.00'),
      pos('Woda', 'A', '-3.00', { Void: '1' }),
      pos('Próbka', 'A', '0.00'),
      { _: 'Lin', Dsc: 'Podsuma', LAmt: '12.00' },
    ],
    PayA: [pay('cash', '12.00')],
  });
  expect(json.TraC.Result).toMatchObject({
    RC: 'OK',
    Warning: [expect.stringContaining('no value'), expect.stringContaining('no receipts alone')],
  });
  const paper = emulator.printer.documents[0]!.paper.join('\n');
  expect(paper).toContain('#STORNO#');
  expect(paper).not.toContain('Próbka');
  const nothing = await sell({ PosA: [pos('Próbka', 'A', '0.00')], PayA: [] });
  expect(nothing.json.TraC.Result.RC).toBe('OK');
  expect(emulator.printer.documents).toHaveLength(1);
});

it('leaves out a cancelled position together with its share of a discount on everything', async () => {
  const { sell, emulator } = await openShop();
  const { json } = await sell({
    PosA: [
      pos('Kawa', 'B', '8.71'),
      pos('Woda', 'A', '5.00'),
      pos('Woda', 'A', '-5.00', { Void: '1' }),
      { _: 'Mod', PN: '*', Dsc: 'Rabat 10%', Amt: '-0.87' },
    ],
    PayA: [pay('cash', '7.84')],
  });
  expect(json.TraC.Result).toEqual({ RC: 'OK' });
  const { total, paper } = emulator.printer.documents[0]!;
  expect([total, paper.join('\n')]).toEqual([784, expect.not.stringContaining('Woda')]);
});

it('prints what is left of a line that is taken back in part, beside a discount, or by another name', async () => {
  const { sell, emulator } = await openShop();
  const { json } = await sell({
    PosA: [
      pos('Kawa', 'A', '12.00', { Qty: '3', Pri: '4.00' }),
      pos('Woda', 'A', '3.01'),
      pos('Kawa', 'A', '-4.00', { Qty: '-1', Pri: '4.00' }),
      pos('Storno', 'A', '-3.01', { Void: '1' }),
      { _: 'Mod', PN: '*', Dsc: 'Promo', Amt: '-0.80' },
    ],
    PayA: [pay('cash', '7.20')],
  });
  expect(json.TraC.Result).toEqual({ RC: 'OK' });
  const [document] = emulator.printer.documents;
  expect(document).toMatchObject({ total: 720 });
  expect(document!.paper.join('\n')).toMatch(/Kawa +2/);
  expect(document!.paper.join('\n')).not.toMatch(/Woda|STORNO/i);
});

it('finds rates by percentage, whatever letters the printer has for them', async () => {
  // Exempt goods are in G, as on many printers; 8 and 5 % have changed places.
  const { sell, emulator, running } = await openShop('', {
    rates: [23, 5, 8, undefined, undefined, undefined, null],
  });
  const PosA = [pos('Chleb', 'C', '1.05'), pos('Czynsz', 'E', '2.00')];
  expect((await sell({ PosA, PayA: [pay('cash', '3.05')] })).json.TraC.Result).toEqual({ RC: 'OK' });
  expect(emulator.printer.documents[0]!.paper.join('\n')).toMatch(/Chleb .*1,05B\nCzynsz .*2,00G/);
  const { json } = await sell({ PosA: [pos('Eksport', 'D', '1.00')], PayA: [pay('cash', '1.00')] });
  expect(json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#PL_RATE' });
  expect(json.TraC.Result.UserMessage).toMatch(/stawka VAT/);
  // Rates are set behind a daily report.
  await sell({ NFS: 'Z' });
  emulator.printer.rates = [23, 8, 5, 0, null, undefined, undefined];
  expect((await sell({ PosA, PayA: [pay('cash', '3.05')] })).json.TraC.Result).toEqual({ RC: 'OK' });
  expect(emulator.printer.documents[1]!.paper.join('\n')).toMatch(/Chleb .*1,05C\nCzynsz .*2,00E/);
  const seen = (await running.records()).filter(({ Event }) => Event === 'fiscal-memory');
  expect(seen.map(({ Rates }) => Rates)).toEqual(['A=23 B=5 C=8 G=ZW', 'A=23 B=8 C=5 D=0 E=ZW']);
});

const WRONG: [Tree, string][] = [
  [{ PosA: [pos('Chleb', '7%', '1.00')], PayA: [pay('cash', '1.00')] }, '#PL_TAX'],
  [
    { PosA: [pos('Chleb', 'C', '3.00'), pos('Ser', 'C', '-1.00')], PayA: [pay('cash', '2.00')] },
    '#PL_NEGATIVE',
  ],
  [
    { PosA: [pos('Chleb', 'C', '1.00'), pos('Ser', 'C', '-3.00')], PayA: [pay('cash', '-2.00')] },
    '#PL_NEGATIVE',
  ],
  [{ PosA: [pos('Chleb', 'C', '1.00'), pos('Ser', 'C', '-1.00')], PayA: [] }, '#PL_NEGATIVE'],
  [{ ...SALE, PayA: [pay('bitcoin', '28.50')] }, '#PL_PAYMENT'],
  [{ ...SALE, PayA: [pay('debitcard', '30.00'), pay('change', '-1.50')] }, '#PL_PAYMENT'],
  [{ ...SALE, Ctm: { TaxId: '5260250275' } }, '#PL_CUSTOMER'],
  [
    { PosA: Array.from({ length: 1001 }, () => pos('Chleb', 'C', '1.00')), PayA: [pay('cash', '1001.00')] },
    '#PL_TOO_MUCH',
  ],
  [{ PosA: [pos('Dom', 'B', '10000000.00')], PayA: [pay('cash', '10000000.00')] }, '#PL_TOO_MUCH'],
];

it('refuses before the printer is asked', async () => {
  const { sell, emulator, running } = await openShop();
  for (const [esr, ErrorCode] of WRONG)
    expect((await sell(esr)).json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode });
  expect(emulator.printer.documents).toEqual([]);
  expect((await running.records()).map(({ _ }) => _)).toEqual(['Cfg']);
});

it('says that goods of this name may not be sold at a higher rate', async () => {
  const { sell, emulator } = await openShop();
  const tea = (TaxG: string) => sell({ PosA: [pos('Herbata', TaxG, '5.00')], PayA: [pay('cash', '5.00')] });
  expect((await tea('B')).json.TraC.Result.RC).toBe('OK');
  const { json } = await tea('A');
  expect(json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#PL_GOODS' });
  expect((await tea('C')).json.TraC.Result.RC).toBe('OK');
  expect(emulator.printer.documents).toHaveLength(2);
});

it('finds a receipt by its number in the day, as paper and list show it', async () => {
  const { sell, running } = await openShop();
  await sell();
  await sell();
  const found = async (FN: string) => {
    const { json } = await running.get(`/control/receipts?RN=def&FN=${encodeURIComponent(FN)}`);
    return (json as { receipts: { number: string }[] }).receipts.map(({ number }) => number);
  };
  for (const printed of ['nr 2', '2', '1/2']) expect(await found(printed), printed).toEqual(['nr 2']);
  expect(await found('12')).toEqual([]);
});
