import { expect, it } from 'vitest';
import { Attributes } from '../../settings/attributes.ts';
import type { Esr, Tax } from '../../receipt/tra.ts';
import { checkReceipt } from './checks.ts';
import { receiptData } from './receipt-data.ts';
import { CFG, completed } from './testing/sales.ts';

const D = '2019-08-11T15:36:14';
const TRAVEL: Tax = {
  ...{ _: 'Tax', TaxG: 'A', Prc: '21', Net: '540.00', TAmt: '10.00', Amt: '550.00', MarginScheme: '1' },
};
const cash = (Amt: string) => [{ _: 'Pay', Dsc: 'Hotově', PayG: 'cash', Amt }];

const read = (sent: Esr) => completed({ D, TN: '1', ...sent });
const SERVICES = { attributes: () => Attributes.parse('CZ_EET=3 CZ_id_provoz=243'), cfg: CFG };

function recorded(sent: Esr) {
  const { esr, issues } = read(sent);
  expect([...issues, ...checkReceipt(esr, SERVICES)]).toEqual([]);
  return receiptData(esr, CFG, { version: 3, unit: '243', simplified: false });
}

it.each(['A', '21%', '21.0%', 'A X'])('tells travel services of %s apart from used goods', (TaxG) => {
  const PosA = [
    { _: 'Pos', Dsc: 'zájezd', TaxG, Amt: '500.00', CZ_cest_sluz: '1' },
    { _: 'Pos', Dsc: 'obraz', TaxG: 'A', Amt: '50.00' },
  ];
  const { travel, used, taxes } = recorded({ PosA, TaxA: [TRAVEL], PayA: cash('550.00') });
  expect([travel, [...used], [...taxes]]).toEqual([500_00, [[1, 50_00]], []]);
});

it('wants a tax line with the margin scheme for travel services, by its percentage too', () => {
  const { MarginScheme: _none, ...plain } = { ...TRAVEL, Net: '413.22', TAmt: '86.78', Amt: '500.00' };
  const PosA = [{ _: 'Pos', Dsc: 'zájezd', TaxG: '21%', Amt: '500.00', CZ_cest_sluz: '1' }];
  const { esr } = read({ PosA, TaxA: [plain], PayA: cash('500.00') });
  expect(checkReceipt(esr, SERVICES)).toMatchObject([{ code: '#CZ_TAX', path: 'ESR.PosA[0].TaxG' }]);
});

it.each(['A', '21%'])('takes net prices for net: an advance of %s', (TaxG) => {
  const PosA = [{ _: 'Adv', Dsc: 'záloha', TaxG, Amt: '100.00' }];
  const { total, vouchersSold } = recorded({ TaxN: '1', PosA, PayA: cash('121.00') });
  expect([total, vouchersSold]).toEqual([121_00, 121_00]);
});

it('takes net prices of travel services for net', () => {
  const PosA = [
    { _: 'Pos', Dsc: 'zájezd', TaxG: 'A', Amt: '500.00', CZ_cest_sluz: '1' },
    { _: 'Pos', Dsc: 'obraz', TaxG: 'A', Amt: '40.00' },
  ];
  const { travel, used } = recorded({ TaxN: '1', PosA, TaxA: [TRAVEL], PayA: cash('550.00') });
  expect(travel! + used.get(1)!).toBe(550_00);
  expect(used.get(1)).toBe(40_74);
});
