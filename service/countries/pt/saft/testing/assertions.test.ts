/** The checker finds what is wrong: a good file, broken in one place at a time. */
import { beforeAll, describe, expect, it } from 'vitest';
import { pay, pos } from '../../testing/receipts.ts';
import { encode, cp1252 } from '../cp1252.ts';
import { checkSaft } from './assertions.ts';
import type { Chains } from './chain-rules.ts';
import { exported, PUBLIC_KEYS, Shop } from './shop.ts';

let good = '';

beforeAll(async () => {
  const shop = new Shop();
  const sale = { PosA: [pos('1.23'), pos('2.00', { Dsc: 'Aula', TaxG: 'M07' })], PayA: [pay('3.23')] };
  const refund = { PosA: [pos('-1.23')], PayA: [pay('-1.23')], Rsn: 'Defeito' };
  shop.issue(sale);
  shop.void(shop.issue(sale), '2026-01-15T12:00:00');
  shop.issue(sale);
  shop.issue(refund, { fis: { PT_Reference: 'FS 1_1.26/1' } });
  shop.issue(sale, { type: 'FR' });
  shop.issue({ ...sale, DT: 'CM', PayA: [] }, { type: 'CM' });
  shop.issue({ ...sale, DT: 'GT', PayA: [] }, { type: 'GT' });
  shop.issue({ PosA: [pos('1.23')], PayA: [pay('1.23')] }, { type: 'RC', fis: { PT_Reference: 'FT 1/1' } });
  good = (await exported([shop])).text;
});

const check = (text: string) =>
  checkSaft(encode(cp1252(text.replaceAll('\n', ''))), { publicKeys: PUBLIC_KEYS });

/** The documents of a number in the file. */
const of = (id: string) => new RegExp(`(<(InvoiceNo|DocumentNumber|PaymentRefNo)>${id}<.*)`);

/** The good file with a text replaced, in the document with an id if one is given. */
function broken(from: string | RegExp, to: string, id?: string): string {
  const text =
    id === undefined
      ? good.replace(from, to)
      : good.replace(of(id), (document) => document.replace(from, to));
  expect(text).not.toBe(good);
  return text;
}

it('finds nothing in a good file', () => {
  expect(check(good)).toStrictEqual([]);
});

