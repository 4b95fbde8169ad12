/** Receipts of all kinds, as POS of all kinds would send them: some of them are to be refused. */
import fc from 'fast-check';
import { amountText } from '../../../receipt/money.ts';
import type { Customer, Esr, Position } from '../../../receipt/tra.ts';
import { DOCUMENTS } from '../document.ts';
import { pay, pos } from './receipts.ts';

/** A receipt, or what is to be done with one that was registered before. */
export type Intent =
  | { do: 'register'; esr: Esr }
  /** Takes back a part of an earlier document, or the document as a whole. */
  | { do: 'refund'; of: number; percent: number }
  | { do: 'void'; of: number }
  /** Makes an invoice, or a receipt for the payment, of an earlier document. */
  | { do: 'follow'; of: number; DT: string }
  | { do: 'wait'; seconds: number };

const TYPES = ['', '', '', '', 'FS', 'FT', 'FR', ...Object.keys(DOCUMENTS)];
const GROUPS = 'A A A B C AM BM CM AA BA CA 23% 13% 6% 0% M01 M07 M99 M30 M15 IS'.split(' ');
const NAMES = ['Bica', 'Pão d’Água', 'Ração 2 kg', 'Вода', '<b>&"', 'x', 'Queijo '.repeat(40)];
/** One time in so many. */
const maybe = <T>(arbitrary: fc.Arbitrary<T>, times = 4) =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const position = fc
  .record({
    cents: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.constantFrom(1, 99_999)),
    TaxG: fc.constantFrom(...GROUPS),
    Dsc: fc.constantFrom(...NAMES),
    Qty: maybe(fc.constantFrom('1', '2', '0.333', '12')),
    SKU: maybe(fc.constantFrom('7', '8', 'ção')),
    exempt: maybe(fc.constantFrom('M07', 'M07', 'M99', 'M44', 'X1'), 12),
    discount: maybe(fc.integer({ min: 0, max: 100 }), 6),
  })
  .map(({ cents, exempt, discount, ...rest }): Position[] => {
    const values = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const sold = pos(amountText(cents, 2), {
      ...values,
      ...(exempt !== undefined && { PT_TaxExemptionCode: exempt }),
    });
    if (discount === undefined) return [sold];
    const off = -Math.floor((cents * discount) / 100);
    return [sold, { _: 'Mod', Dsc: 'Desconto', Prc: `${discount}%`, Amt: amountText(off, 2) }];
  });

const customer = fc.record(
  {
    Nam: fc.constantFrom('Ana', 'Ferragens & Filhos', '株式会社'),
    Adr: fc.constantFrom('Rua Nova 7', 'Av. Central'),
    Zip: fc.constantFrom('4000-100', 'D-10115'),
    City: fc.constantFrom('Porto', 'Berlin'),
    Ctry: fc.constantFrom('PT', 'PT', 'ES', 'DE', 'CH', 'XK'),
    TaxId: fc.constantFrom('PT509876544', '245678913', '999999990', 'ESB12345678', 'DE123456788'),
    CN: fc.constantFrom('0', '7', '8'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Customer>;

const extras = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Esr>({}) },
  fc.constantFrom<Esr>(
    { PT_OSS: '1' },
    { PT_CashVAT: '1' },
    { PT_Withholding: '0.10', PT_WithholdingType: 'IRS' },
    { PT_VehicleID: '12-AB-34', PT_ShipToAdr: 'Cais 1', PT_ShipToCity: 'Sines', PT_ShipToZip: '7520-100' },
    { PT_MovementStartTime: '2026-12-31T08:00:00', PT_ATDocCodeID: 'AB12' },
    { PT_QRText: 'TB;PT50*1' },
    { Test: '1' },
    { NFS: 'Training' },
    { NFS: 'Z' },
    { TaxN: '1' },
    { D: '2026-05-03T10:00:00', FN: 'abc/7' },
    { D: '2026-05-02T10:00:00', FN: 'FS 1_1.25/70' },
  ),
);

const receipt = fc
  .record({
    DT: fc.constantFrom(...TYPES),
    positions: fc.array(position, { minLength: 1, maxLength: 5 }),
    Ctm: maybe(customer, 2),
    Opr: fc.constantFrom(undefined, '1', 'Zé'),
    group: fc.constantFrom('debitcard', 'creditcard', 'open', 'cash', 'title', 'voucher', 'mobile'),
    // A return is a credit note.
    isReturn: maybe(fc.constant(true), 10),
    extras,
  })
  .map(({ DT: type, positions, Ctm, Opr, group, isReturn, extras: more }): Esr => {
    const isNote = isReturn === true || type === 'NC';
    const DT = isNote ? 'NC' : type;
    const PosA = positions.flat().map((p) => (isNote ? negated(p) : p));
    const cents = PosA.reduce((sum, p) => sum + Math.round(Number(p.Amt) * 100), 0);
    return {
      PosA,
      // Net prices make another total, and the register knows it.
      ...(more.TaxN === undefined && { PayA: [pay(amountText(cents, 2), group)] }),
      ...(DT !== '' && more.NFS === undefined && { DT }),
      ...(Ctm !== undefined && { Ctm }),
      ...(Opr !== undefined && { Opr }),
      ...(isNote && { RFN: 'FT LOJA9/12', Rsn: 'Troca' }),
      ...more,
    };
  });

function negated(p: Position): Position {
  return {
    ...p,
    Amt: amountText(-Math.round(Number(p.Amt) * 100), 2),
    ...(p.Qty !== undefined && { Qty: `-${p.Qty}` }),
  };
}

const intent: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 20, arbitrary: receipt.map((esr) => ({ do: 'register' as const, esr })) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      of: fc.nat(9999),
      percent: fc.integer({ min: 1, max: 110 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('void' as const), of: fc.nat(9999) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('follow' as const),
      of: fc.nat(9999),
      DT: fc.constantFrom('FT', 'FR', 'ND', 'RC', 'RG'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 60, 7200) }),
  },
);

/** Intents of a seed: the same ones for the same seed. */
export function randomIntents(count: number, seed: number): Intent[] {
  return fc.sample(intent, { numRuns: count, seed });
}
