/** Documents of all kinds for tests of TicketBAI, the same each time. */
import { amountText } from '../../../../receipt/money.ts';
import type { Cause, DocumentKind, IssuedDocument, Person, TaxRow } from '../../document.ts';

/** Of the company in tests. */
export const ISSUER: IssuedDocument['issuer'] = { name: 'Kafetegia Ñandú & Hijos, S.L.', nif: 'B12345674' };

const KINDS: readonly DocumentKind[] = ['F1', 'F2', 'F3', 'R1', 'R2', 'R3', 'R4', 'R5'];
const CAUSES: readonly Cause[] = ['E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'E7', 'E8', 'S2', 'N1', 'N2'];
const TEXTS = ['Café con leche', '<b>&"\'', '  ', 'Ñ'.repeat(300), '😀 talo', 'a\tb\r\nc', '\u0001x', '-'];
const REGIMES = ['01', '02', '03', '17', '18', '20', '99'];
const RATES: readonly [rate: string, surcharge?: string][] = [
  ['21', '5.2'],
  ['10', '1.4'],
  ['4', '0.5'],
  ['21'],
  ['10'],
  ['0'],
];
const PERSONS: readonly Person[] = [
  { name: 'Ana López', nif: '12345678Z', zip: '48001', address: 'Kale Nagusia 1' },
  { name: 'Dupont & Cie', other: { country: 'FR', type: '02', id: 'FR40303265045' } },
  { name: 'Smith', other: { country: 'GB', type: '03', id: 'P1234567' } },
  { name: 'Foreign Co', nif: 'N0032484H' },
];

/** The document of a number: whatever kinds, causes, rates, persons and texts there are come up. */
export function documentOf(n: number, day = '2027-01-09'): IssuedDocument {
  const random = generator(n);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;
  const kind = KINDS[n % KINDS.length]!;
  const isSimplified = kind === 'F2' || kind === 'R5';
  const sign = kind.startsWith('R') ? -1 : 1;
  const regime = random(3) === 0 ? pick(REGIMES) : '01';
  const taxes = Array.from({ length: random(4) + (n % 5 === 0 ? 0 : 1) }, (): TaxRow => {
    const base = sign * random(5_000_000);
    if (random(3) === 0)
      return { tax: 'IVA', cause: pick(CAUSES), rate: '0', base: amountText(base, 2), quota: '0.00', regime };
    const [rate, surcharge] = pick(RATES);
    const quota = (percent: string) => amountText(Math.round((base * Number(percent)) / 100), 2);
    return {
      ...{ tax: 'IVA', rate, base: amountText(base, 2), quota: quota(rate), regime },
      ...(surcharge !== undefined && { surcharge: { rate: surcharge, quota: quota(surcharge) } }),
    };
  });
  const cents = (text: string) => Math.round(Number(text) * 100);
  const quota = taxes.reduce((sum, row) => sum + cents(row.quota) + cents(row.surcharge?.quota ?? '0'), 0);
  const total = taxes.reduce((sum, { base }) => sum + cents(base), quota);
  return {
    id: { series: random(4) === 0 ? '' : `T27-1-${random(9)}`, number: String(n + 1), date: day },
    ...{ time: '18:20:10', kind, issuer: ISSUER },
    recipients: isSimplified ? [] : [pick(PERSONS)],
    description: pick(TEXTS).trim() || 'Venta',
    lines: Array.from({ length: 1 + random(4) }, () => ({
      text: pick(TEXTS).trim() || '-',
      quantity: pick(['1', '-2', '0.125', '12.12345678']),
      unitPrice: pick(['1.23', '-0.00000001', '99999.12345678']),
      total: amountText(sign * random(100_000), 2),
    })),
    ...(random(4) === 0 && { services: true as const }),
    ...{ taxes, quota: amountText(quota, 2), total: amountText(total, 2) },
    references:
      kind.startsWith('R') || kind === 'F3'
        ? Array.from({ length: 1 + random(3) }, (_, i) => ({
            ...{ series: i === 0 ? '' : 'T26-1-1', number: String(random(1000)), date: '2026-12-31' },
          }))
        : [],
  };
}

/** Whole numbers below a bound, the same for the same seed (LCG). */
function generator(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}
