/** Whatever is sold, the file is one that the tax authority takes. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountText, minor, negatedDecimal } from '../../../receipt/money.ts';
import type { Customer, Esr, Payment, Position } from '../../../receipt/tra.ts';
import type { DocumentType } from '../document.ts';
import { completed, pay, pos } from '../testing/receipts.ts';
import { checkSaft } from './testing/assertions.ts';
import { noSchema, schemaProblems } from './testing/schema.ts';
import { exported, PUBLIC_KEYS, Shop } from './testing/shop.ts';
import { needOfficial } from '../../../testing/official.ts';
import { runs } from '../../../testing/runs.ts';

const text = fc.oneof(
  fc.constantFrom('Bica', 'Café com leite', 'A', '<&>'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }).filter((t) => t.trim() !== ''),
  fc.string({ unit: 'grapheme-ascii', minLength: 60, maxLength: 260 }).filter((t) => t.trim() !== ''),
);
const quantity = fc
  .tuple(fc.integer({ min: 0, max: 10 ** 7 }), fc.integer({ min: 0, max: 6 }))
  .map(([units, scale]) => amountText(units, scale));
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

/** An article with what may become of it: half of it off, all of it off, taken back again. */
const article = fc.record({
  cents: fc.oneof(
    fc.integer({ min: 0, max: 500_000 }),
    fc.integer({ min: 0, max: 20 }),
    fc.constant(10 ** 9),
  ),
  values: fc.record({
    Dsc: text,
    TaxG: fc.constantFrom('A', 'B', 'C', 'A C', 'AM', 'CA', '23%', '6.00%', '0%', 'M07', 'M15', 'M99'),
    Qty: optional(quantity),
    QtyU: optional(text),
    SKU: optional(fc.constantFrom('1', '2', '<&>')),
    IN: optional(fc.constantFrom('560', '561')),
    PT_TaxExemptionCode: optional(fc.constantFrom('M05', 'M99', 'x')),
    PT_TaxExemptionReason: optional(text),
    PT_ProductType: optional(fc.constantFrom('S', 'O', 'x')),
  }),
  fate: fc.constantFrom('sold', 'sold', 'half off', 'all off', 'taken back', 'dearer'),
});
type Article = typeof article extends fc.Arbitrary<infer T> ? T : never;

function positionsOf({ cents, values, fate }: Article): Position[] {
  const set = Object.entries(values).filter(([, value]) => value !== undefined);
  const sold = pos(amountText(cents, 2), Object.fromEntries(set));
  const mod = (amount: number): Position => ({ _: 'Mod', Dsc: 'Desconto', Amt: amountText(amount, 2) });
  if (fate === 'half off') return [sold, mod(-Math.floor(cents / 2))];
  if (fate === 'all off') return [sold, mod(-cents)];
  if (fate === 'dearer') return [sold, mod(99)];
  return fate === 'sold' ? [sold] : [sold, negated(sold)];
}

function negated(p: Position): Position {
  return {
    ...p,
    Amt: negatedDecimal(p.Amt!),
    ...(p.Qty !== undefined && { Qty: negatedDecimal(p.Qty) }),
  };
}

const customer: fc.Arbitrary<Customer | undefined> = fc.option(
  fc.record(
    {
      Nam: text,
      Adr: text,
      Zip: text,
      City: text,
      CN: fc.constantFrom('0', '7', 'x'.repeat(40)),
      Ctry: fc.constantFrom('PT', 'ES', 'UK'),
      TaxId: fc.constantFrom('PT509876544', '999999990', 'ESB12345678', '1'.repeat(40)),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
);

const document = fc.record({
  articles: fc.array(article, { minLength: 1, maxLength: 6 }),
  type: fc.constantFrom<DocumentType>('FS', 'FS', 'FT', 'FR', 'ND', 'NC', 'CM', 'PF', 'GT', 'GR', 'RC', 'RG'),
  customer,
  operator: optional(text),
  reason: optional(text),
  net: fc.boolean(),
  percentOff: fc.integer({ min: 0, max: 100 }),
  tendered: fc.integer({ min: 0, max: 2000 }),
  fate: fc.constantFrom('stands', 'stands', 'void', 'invoiced'),
  region: fc.constantFrom(undefined, 'PT-AC', 'PT-MA'),
});
type Drawn = typeof document extends fc.Arbitrary<infer T> ? T : never;

function issue(shop: Shop, drawn: Drawn, now: string): void {
  const { type } = drawn;
  const receipt = receiptOf(drawn);
  const record = shop.issue(
    { ...receipt, PayA: paymentsOf(receipt, drawn) },
    {
      type,
      now,
      fis: {
        ...(drawn.region !== undefined && { PT_Region: drawn.region }),
        ...((type === 'NC' || type === 'ND') && { PT_Reference: 'FS 1_1.25/4' }),
      },
    },
  );
  if (drawn.fate === 'void') shop.void(record, now, drawn.reason === undefined ? {} : { Rsn: drawn.reason });
  if (drawn.fate === 'invoiced') shop.state.set(`PT/invoiced ${record.ESR!.FN}`, { at: now });
}

function receiptOf(drawn: Drawn): Esr {
  const { type, customer: Ctm, operator: Opr, reason: Rsn } = drawn;
  const positions = drawn.articles.flatMap(positionsOf);
  const sum = positions.reduce((s, p) => s + minor(p.Amt, 2), 0);
  // A discount on top of others could make a sale of an article a return, which is refused.
  const plain = drawn.articles.every(({ fate }) => fate === 'sold' || fate === 'taken back');
  const off = plain ? Math.floor((sum * drawn.percentOff) / 100) : 0;
  if (off > 0) positions.push({ _: 'Mod', PN: '*', Dsc: 'Tudo', Amt: amountText(-off, 2) });
  return {
    // A table consultation is complete without payments.
    DT: 'CM',
    PosA: type === 'NC' ? positions.map(negated) : positions,
    ...(drawn.net && { TaxN: '1' }),
    ...(Ctm && { Ctm }),
    ...(Opr !== undefined && { Opr }),
    ...(Rsn !== undefined && { Rsn }),
  };
}

/** Cash and change; what is too much goes by card. */
function paymentsOf(receipt: Esr, { tendered, type }: Drawn): Payment[] {
  const total = minor(completed(receipt).esr.T, 2);
  const change = type === 'NC' ? 0 : tendered;
  const cash = Math.floor(total / 3);
  return [
    pay(amountText(cash + change, 2), 'cash'),
    pay(amountText(-change, 2), 'change'),
    pay(amountText(total - cash, 2), 'creditcard'),
  ];
}

async function file(documents: readonly Drawn[]): Promise<Buffer> {
  const shop = new Shop();
  documents.forEach((drawn, i) => issue(shop, drawn, `2026-01-15T10:00:${String(i).padStart(2, '0')}`));
  return (await exported([shop])).bytes;
}

it('a file of random documents passes all checks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 12 }), async (documents) => {
      expect(checkSaft(await file(documents), { publicKeys: PUBLIC_KEYS })).toStrictEqual([]);
    }),
    { numRuns: runs(150) },
  );
});

it('a file of random documents is valid by the schema', async ({ skip }) => {
  needOfficial(skip, noSchema);
  await fc.assert(
    fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 40 }), async (documents) => {
      expect(schemaProblems(await file(documents))).toBe('');
    }),
    { numRuns: runs(25) },
  );
});
