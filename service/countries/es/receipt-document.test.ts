import { expect, it } from 'vitest';
import type { CompleteEsr, Position } from '../../receipt/tra.ts';
import { issuedDocument, recipientOf } from './receipt-document.ts';
import { CFG } from './testing/sales.ts';

it.each(['A', '21%', '21.0%', 'A X'])('has the price without tax of a line of %s', (TaxG) => {
  const PosA: Position[] = [{ _: 'Pos', Dsc: 'Pan', Qty: '2', TaxG, Amt: '24.20' }];
  const esr: CompleteEsr = {
    ...{ D: '2026-05-12T12:00:00', TL: '1', TT: '1', T: '24.20', PosA, PayA: [] },
    TaxA: [{ _: 'Tax', TaxG: 'A', Prc: '21', Net: '20.00', TAmt: '4.20', Amt: '24.20' }],
  };
  const id = { series: '1_1/', number: '1', date: '2026-05-12' };
  expect(issuedDocument(esr, id, 'F2', CFG, []).lines).toEqual([
    { text: 'Pan', quantity: '2', unitPrice: '10', total: '24.20' },
  ]);
});

it.each([
  ['FR', 'FR 40 303265045', '02', 'FR40303265045'],
  ['GR', 'el-123456789', '02', 'EL123456789'],
  ['GR', 'GR123456789', '02', 'GR123456789'],
  ['FR', 'EL123456789', '04', 'EL123456789'],
  ['US', '12-3456789', '04', '12-3456789'],
])('tells a customer of %s with %s by a number of kind %s', (Ctry, TaxId, type, id) => {
  expect(recipientOf({ Nam: 'X', Ctry, TaxId })?.other).toEqual({ country: Ctry, type, id });
});