describe('finds in the file', () => {
  it.each<[string, string | RegExp, string, string]>([
    ['another encoding', 'Windows-1252', 'UTF-8', 'declared as UTF-8'],
    ['an open element', '</Header>', '', 'not well-formed: 1:'],
    ['an empty element', '<City>Lisboa</City>', '<City></City>', 'City is empty'],
    [
      'blanks around a text',
      '<City>Lisboa</City>',
      '<City> Lisboa</City>',
      'City has blanks around " Lisboa"',
    ],
    ['a negative number', '<TotalDebit>', '<TotalDebit>-', 'TotalDebit is negative'],
    ['an attribute', '<City>', '<City x="1">', 'City has attributes'],
    ['a reversed period', '<EndDate>2026-01-31', '<EndDate>2025-12-31', 'EndDate before StartDate'],
    ['a wrong year', '<FiscalYear>2026', '<FiscalYear>2025', 'FiscalYear is another'],
    ['a period not over', '<DateCreated>2026-02-02', '<DateCreated>2026-01-30', 'DateCreated before EndDate'],
    [
      'a tax id that is none',
      'Number>599999993',
      'Number>599999994',
      'TaxRegistrationNumber of the header is',
    ],
    ['a program of two slashes', 'ister/', 'ister/x/', 'ProductID of the header is'],
    ['another currency', 'Code>EUR', 'Code>USD', 'CurrencyCode of the header is USD'],
    ['a customer with prefix', '999999990', 'PT999999990', 'customer 0 has a tax id with prefix'],
    ['a customer with a wrong digit', '999999990', '999999991', 'customer 0 has a tax id that is none'],
    ['a product of no type', 'Type>P<', 'Type>Q<', 'product Bica is of no type'],
    [
      'a wrong rate',
      /(<TaxTableEntry>.*?)23\.00/s,
      '$113.00',
      'tax IVA PT NOR 13.00: is no rate of this code',
    ],
    ['an exemption with a rate', /(<TaxTableEntry>.*?)0\.00/s, '$14.00', 'what is exempt has no rate'],
    [
      'a customer of no document',
      '</Customer>',
      '</Customer><Customer><CustomerID>9</CustomerID></Customer>',
      'customer 9 is of no document',
    ],
    ['two customers of one id', /(<Customer>.*?<\/Customer>)/s, '$1$1', 'customer 0 twice'],
    ['two products of one code', /(<Product>.*?<\/Product>)/s, '$1$1', 'product Bica twice'],
    ['two taxes', /(<TaxTableEntry>.*?<\/TaxTableEntry>)/s, '$1$1', 'tax IVA PT NOR 23.00  twice'],
    ['a missing customer', /<Customer>.*?<\/Customer>/s, '', 'FS 1_1.26/1: has an unknown customer'],
    ['a missing product', /<Product>.*?<\/Product>/s, '', 'line 1: product Bica is unknown'],
    [
      'a missing tax',
      /<TaxTableEntry>.*?<\/TaxTableEntry>/s,
      '',
      'tax IVA PT NOR 23.00  is not in the tax table',
    ],
    ['a document twice', 'FS 1_1.26/3<', 'FS 1_1.26/1<', 'document FS 1_1.26/1 twice'],
    ['a wrong count', '<NumberOfEntries>5', '<NumberOfEntries>4', 'SalesInvoices: NumberOfEntries is 4'],
    ['cancelled documents in the totals', '<TotalCredit>9.00', '<TotalCredit>12.00', 'TotalCredit is 12.00'],
    ['a missing total', /<TotalDebit>.*?<\/TotalDebit>/, '', 'SalesInvoices: TotalDebit is'],
    ['a wrong number of lines', '<NumberOfMovementLines>2', '<NumberOfMovementLines>1', 'Lines is 1'],
    ['a wrong quantity', '<TotalQuantityIssued>2', '<TotalQuantityIssued>3', 'TotalQuantityIssued is 3'],
  ])('%s', (_what, from, to, problem) => {
    expect(check(broken(from, to)).join('\n')).toContain(problem);
  });
});

it('finds bytes that mean nothing', () => {
  const bytes = encode(cp1252(good.replace('Rua da', 'Rua # da')));
  bytes[bytes.indexOf('#')] = 0x81;
  expect(checkSaft(bytes)).toContain('byte 81 is undefined in Windows-1252');
});

