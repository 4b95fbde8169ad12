import { describe, expect, it } from 'vitest';
import type { Esr } from '../../../receipt/tra.ts';
import { pay, pos } from '../testing/receipts.ts';
import { all, child, Reader, textAt, type Element } from './testing/reader.ts';
import { exported, Shop, type Issuing } from './testing/shop.ts';

/** The documents of a shop as a reader of the file sees them. */
async function documents(shop: Shop): Promise<Element[]> {
  const found: Element[] = [];
  const reader = new Reader((element) => {
    if (['Invoice', 'StockMovement', 'WorkDocument', 'Payment'].includes(element.name)) found.push(element);
  }, []);
  reader.write((await exported([shop])).bytes);
  return found;
}

async function document(sent: Esr, issuing: Issuing = {}): Promise<Element> {
  const shop = new Shop();
  shop.issue(sent, issuing);
  return (await documents(shop))[0]!;
}

const SALE: Esr = { PosA: [pos('1.23')], PayA: [pay('1.23')] };
const REFUND: Esr = { PosA: [pos('-1.23')], PayA: [pay('-1.23')] };
const line = (element: Element) => child(element, 'Line')!;

describe('a document', () => {
  it('says who issued it and when', async () => {
    const invoice = await document({ ...SALE, D: '2026-01-14T23:59:59', Opr: ' maria ' });
    expect(textAt(invoice, 'InvoiceDate')).toBe('2026-01-14');
    expect(textAt(invoice, 'SystemEntryDate')).toBe('2026-01-15T10:15:30');
    expect(textAt(invoice, 'Period')).toBe('1');
    expect(textAt(invoice, 'SourceID')).toBe('maria');
  });

  it('of a till without operators has an unknown one', async () => {
    expect(textAt(await document(SALE), 'SourceID')).toBe('Desconhecido');
  });

  it('has the time of registration where it was not signed with one', async () => {
    const invoice = await document(SALE, { fis: { PT_SystemEntryDate: undefined } });
    expect(textAt(invoice, 'SystemEntryDate')).toBe('2026-01-15T10:15:30');
  });

  it('recovered from a form or a copy says so', async () => {
    const invoice = await document(SALE, { fis: { PT_HashControl: '1-FSM abc/23' } });
    expect(textAt(invoice, 'HashControl')).toBe('1-FSM abc/23');
    expect(textAt(invoice, 'DocumentStatus', 'SourceBilling')).toBe('M');
  });

  it('has the unit and the serial number of its positions', async () => {
    const position = pos('1.23', { QtyU: 'kg', Qty: '0.345', ID: 'SN-1' });
    const { children } = line(await document({ PosA: [position], PayA: [pay('1.23')] }));
    const invoiceLine = { name: '', text: '', children, inner: true };
    expect(textAt(invoiceLine, 'UnitOfMeasure')).toBe('kg');
    expect(textAt(invoiceLine, 'Quantity')).toBe('0.345');
    expect(textAt(invoiceLine, 'ProductSerialNumber', 'SerialNumber')).toBe('SN-1');
  });

  it('says what the buyer withholds', async () => {
    const esr = { ...SALE, PT_Withholding: '0.25', PT_WithholdingType: 'IRS' };
    const invoice = await document(esr, { type: 'FR' });
    expect(textAt(invoice, 'WithholdingTax', 'WithholdingTaxType')).toBe('IRS');
    expect(textAt(invoice, 'WithholdingTax', 'WithholdingTaxAmount')).toBe('0.25');
    expect(textAt(invoice, 'DocumentTotals', 'Payment', 'PaymentAmount')).toBe('0.98');
  });

  it('that charges tax alone has its base and nothing else', async () => {
    const TaxA = [{ _: 'Tax', TaxG: 'A', Prc: '23', Net: '0.00', TAmt: '1.23', Amt: '1.23' }];
    const debitNote = line(await document({ ...SALE, TaxA }, { type: 'ND' }));
    expect(['UnitPrice', 'TaxBase', 'CreditAmount'].map((n) => textAt(debitNote, n))).toStrictEqual([
      '0.00',
      '5.35',
      '0.00',
    ]);
  });
});

