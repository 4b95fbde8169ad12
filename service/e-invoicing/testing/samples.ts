/** Receipts of all kinds that become e-invoices, made at random with fast-check. */
import fc from 'fast-check';
import type { Cfg } from '../../receipt/cfg.ts';
import { complete } from '../../receipt/complete.ts';
import { amountText, minor, taxOnNet } from '../../receipt/money.ts';
import type { CompleteEsr, Customer, Esr, Payment, Position } from '../../receipt/tra.ts';
import type { InvoiceSource } from '../build.ts';
import { FORMATS } from '../formats.ts';

/** Kinds of receipts; each is made in every form. */
export const KINDS = [
  'plain',
  'several rates',
  'discounts',
  'credit note',
  'exempt',
  'reverse charge',
  'within the EU',
  'export',
  'zero rated',
  'outside of VAT',
  'net',
  'open',
  'rounded',
  'returns inside',
  'services',
] as const;

/** A kind of receipt. */
export type Kind = (typeof KINDS)[number];

/** A receipt with everything it is made an invoice from. */
export interface Sample extends InvoiceSource {
  kind: Kind;
}

const CFG: Cfg = {
  Cmp: {
    ...{ Nam: 'Müller & Söhne GmbH', Adr: 'Hauptstraße', AdrNr: '1a', Zip: '10115', City: 'Berlin' },
    ...{ Ctry: 'DE', TaxId: 'DE136695976', Org: 'HRB 4711' },
  },
  Doc: {
    ...{ ContactName: 'Anna <Kasse>', ContactTelephone: '+49 30 123456', PaymentPeriod: '14' },
    ContactElectronicMail: 'kasse@mueller.example',
    PaymentTerms: 'netto',
    ...{ AccountIBAN: 'DE89 3704 0044 0532 0130 00', AccountName: 'Müller', AccountBIC: 'COBADEFFXXX' },
  },
};

const HOME: Customer = {
  ...{ Nam: 'Käufer AG', Nam2: 'Einkauf', Adr: 'Ring 5', Zip: '80331', City: 'München', Ctry: 'DE' },
  ...{ TaxId: 'DE 129273398', CN: 'K-77' },
};
const FRENCH: Customer = {
  ...{ Nam: 'Société «Élan»', Adr: '3, rue du Lac', Zip: '75001', City: 'Paris', Ctry: 'FR' },
  ...{ TaxId: 'FR40303265045', CN: '9' },
};
const SWISS: Customer = {
  ...{ Nam: 'Alpen SA', Adr: 'Seeweg 2', Zip: '8001', City: 'Zürich', Ctry: 'CH', CN: '12' },
};

/** What a kind means for customer and positions. */
const UNTAXED: Partial<Record<Kind, { customer: Customer; values: Partial<Position> }>> = {
  exempt: {
    customer: HOME,
    values: { VatCategory: 'E', VatReason: 'Umsatzsteuerfrei nach § 4 Nr. 21 UStG' },
  },
  'reverse charge': { customer: HOME, values: { VatCategory: 'AE' } },
  'within the EU': { customer: FRENCH, values: { VatCategory: 'K' } },
  export: { customer: SWISS, values: { VatCategory: 'G' } },
  'zero rated': { customer: HOME, values: { VatCategory: 'Z' } },
  'outside of VAT': { customer: HOME, values: { VatCategory: 'O' } },
};

const RATES = ['19%', '7%', '20%', '5.5%', '25%'];

/** A cent to some thousand euros. */
const AMOUNT = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 900_000 }));
const POSITION = fc.record({
  amount: AMOUNT,
  quantity: fc.constantFrom('1', '2', '3', '7', '0.333', '1.5', '12'),
  unit: fc.constantFrom('pc', 'kg', 'h', 'bottle'),
  rate: fc.constantFrom(...RATES),
  name: fc.constantFrom('Schraube 5 mm', 'Beratung "Plus"', 'Öl & Essig', 'Café <crème>', 'Ένα'),
  ean: fc.constantFrom(undefined, '4006381333931', '123'),
});
const DISCOUNT = fc.record({
  on: fc.constantFrom('*', '1', '1-2', undefined),
  percent: fc.integer({ min: -30, max: 20 }),
});

/** Samples of one kind and form. */
export function samples(kind: Kind, format: string): fc.Arbitrary<Sample> {
  return fc
    .record({
      positions: fc.array(POSITION, { minLength: 1, maxLength: 6 }),
      discounts: fc.array(DISCOUNT, { minLength: 1, maxLength: 3 }),
      number: fc.integer({ min: 1, max: 99_999 }),
      payment: fc.constantFrom('cash', 'creditcard', 'debitcard', 'mobile', 'loyalty', 'special'),
    })
    .map((values) => sampleOf(kind, format, values));
}