describe('finds in a document', () => {
  const FS = 'FS 1_1.26/1';
  it.each<[string, string, string | RegExp, string, string]>([
    ['another date', FS, '<InvoiceDate>2026-01-15', '<InvoiceDate>2026-02-15', 'is dated 2026-02-15'],
    ['no validation code', FS, 'CSDF7T5H-1', '0', 'has ATCUD 0'],
    [
      'another validation code',
      'FS 1_1.26/3',
      'CSDF7T5H',
      'CSDF7T5X',
      'another validation code than its series',
    ],
    [
      'the code of another series',
      'NC 1_1.26/1',
      /ATCUD>\w+/,
      'ATCUD>CSDF7T5H',
      'has the validation code of FS 1_1.26',
    ],
    ['a wrong HashControl', FS, 'Control>1<', 'Control>1-FS<', 'has HashControl 1-FS'],
    [
      'an invoice that is invoiced',
      FS,
      'Status>N<',
      'Status>F<',
      'is invoiced, and no document that could be',
    ],
    [
      'goods that left before',
      'GT 1_1.26/1',
      'StartTime>2026-01-15',
      'StartTime>2026-01-14',
      'goods start before',
    ],
    [
      'goods that arrive before',
      'GT 1_1.26/1',
      '<MovementStartTime>',
      '<MovementEndTime>2026-01-15T10:00:00</MovementEndTime><MovementStartTime>',
      'its goods arrive before they start',
    ],
    [
      'a place without address',
      'GT 1_1.26/1',
      '<MovementStartTime>',
      '<ShipTo/><MovementStartTime>',
      'ShipTo has no address',
    ],
    [
      'goods with a simplified invoice',
      FS,
      '<Line>',
      '<MovementStartTime>2026-01-15T11:00:00</MovementStartTime><Line>',
      'no document that goes with goods',
    ],
    [
      'withheld tax of more than all',
      FS,
      '</DocumentTotals>',
      '</DocumentTotals><WithholdingTax><WithholdingTaxAmount>4.00</WithholdingTaxAmount></WithholdingTax>',
      'has more tax withheld than its total',
    ],
    [
      'a note of a cancelled invoice',
      'NC 1_1.26/1',
      'e>FS 1_1.26/1',
      'e>FS 1_1.26/2',
      'FS 1_1.26/2, which is cancelled',
    ],
    ['a note of a bill', 'NC 1_1.26/1', 'e>FS 1_1.26/1', 'e>CM 1_1.26/1', 'which is no invoice'],
    [
      'a note of more than there is',
      FS,
      'GrossTotal>3.23',
      'GrossTotal>1.00',
      'credit notes take more than it is',
    ],
    [
      'a bill that was invoiced and does not say so',
      FS,
      '<ProductCode>',
      '<OrderReferences><OriginatingON>CM 1_1.26/1</OriginatingON></OrderReferences><ProductCode>',
      'made from CM 1_1.26/1, which is not invoiced',
    ],
    ['a receipt for a receipt', 'RC 1_1.26/1', 'ON>FT 1/1', 'ON>RC 1_1.26/1', 'which is a receipt itself'],
    ['another period', FS, '<Period>1<', '<Period>2<', 'belongs to another period'],
    ['a number of another document', FS, 'CSDF7T5H-1', 'CSDF7T5H-2', 'has an ATCUD of another number'],
    ['two types under one code', 'FS 1_1.26/3', 'Type>FS<', 'Type>FT<', 'FS stands for two types'],
    ['no signature', FS, /<Hash>.*?</, '<Hash>0<', 'has no signature'],
    ['a changed signature', FS, /<Hash>...../, '<Hash>AAAAA', 'has a signature that is not right'],
    ['a changed total', FS, 'GrossTotal>3.23', 'GrossTotal>3.24', 'has a signature that is not right'],
    ['an unknown key', FS, '<HashControl>1<', '<HashControl>2<', 'has a signature that is not right'],
    ['a gap', 'FS 1_1.26/3', '/3<', '/4<', 'comes after number 2'],
    ['a date that goes back', 'FS 1_1.26/3', 'Date>2026-01-15<', 'Date>2026-01-14<', 'has an earlier date'],
    [
      'a time that goes back',
      'FS 1_1.26/3',
      'EntryDate>2026-01-15',
      'EntryDate>2026-01-14',
      'was entered before',
    ],
    [
      'a status before the document',
      FS,
      'StatusDate>2026-01-15',
      'StatusDate>2026-01-14',
      'status older than itself',
    ],
    ['a cancellation without reason', 'FS 1_1.26/2', /<Reason>.*?<\/Reason>/, '', 'a reason belongs to'],
    ['a reason for nothing', FS, '<SourceID>', '<Reason>x</Reason><SourceID>', 'a reason belongs to'],
    ['a recovery without its mark', FS, 'Control>1<', 'Control>1-FSM a/1<', 'does not fit HashControl'],
    ['a sum that is none', FS, 'NetTotal>3.00', 'NetTotal>3.01', 'are not GrossTotal'],
    ['a total of other decimals', FS, 'NetTotal>3.00', 'NetTotal>3.0', 'NetTotal 3.0 has not two decimals'],
    ['lines that are not all', FS, 'NetTotal>3.00', 'NetTotal>3.02', 'do not add up to NetTotal'],
    ['tax that does not follow', FS, 'TaxPayable>0.23', 'TaxPayable>0.33', 'do not give TaxPayable'],
    [
      'payments that are not all',
      FS,
      'PaymentAmount>3.23',
      'PaymentAmount>3.00',
      'the payments do not add up',
    ],
    ['an invoice-receipt without payment', 'FR 1_1.26/1', /<Payment>.*?<\/Payment>/, '', 'needs Payment'],
  ])('%s', (_what, id, from, to, problem) => {
    expect(check(broken(from, to, id)).join('\n')).toContain(problem);
  });
});

