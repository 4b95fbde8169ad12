import { createPrivateKey } from 'node:crypto';
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTra } from '../../../receipt/read.ts';
import { isTraining, type Esr, type Position } from '../../../receipt/tra.ts';
import { readExamples } from '../../../testing/examples.ts';
import { ALL_FIELDS } from '../../fields.ts';
import type { DocumentType } from '../document.ts';
import { pay, pos } from '../testing/receipts.ts';
import { checkSaft } from './testing/assertions.ts';
import { Reader, type Element } from './testing/reader.ts';
import { noSchema, schemaProblems } from './testing/schema.ts';
import { exported, PUBLIC_KEYS, Shop } from './testing/shop.ts';
import { lacksOfficial, needOfficial, officialBytes } from '../../../testing/official.ts';

const SALE: Esr = { PosA: [pos('1.23')], PayA: [pay('1.23')] };
const EXTRAORDINARY: Esr = {
  Opr: 'Zoë & Søn <chefe>',
  Ctm: {
    Nam: `Café «Ś» 漢字 🍰 ${'x'.repeat(120)}`,
    Adr: 'a'.repeat(300),
    Zip: '1'.repeat(30),
    City: 'C'.repeat(60),
    Ctry: 'UK',
    TaxId: '12345678901234567890123456789012345',
  },
  PosA: [
    pos('1.23', { Dsc: 'X', QtyU: 'caixas de doze garrafas' }),
    pos('2.46', { Dsc: '\u200B', SKU: '&<>', Qty: '0.001' }),
    pos('4.00', { Dsc: `Pão\u2010de\u2010ló ${'y'.repeat(300)}`, TaxG: 'M15', Qty: '1000000' }),
  ],
  PayA: [pay('7.69', 'bitcoin')],
};

/** One document of each kind, some cancelled or invoiced, and some that have everything at once. */
function everything(): Shop {
  const shop = new Shop();
  const modifier: Position = { _: 'Mod', Dsc: 'Desconto', PN: '*', Amt: '-0.50' };
  for (const type of ['FS', 'FT', 'FR', 'ND', 'CM', 'PF', 'OR', 'GT', 'GR', 'RC', 'RG'] as const) {
    const fis = { PT_Reference: 'FT 1_1.25/7', PT_ReferenceDate: '2025-12-30' };
    const issuing = { type, ...(type === 'ND' && { fis }) };
    const esr = { ...SALE, DT: type };
    const document = shop.issue(esr, issuing);
    shop.void(shop.issue(esr, issuing), '2026-01-20T10:00:00', { Rsn: 'Engano' });
    shop.state.set(`PT/invoiced ${document.ESR!.FN}`, { at: '2026-01-16T10:00:00' });
    shop.issue({ ...esr, ...EXTRAORDINARY }, issuing);
    shop.issue(
      { ...esr, PosA: [pos('4.00'), pos('2.50', { TaxG: 'C' }), modifier], PayA: [pay('6.00')] },
      issuing,
    );
    shop.issue({ ...esr, PosA: [pos('0.00', { Qty: '3' })], PayA: [] }, issuing);
    shop.issue({ ...esr, PosA: [pos('5.00'), pos('-5.00')], PayA: [] }, issuing);
  }
  const refund = { PosA: [pos('-1.23', { Qty: '-1' })], PayA: [pay('-1.23', 'refund')], Rsn: 'Defeito' };
  shop.issue(refund, { fis: { PT_Reference: 'FS 1_1.26/1', PT_ReferenceDate: '2026-01-15' } });
  shop.issue(SALE, { series: '1_1.26M', fis: { PT_HashControl: '1-FSM abc/23' } });
  shop.issue(SALE, { series: '1_1.26MD', fis: { PT_HashControl: '1-FSD FS 1_1.26/57' } });
  shop.issue({ PosA: [pos('2.00', { TaxG: 'M07' })], PayA: [pay('2.00')] }, { fis: { PT_Region: 'PT-MA' } });
  const TaxA = [{ _: 'Tax', TaxG: 'A', Prc: '23', Net: '0.00', TAmt: '1.23', Amt: '1.23' }];
  shop.issue({ ...SALE, TaxA }, { type: 'ND', fis: { PT_Reference: 'FT 1_1.25/7' } });
  return shop;
}