interface Values {
  positions: {
    amount: number;
    quantity: string;
    unit: string;
    rate: string;
    name: string;
    ean?: string | undefined;
  }[];
  discounts: { on: string | undefined; percent: number }[];
  number: number;
  payment: string;
}

function sampleOf(kind: Kind, format: string, values: Values): Sample {
  const PosA = positionsOf(kind, values);
  const customer = UNTAXED[kind]?.customer ?? HOME;
  const sent: Esr = {
    ...{ D: '2026-11-23T10:00:00', TN: String(values.number), DD: 'X', Ctm: customer, PosA },
    ...(kind === 'net' && { TaxN: '1' }),
    ...(kind === 'credit note' && { RFN: 'R 2026/17', RD: '2026-11-01', Rsn: 'Ware zurück' }),
    ...(kind === 'export' && { DDto: 'einkauf@alpen.example' }),
    ...(format === 'peppol' && { DDto: '0088:4000001123452' }),
    Txt: [{ _: 'Txt', value: 'Vielen Dank!\nBis bald' }],
  };
  const esr = completed({ ...sent, PayA: paymentsOf(kind, values, totalOf(sent)) });
  return {
    kind,
    esr,
    cfg: CFG,
    country: { currency: { code: 'EUR', digits: 2 } },
    route: {
      ...{ system: 'X', test: false, sender: null },
      channel: format === 'peppol' ? 'access-point' : 'folder',
      format: FORMATS.get(format)!,
    },
  };
}

function positionsOf(kind: Kind, { positions, discounts }: Values): Position[] {
  const untaxed = UNTAXED[kind];
  const one = positions[0]!.rate;
  const sign = kind === 'credit note' ? -1 : 1;
  const list = positions.map((p, i): Position => {
    const isBack = kind === 'returns inside' && i % 2 === 1;
    const amount = sign * (isBack ? -1 : 1) * p.amount;
    return {
      _: 'Pos',
      ...{ PN: String(i + 1), Dsc: p.name, Amt: amountText(amount, 2), QtyU: p.unit },
      Qty: amount < 0 ? `-${p.quantity}` : p.quantity,
      TaxG: untaxed ? '0%' : kind === 'plain' ? one : p.rate,
      ...(p.ean !== undefined && { IN: p.ean }),
      ...(kind === 'services' && { SvcStartD: '2026-11-01', SvcEndD: '2026-11-30', Note: 'November' }),
      ...untaxed?.values,
    };
  });
  if (kind !== 'discounts' && kind !== 'credit note') return list;
  const total = list.reduce((sum, p) => sum + minor(p.Amt, 2), 0);
  const mods = discounts.map(({ on, percent }): Position => {
    const amount = Math.trunc((total * percent) / 300) || sign * -1;
    const PN = on === '1-2' && list.length < 2 ? '1' : on;
    return { _: 'Mod', Dsc: `${percent} %`, Amt: amountText(amount, 2), ...(PN !== undefined && { PN }) };
  });
  return [...list, ...mods];
}

function paymentsOf(kind: Kind, { payment }: Values, total: number): Payment[] {
  const pay = (PayG: string, amount: number): Payment => ({
    ...{ _: 'Pay', Dsc: PayG, PayG, Amt: amountText(amount, 2) },
  });
  if (kind === 'open')
    return [pay('cash', Math.trunc(total / 3)), pay('open', total - Math.trunc(total / 3))];
  if (kind === 'rounded') {
    const rounded = Math.round(total / 5) * 5;
    return [pay('cash', rounded), pay('rounding', total - rounded)];
  }
  return [pay(payment, total)];
}

/** What has to be paid, minor units: with the taxes where the receipt is net. */
function totalOf(sent: Esr): number {
  const sums = new Map<string, number>();
  for (const p of sent.PosA!) {
    const group = p.TaxG ?? '';
    sums.set(group, (sums.get(group) ?? 0) + minor(p.Amt, 2));
  }
  const tax = (group: string, sum: number) => (sent.TaxN === '1' ? taxOnNet(sum, group.slice(0, -1)) : 0);
  return [...sums].reduce((total, [group, sum]) => total + sum + tax(group, sum), 0);
}

/** A receipt as the register completes it; a sample that is no receipt is a mistake of the test. */
export function completed(sent: Esr): CompleteEsr {
  const { esr, issues } = complete(sent, {
    ...{
      now: '2026-11-23T10:00:00',
      currencyDigits: 2,
      TL: 'B1',
      TT: '2',
      maxDaysOff: 7,
      maxMinutesAhead: 15,
    },
    taxes: { byName: () => null, byRate: () => null },
    paymentGroups: new Set<string>(),
    mandatory: new Set<never>(),
  });
  if (issues.length > 0) throw new Error(issues.map(({ text }) => text).join('; '));
  return esr;
}