describe('finds in a line', () => {
  const FS = 'FS 1_1.26/1';
  const EXEMPTION = /<TaxExemptionReason>.*?<\/TaxExemptionCode>/;
  it.each<[string, string, string | RegExp, string, string]>([
    ['A4: no tax without reason', FS, EXEMPTION, '', 'TaxPercentage 0.00 without TaxExemptionReason'],
    ['A4: tax with reason', FS, '0.00</TaxPercentage>', '6.00</TaxPercentage>', 'TaxPercentage 6.00 with'],
    [
      'A3: as an amount',
      FS,
      /<TaxPercentage>23.00<\/TaxPercentage>/,
      '<TaxAmount>0.00</TaxAmount>',
      'TaxAmount 0.00 without',
    ],
    ['A5: a reason without code', FS, /<TaxExemptionCode>.*?<\/TaxExemptionCode>/, '', 'belong together'],
    ['A5: a code without reason', FS, /<TaxExemptionReason>.*?<\/TaxExemptionReason>/, '', 'belong together'],
    [
      'A6: a base with a price',
      FS,
      '<TaxPointDate>',
      '<TaxBase>1.00</TaxBase><TaxPointDate>',
      'TaxBase with price',
    ],
    ['A8: on goods that move', 'GT 1_1.26/1', EXEMPTION, '', 'TaxPercentage 0.00 without'],
    ['A11: on working documents', 'CM 1_1.26/1', EXEMPTION, '', 'TaxPercentage 0.00 without'],
    ['A18: a cash receipt without tax', 'RC 1_1.26/1', /<Tax>.*?<\/Tax>/, '', 'RC needs Tax'],
    ['a code that says otherwise', FS, 'M07', 'M99', 'TaxType does not fit M99'],
    ['a sale without tax', FS, /<Tax>.*?<\/Tax>/, '', 'has no tax'],
    ['another number', FS, '<LineNumber>2', '<LineNumber>3', 'line 2: is numbered otherwise'],
    [
      'a price with tax',
      FS,
      '<UnitPrice>1.00',
      '<UnitPrice>1.23',
      'Quantity times UnitPrice is not the amount',
    ],
    [
      'a credit note without reference',
      'NC 1_1.26/1',
      /<References>.*?<\/References>/,
      '',
      'needs References',
    ],
    [
      'a reference of a sale',
      FS,
      '<Description>',
      '<References><Reason>x</Reason></References><Description>',
      'only corrections',
    ],
    [
      'an order of a credit note',
      'NC 1_1.26/1',
      '<ProductCode>',
      '<OrderReferences><OrderDate>2026-01-01</OrderDate></OrderReferences><ProductCode>',
      'no OrderReferences',
    ],
    [
      'a receipt for nothing',
      'RC 1_1.26/1',
      /<OriginatingON>.*?<\/OriginatingON>/,
      '',
      'the document it settles',
    ],
  ])('%s', (_what, id, from, to, problem) => {
    expect(check(broken(from, to, id)).join('\n')).toContain(problem);
  });
});

describe('a year of files', () => {
  it('is one chain', async () => {
    const shop = new Shop();
    const sale = { PosA: [pos('1.23')], PayA: [pay('1.23')] };
    for (const day of ['2026-01-30', '2026-01-31', '2026-02-01'])
      shop.issue(sale, { now: `${day}T10:00:00` });
    const months = [
      { from: '2026-01-01', till: '2026-01-31' },
      { from: '2026-02-01', till: '2026-02-28' },
    ];
    const [january, february] = await Promise.all(
      months.map((m) => exported([shop], { ...m, today: '2026-03-01' })),
    );
    const chains: Chains = new Map();
    const options = { publicKeys: PUBLIC_KEYS, chains };
    expect(checkSaft(january!.bytes, options)).toStrictEqual([]);
    expect(checkSaft(february!.bytes, options)).toStrictEqual([]);
    expect(chains.get('FS 1_1.26')?.number).toBe(3);
    expect(checkSaft(february!.bytes, options)).toStrictEqual(['FS 1_1.26/3: comes after number 3']);
  });
});