describe('the status', () => {
  it('is normal, since the document was entered', async () => {
    const status = child(await document({ ...SALE, Opr: '3' }), 'DocumentStatus')!;
    expect(status.children.map((c) => c.text)).toStrictEqual(['N', '2026-01-15T10:15:30', '3', 'P']);
  });

  it('is cancelled after a void, which says when, why and by whom', async () => {
    const shop = new Shop();
    const original = shop.issue({ ...SALE, Opr: '3' });
    shop.void(original, '2026-01-16T09:00:00', { Opr: '7', Rsn: `Engano ${'x'.repeat(60)}` });
    const status = child((await documents(shop))[0]!, 'DocumentStatus')!;
    expect(status.children.map((c) => c.text)).toStrictEqual([
      'A',
      '2026-01-16T09:00:00',
      `Engano ${'x'.repeat(43)}`,
      '7',
      'P',
    ]);
  });

  it('has a reason even where the void gave none, and is not older than the document', async () => {
    const shop = new Shop();
    shop.void(shop.issue(SALE), '2026-01-15T09:00:00');
    const status = child((await documents(shop))[0]!, 'DocumentStatus')!;
    expect(textAt(status, 'InvoiceStatusDate')).toBe('2026-01-15T10:15:30');
    expect(textAt(status, 'Reason')).toBe('Anulado');
  });

  it('is invoiced for working and transport documents that were', async () => {
    const shop = new Shop();
    for (const type of ['CM', 'GT', 'FS'] as const) {
      const { ESR } = shop.issue({ ...SALE, DT: type }, { type });
      shop.state.set(`PT/invoiced ${ESR!.FN}`, { at: '2026-01-15T12:00:00' });
    }
    const statuses = (await documents(shop)).map((d) => child(d, 'DocumentStatus')!.children[0]!.text);
    expect(statuses).toStrictEqual(['N', 'F', 'F']);
  });

  it('is normal where the state says nothing of use', async () => {
    const shop = new Shop();
    const { ESR } = shop.issue({ ...SALE, DT: 'CM' }, { type: 'CM' });
    shop.state.set(`PT/invoiced ${ESR!.FN}`, [1]);
    expect(textAt((await documents(shop))[0]!, 'DocumentStatus', 'WorkStatus')).toBe('N');
  });
});

describe('a reference', () => {
  const reference = (element: Element) =>
    ['Reference', 'Reason'].map((name) => textAt(line(element), 'References', name));

  it('of a credit note names the corrected document and why', async () => {
    const note = await document(
      { ...REFUND, RFN: 'FS 1_1.26M/4', Rsn: 'Defeito' },
      { fis: { PT_Reference: 'abc/23' } },
    );
    expect(reference(note)).toStrictEqual(['abc/23', 'Defeito']);
  });

  it('is what the POS has sent where the register does not know it', async () => {
    expect(reference(await document({ ...REFUND, RFN: 'FS 9/1' }))).toStrictEqual(['FS 9/1', '']);
    const position = pos('-1.23', { RFN: 'FS 9/2', Rsn: 'Partido' });
    const note = await document({ ...REFUND, PosA: [position], Rsn: 'Defeito' });
    expect(reference(note)).toStrictEqual(['FS 9/2', 'Partido']);
  });

  it('is left out when there is none', async () => {
    expect(child(line(await document(REFUND)), 'References')).toBeUndefined();
  });

  it.each([
    ['2026-01-14', '2026-01-14'],
    ['14/01/2026', ''],
    [undefined, ''],
  ])('of an invoice names what it was made from, with the date %s', async (sent, date) => {
    const fis = { PT_Reference: 'CM 1_1.26/4', PT_ReferenceDate: sent };
    const invoice = line(await document(SALE, { fis }));
    expect(textAt(invoice, 'OrderReferences', 'OriginatingON')).toBe('CM 1_1.26/4');
    expect(textAt(invoice, 'OrderReferences', 'OrderDate')).toBe(date);
    expect(child(invoice, 'References')).toBeUndefined();
  });
});