describe('a file with documents of every kind', () => {
  it('is what the tax authority expects', async () => {
    const { bytes } = await exported([everything()], { comment: 'Entrega de janeiro – 2.ª vez' });
    expect(checkSaft(bytes, { publicKeys: PUBLIC_KEYS })).toStrictEqual([]);
  });

  it('is valid by the schema', async ({ skip }) => {
    needOfficial(skip, noSchema);
    const { bytes } = await exported([everything()], { comment: 'Entrega de janeiro – 2.ª vez' });
    expect(schemaProblems(bytes)).toBe('');
  });
});

/** The realistic sales of this repository that become documents. */
function realisticShop(): Shop {
  const shop = new Shop();
  for (const { cfg, route, request, expected } of readExamples().values()) {
    if (cfg || route !== undefined || expected.RC !== 'OK' || expected.FN === undefined) continue;
    const { tra } = readTra(request, { currencyDigits: 2, fields: ALL_FIELDS });
    const { D: _, ...esr } = tra!.ESR;
    // Training has series of its own.
    if (isTraining(esr)) continue;
    const type = expected.FN.slice(0, 2) as DocumentType;
    // Some of them register their originals first, which are not among these documents.
    shop.issue(esr, { type, ...(type === 'NC' && { fis: { PT_Reference: 'FS 1_1.25/1' } }) });
  }
  return shop;
}

describe('a file of realistic sales', () => {
  it('is what the tax authority expects', async () => {
    const shop = realisticShop();
    expect(shop.records.length).toBeGreaterThan(20);
    const { bytes } = await exported([shop]);
    expect(checkSaft(bytes, { publicKeys: PUBLIC_KEYS })).toStrictEqual([]);
  });

  it('is valid by the schema', async ({ skip }) => {
    needOfficial(skip, noSchema);
    expect(schemaProblems((await exported([realisticShop()])).bytes)).toBe('');
  });
});

const EXAMPLE = 'examples/pt/saft-minimal.xml';
const KEY = new URL('../testing/test-key.pem', import.meta.url);

/** Everything a file says, the entries of tables in a definite order. */
function contents(file: Uint8Array): string[] {
  const found: string[] = [];
  const bare = ({ name, text, children, inner }: Element): unknown => [
    name,
    inner ? children.map(bare) : text,
  ];
  const reader = new Reader((element, parent) => {
    const entries = element.name === 'TaxTable' ? element.children : [element];
    for (const entry of entries) found.push(`${parent} ${JSON.stringify(bare(entry))}`);
  }, []);
  reader.write(file);
  return found.sort();
}

describe('the example file', () => {
  it('is written again from its two sales, signatures included', async ({ skip }) => {
    needOfficial(skip, lacksOfficial(EXAMPLE));
    const shop = new Shop(undefined, createPrivateKey(fs.readFileSync(KEY)));
    shop.issue(
      {
        Opr: 'op1',
        PosA: [
          pos('2.00', { SKU: 'CAFE', Dsc: 'Café expresso', TaxG: 'B', Qty: '2' }),
          pos('1.23', { SKU: 'CANETA', Dsc: 'Caneta', TaxG: 'A' }),
        ],
        PayA: [pay('3.23', 'cash')],
      },
      { now: '2026-01-15T10:15:30' },
    );
    shop.issue(
      {
        Opr: 'op1',
        PosA: [
          pos('10.60', { SKU: 'LIVRO', Dsc: 'Livro', TaxG: 'C' }),
          pos('5.00', { SKU: 'AULA', Dsc: 'Explicação', TaxG: 'M07', PT_ProductType: 'S' }),
        ],
        PayA: [pay('15.60')],
      },
      { now: '2026-01-15T10:21:07' },
    );
    const { bytes } = await exported([shop]);
    expect(contents(bytes)).toStrictEqual(contents(officialBytes(EXAMPLE)));
  });
});
