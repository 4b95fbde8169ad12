import { describe, expect, it } from 'vitest';
import type { Payment, Position, Tax } from '../../receipt/tra.ts';
import { processOf } from './kind.ts';
import { moneyData, orderData, receiptData } from './process-data.ts';

const tax = (Prc: string, Amt: string, TaxG = Prc): Tax => ({ _: 'Tax', TaxG, Prc, Amt });
const pay = (PayG: string, Amt: string, CC?: string, FAmt?: string): Payment => ({
  ...{ _: 'Pay', PayG, Amt },
  ...(CC !== undefined && { CC }),
  ...(FAmt !== undefined && { FAmt }),
});
const DAY = '2026-05-12';

/** Expected results of open test suites, and the synthetic TSE. */
it.each<[string, Tax[], Payment[], string]>([
  ['nothing', [], [], 'Beleg^0.00_0.00_0.00_0.00_0.00^'],
  [
    'mixed currencies',
    [tax('19', '5.00'), tax('7', '7.00')],
    [
      pay('foreign', '40.00', 'CHF', '40.00'),
      pay('cash', '-71.18'),
      pay('foreign', '43.18', 'USD', '20.00'),
      pay('foreign', '0.00', 'USD', '30.00'),
    ],
    'Beleg^5.00_7.00_0.00_0.00_0.00^-71.18:Bar_40.00:Bar:CHF_50.00:Bar:USD',
  ],
  [
    'a negative fifth sum, and payments in order',
    [tax('0', '-7.00', 'E'), tax('7', '7.00'), tax('19', '5.00')],
    [
      pay('creditcard', '1.00', 'EEE', '17.00'),
      pay('debitcard', '1.00'),
      pay('foreign', '1.00', 'CCC', '1.99'),
      pay('cash', '1.00'),
      pay('foreign', '1.00', 'BBB', '999.00'),
    ],
    'Beleg^5.00_7.00_0.00_0.00_-7.00^1.00:Bar_999.00:Bar:BBB_1.99:Bar:CCC_1.00:Unbar_17.00:Unbar:EEE',
  ],
  [
    'the synthetic TSE, with change and two cards',
    [tax('19', '19.99'), tax('7', '5.35')],
    [pay('cash', '30.00'), pay('debitcard', '5.00'), pay('change', '-10.00'), pay('creditcard', '0.34')],
    'Beleg^19.99_5.35_0.00_0.00_0.00^20.00:Bar_5.34:Unbar',
  ],
  ['what nobody has paid yet', [tax('19', '9.00')], [pay('open', '9.00')], 'Beleg^9.00_0.00_0.00_0.00_0.00^'],
  [
    'both averages of § 24, and more than a thousand',
    [tax('7.8', '3000.00'), tax('5.5', '20.00')],
    [pay('cash', '3020.00')],
    'Beleg^0.00_0.00_3000.00_20.00_0.00^3020.00:Bar',
  ],
])('signs of a receipt with %s what the law has', (_name, TaxA, PayA, expected) => {
  expect(receiptData('Beleg', { TaxA, PayA }, DAY)).toBe(expected);
});

it('puts money that moves without a sale into the last sum', () => {
  const PayA = [pay('cash', '100.00')];
  expect(moneyData('Beleg', { PayA })).toBe('Beleg^0.00_0.00_0.00_0.00_100.00^100.00:Bar');
  expect(moneyData('AVTransfer', { PayA })).toBe('AVTransfer^0.00_0.00_0.00_0.00_100.00^100.00:Bar');
});

describe('orders', () => {
  const pos = (values: Partial<Position>): Position => ({ _: 'Pos', ...values });

  it('has a line for each position, with a carriage return between them', () => {
    const lines = [
      pos({ Dsc: 'Beer', Qty: '1', Amt: '10.21' }),
      pos({ Dsc: 'Schnitzel', Qty: '0.5', Amt: '12.20' }),
    ];
    expect(orderData(lines)).toBe('1;"Beer";10.21\r0.5;"Schnitzel";24.40');
  });

  it.each([
    [{ Dsc: 'Bier "Pils"', Amt: '3.00' }, '1;"Bier ""Pils""";3.00'],
    [{ Dsc: 'Bier', Amt: '-3.00' }, '-1;"Bier";3.00'],
    [{ Dsc: 'Bier', Qty: '-2.0', Amt: '-6.00' }, '-2;"Bier";3.00'],
    [{ Dsc: 'Diesel', Qty: '10', Pri: '1.599', Amt: '15.99' }, '10;"Diesel";1.60'],
    [{ Dsc: 'Rabatt', Qty: '1', Amt: '-1.00' }, '1;"Rabatt";-1.00'],
    [{ Dsc: 'Drittel', Qty: '3', Amt: '10.00' }, '3;"Drittel";3.33'],
  ])('writes %j', (position, expected) => {
    expect(orderData([pos(position), { _: 'Mod', Amt: '1.00' }])).toBe(expected);
  });
});