describe('a transport document', () => {
  const start = async (PT_MovementStartTime: unknown) =>
    textAt(
      await document({ ...SALE, PayA: [], DT: 'GT', PT_MovementStartTime }, { type: 'GT' }),
      'MovementStartTime',
    );

  it('says when the goods start, at the latest when it is issued', async () => {
    expect(await start('2026-01-15T14:00:00')).toBe('2026-01-15T14:00:00');
    expect(await start('14:00')).toBe('2026-01-15T10:15:30');
    expect(await start(undefined)).toBe('2026-01-15T10:15:30');
  });

  it('bears no stamp duty', async () => {
    const TaxA = [{ _: 'Tax', TaxG: 'IS', Prc: '4', Net: '1.18', TAmt: '0.05', Amt: '1.23' }];
    const sent = { PosA: [pos('1.23', { TaxG: 'IS' })], PayA: [], TaxA, DT: 'GT' };
    expect(child(line(await document(sent, { type: 'GT' })), 'Tax')).toBeUndefined();
  });
});

describe('a receipt for a payment', () => {
  const paid = (position = {}, more: Esr = {}): Esr => ({
    PosA: [pos('1.23', { TaxG: 'M99', ...position })],
    PayA: [pay('1.23')],
    ...more,
  });
  const source = async (...[sent, issuing]: Parameters<typeof document>) => {
    const element = line(await document(sent, { type: 'RG', ...issuing }));
    return ['OriginatingON', 'InvoiceDate'].map((name) => textAt(element, 'SourceDocumentID', name));
  };

  it('is not signed', async () => {
    const receipt = await document(paid(), { type: 'RG' });
    expect(child(receipt, 'Hash')).toBeUndefined();
    expect(textAt(receipt, 'PaymentMethod', 'PaymentMechanism')).toBe('CD');
  });

  it('names the document it settles', async () => {
    const fis = { PT_Reference: 'FT 1_1.26/4', PT_ReferenceDate: '2026-01-10' };
    expect(await source(paid(), { fis })).toStrictEqual(['FT 1_1.26/4', '2026-01-10']);
    const recovered = paid({ RFN: 'FT 1_1.26M/4' }, { RFN: 'FT 1_1.26M/4' });
    expect(await source(recovered, { fis: { PT_Reference: 'abc/4' } })).toStrictEqual([
      'abc/4',
      '2026-01-15',
    ]);
    expect(await source(paid({}, { RFN: 'FT 9/1' }))).toStrictEqual(['FT 9/1', '2026-01-15']);
    expect(await source(paid())).toStrictEqual(['Desconhecido', '2026-01-15']);
  });

  it('recovered from its copy says so', async () => {
    const receipt = await document({ ...paid(), PT_OriginalFN: 'RG 1_1.25/7' }, { type: 'RG' });
    expect(textAt(receipt, 'DocumentStatus', 'SourcePayment')).toBe('M');
    const usual = await document(paid(), { type: 'RG' });
    expect(textAt(usual, 'DocumentStatus', 'SourcePayment')).toBe('P');
  });

  it('may settle one by each line', async () => {
    const fis = { PT_Reference: 'FT 1_1.26/4' };
    const position = { RFN: 'FT 1_1.26/5', RD: '2026-01-11T10:00:00' };
    expect(await source(paid(position), { fis })).toStrictEqual(['FT 1_1.26/5', '2026-01-11']);
    expect(await source(paid({ RFN: ' ' }), { fis })).toStrictEqual(['FT 1_1.26/4', '2026-01-15']);
  });

  it('must name the tax only in the cash regime', async () => {
    const tax = async (type: 'RC' | 'RG', TaxG: string) =>
      textAt(line(await document(paid({ TaxG }), { type })), 'Tax', 'TaxCode');
    expect(await tax('RC', 'A')).toBe('NOR');
    expect(await tax('RG', 'A')).toBe('NOR');
    expect(await tax('RC', 'M99')).toBe('NS');
    expect(await tax('RG', 'M99')).toBe('');
  });
});

it('the totals of a credit note are positive', async () => {
  const totals = child(await document(REFUND), 'DocumentTotals')!;
  expect(totals.children.slice(0, 3).map((c) => c.text)).toStrictEqual(['0.23', '1.00', '1.23']);
  expect(all(totals, 'Payment')).toHaveLength(1);
});