describe('kinds of process', () => {
  const esr = (more: object) => ({
    ...{ D: `${DAY}T12:00:00`, TL: '1', TT: '1', T: '1.00', Opr: '7' },
    PosA: [{ _: 'Pos', Dsc: 'Kaffee', TaxG: 'A', Amt: '1.00' }],
    ...{ PayA: [pay('cash', '1.00')], TaxA: [tax('19', '1.00', 'A')], ...more },
  });
  const SUMS = '^1.00_0.00_0.00_0.00_0.00^1.00:Bar';

  it.each([
    [{}, 'Beleg', 'Kassenbeleg-V1', `Beleg${SUMS}`],
    [{ Test: '1' }, 'AVTraining', 'Kassenbeleg-V1', `AVTraining${SUMS}`],
    [{ NFS: 'Training' }, 'AVTraining', 'Kassenbeleg-V1', `AVTraining${SUMS}`],
    [{ NFS: 'Invoice' }, 'AVRechnung', 'Kassenbeleg-V1', `AVRechnung${SUMS}`],
    [{ NFS: 'Order' }, 'AVBestellung', 'Bestellung-V1', '1;"Kaffee";1.00'],
    [{ DT: 'AVBestellung' }, 'AVBestellung', 'Kassenbeleg-V1', `AVBestellung${SUMS}`],
    [{ DT: 'AVSachbezug' }, 'AVSachbezug', 'Kassenbeleg-V1', `AVSachbezug${SUMS}`],
    [{ NFS: 'Benefit' }, 'AVSachbezug', 'Kassenbeleg-V1', `AVSachbezug${SUMS}`],
    [{ DT: 'AVSonstige' }, 'AVSonstige', 'Kassenbeleg-V1', `AVSonstige${SUMS}`],
    [{ NFS: 'Something' }, 'AVSonstige', 'Kassenbeleg-V1', `AVSonstige${SUMS}`],
    [
      { NFS: 'Transfer', PosA: [], TaxA: [] },
      ...(['AVTransfer', 'Kassenbeleg-V1', 'AVTransfer^0.00_0.00_0.00_0.00_1.00^1.00:Bar'] as const),
    ],
    [
      { NFS: 'payout', PosA: [], TaxA: [], PayA: [pay('cash', '-50.00')] },
      ...(['Beleg', 'Kassenbeleg-V1', 'Beleg^0.00_0.00_0.00_0.00_-50.00^-50.00:Bar'] as const),
    ],
    [
      { NFS: 'float', PosA: [], TaxA: [], Test: '1' },
      ...(['AVTraining', 'Kassenbeleg-V1', 'AVTraining^0.00_0.00_0.00_0.00_1.00^1.00:Bar'] as const),
    ],
    // What was sold, what is taxed, and what the till calls otherwise is no movement of cash.
    [{ NFS: 'float' }, 'AVSonstige', 'Kassenbeleg-V1', `AVSonstige${SUMS}`],
    [{ NFS: 'Umsatz', PosA: [] }, 'AVSonstige', 'Kassenbeleg-V1', `AVSonstige${SUMS}`],
    [
      { NFS: 'float', DT: 'AVSonstige', PosA: [], TaxA: [] },
      ...(['AVSonstige', 'Kassenbeleg-V1', 'AVSonstige^0.00_0.00_0.00_0.00_0.00^1.00:Bar'] as const),
    ],
    [{ NFS: 'float', PosA: [], PayA: [], TaxA: [] }, 'AVSonstige', 'SonstigerVorgang', 'float 7'],
    [{ NFS: 'LOGIN', PosA: [], PayA: [], TaxA: [] }, 'AVSonstige', 'SonstigerVorgang', 'LOGIN 7'],
    [{ NFS: 'Z', PosA: [], PayA: [], TaxA: [] }, 'AVSonstige', 'SonstigerVorgang', 'Z 7'],
  ])('%j is %s, signed as %s', (more, bon, type, data) => {
    expect(processOf(esr(more))).toMatchObject({ bon, type, data });
  });

  it.each(['float', 'Difference', 'Privatentnahme', 'Lohnzahlung', 'geldtransit'])(
    'signs %s as money that moves',
    (NFS) => {
      expect(processOf(esr({ NFS, PosA: [], TaxA: [] }))).toEqual({
        ...{ bon: 'Beleg', type: 'Kassenbeleg-V1' },
        data: 'Beleg^0.00_0.00_0.00_0.00_1.00^1.00:Bar',
      });
    },
  );

  it('has nothing signed of what no law looks at', () => {
    expect(processOf(esr({ NF: 'drawer' }))).toBeNull();
  });
});
