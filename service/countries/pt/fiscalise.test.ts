/** What becomes of receipts in a whole register: numbers, chains, codes, and what is printed. */
import { describe, expect, it } from 'vitest';
import type { Esr, JournalRecord } from '../../receipt/tra.ts';
import { PORTUGAL } from '../../testing/sales.ts';
import { portugal } from './index.ts';
import { DOCUMENTS, type DocumentType } from './document.ts';
import { readQr, tagOf } from './testing/inspector.ts';
import { pay, pos } from './testing/receipts.ts';
import { newKey, Till } from './testing/till.ts';

const TYPES = Object.keys(DOCUMENTS) as DocumentType[];
const UNPAID = TYPES.filter((type) => DOCUMENTS[type].class === 'WD' || DOCUMENTS[type].class === 'MG');

/** A receipt that suits the type. */
function receiptOf(DT: DocumentType, amount = '2.46'): Esr {
  const total = DT === 'NC' ? `-${amount}` : amount;
  const isUnpaid = UNPAID.includes(DT);
  return { DT, PosA: [pos(total)], ...(!isUnpaid && { PayA: [pay(total)] }) };
}

const numbers = (records: readonly JournalRecord[]) => records.map((r) => r.ESR!.FN);

describe('every document type', () => {
  it('has a series, a chain and a code of its own', async () => {
    const till = await Till.open();
    const issued: JournalRecord[] = [];
    for (const round of ['1.23', '2.46', '3.69']) {
      for (const DT of TYPES) issued.push(await till.issue(receiptOf(DT, round)));
    }
    expect(numbers(issued)).toStrictEqual(
      [1, 2, 3].flatMap((n) => TYPES.map((type) => `${type} 1_1.26/${n}`)),
    );
    expect(issued.map((d) => readQr(d).D)).toStrictEqual([...TYPES, ...TYPES, ...TYPES]);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it.each(['RC', 'RG'] as const)('%s is numbered but not signed', async (DT) => {
    const till = await Till.open({ certificate: '123' });
    const [first, second] = [await till.issue(receiptOf(DT)), await till.issue(receiptOf(DT))];
    expect(numbers([first, second])).toStrictEqual([`${DT} 1_1.26/1`, `${DT} 1_1.26/2`]);
    expect(second.Fis).not.toHaveProperty('PT_Hash');
    expect(second.Fis).not.toHaveProperty('PT_HashControl');
    expect(readQr(second)).toMatchObject({ D: DT, Q: '0', R: '123' });
    expect(tagOf(second, 'Certification')).toBe('Emitido por programa certificado n.º 0123/AT');
    expect(tagOf(second, 'ATCUD')).toMatch(/-2$/);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it.each(UNPAID)('%s may be without payment, and without value', async (DT) => {
    const till = await Till.open();
    const valued = await till.issue(receiptOf(DT));
    expect(readQr(valued)).toMatchObject({ I1: 'PT', I7: '2.00', I8: '0.46', O: '2.46' });
    const bare = await till.issue({ DT, PosA: [pos('0.00')] });
    const { I1, N, O, ...rest } = readQr(bare);
    expect([I1, N, O]).toStrictEqual(['0', '0.00', '0.00']);
    expect(Object.keys(rest).join('')).toBe('ABCDEFGHQR');
    expect(bare.Fis!.PT_Hash).toHaveLength(172);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it.each(['FS', 'FT', 'FR', 'ND', 'RC', 'RG'] as const)('%s needs its payment', async (DT) => {
    const till = await Till.open();
    expect((await till.submit({ DT, PosA: [pos('1.00')] })).Result.ErrorCode).toBe('#PAYA_MISSING');
    expect(till.series).toStrictEqual({});
  });
});

describe('everything that must be printed stands in Fis.Tag', () => {
  const names = ({ Fis }: JournalRecord) => Fis?.Tag?.map(({ Name }) => Name) ?? [];
  const NO_INVOICE = 'Este documento não serve de fatura';

  it.each(TYPES)('%s says whether it is an invoice', async (DT) => {
    const till = await Till.open();
    const tag = tagOf(await till.issue(receiptOf(DT)), 'NoInvoice');
    expect(tag).toBe(DOCUMENTS[DT].class === 'SI' ? undefined : NO_INVOICE);
  });

  it('training has the maker of the program for its head; ATCUD is the last one', async () => {
    const till = await Till.open();
    const training = await till.sell('5.00', { Test: '1' });
    expect(names(training)).toEqual([
      ...['CustomerTaxId', 'Producer', 'Training', 'NoInvoice', 'Certification', 'ATCUD'],
    ]);
    expect(tagOf(training, 'Producer')).toBe(training.Fis!.PT_Producer);
  });

  it('training has the maker of the program for its head without a number, too', async () => {
    const till = await Till.open();
    for (const more of [{ Test: '1' }, { Test: '1', NF: 'balance' }]) {
      const training = await till.sell('5.00', more);
      expect(portugal.paper(training)).toMatchObject({ seller: [tagOf(training, 'Producer')] });
    }
  });

  it('a nonfiscal record with articles could be taken for an invoice, a void has no Fis', async () => {
    const till = await Till.open();
    const balance = await till.sell('5.00', { NF: 'balance' });
    expect(balance.Fis).toEqual({ Tag: [{ Label: '', Name: 'NoInvoice', Value: NO_INVOICE }] });
    const sale = await till.sell('5.00');
    const voided = await till.sell('-5.00', { Void: '1', RFN: sale.ESR!.FN!, Rsn: 'Engano' });
    expect(voided.Fis).toBeUndefined();
  });

  it.each([
    [{ Nam: 'Anneke', Ctry: 'NL' }, 'NL'],
    [{ Nam: 'Anneke' }, 'PT'],
    [{ Ctry: 'NL' }, 'PT'],
  ])('the country of a customer without tax id is that of the address: %j', async (Ctm, country) => {
    const till = await Till.open();
    expect(readQr(await till.sell('5.00', { Ctm }))).toMatchObject({ B: '999999990', C: country });
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('tax withheld, and why a line bears no tax', async () => {
    const till = await Till.open();
    const document = await till.sell('2000.00', {
      DT: 'FT',
      Ctm: { Nam: 'Ana', Adr: 'Rua 1', Zip: '1000-001', City: 'Lisboa', TaxId: '509876544' },
      PosA: [pos('2000.00', { TaxG: 'M07' })],
      PT_Withholding: '1234.50',
      PT_WithholdingType: 'IRS',
    });
    expect(document.Fis!.Tag).toEqual(
      expect.arrayContaining([
        { Label: 'Retenção na fonte IRS', Name: 'Withholding', Value: '1.234,50 EUR' },
        { Label: 'M07', Name: 'Exemption', Value: 'Isento artigo 9.º do CIVA' },
      ]),
    );
    expect(names(document).at(-1)).toBe('ATCUD');
  });
});

describe('regions', () => {
  it.each([
    ['M', 'PT-MA', { AM: '22', BM: '12', CM: '5' }],
    ['A', 'PT-AC', { AA: '18', BA: '9', CA: '4' }],
  ])('TaxGR %s is %s: rates by name or percentage, and exempt sales', async (TaxGR, region, rates) => {
    const till = await Till.open({ cfg: { ...PORTUGAL, Loc: { TL: '1', TaxGR } } });
    for (const [group, rate] of Object.entries(rates)) {
      const byName = await till.sell('10.00', { PosA: [pos('10.00', { TaxG: group })] });
      const byRate = await till.sell('10.00', { PosA: [pos('10.00', { TaxG: `${rate}%` })] });
      expect(byName.ESR!.TaxA).toMatchObject([{ TaxG: group, Prc: rate }]);
      expect(byRate.ESR!.TaxA).toStrictEqual(byName.ESR!.TaxA);
      expect(readQr(byName)).toMatchObject({ I1: region, O: '10.00' });
      expect(byName.Fis!.PT_Region).toBe(region);
    }
    const exempt = await till.sell('10.00', { PosA: [pos('10.00', { TaxG: 'M07' })] });
    expect(readQr(exempt)).toMatchObject({ I1: region, I2: '10.00', N: '0.00', O: '10.00' });
    const notSubject = await till.sell('10.00', { PosA: [pos('10.00', { TaxG: 'M99' })] });
    expect(readQr(notSubject)).toMatchObject({ I1: region, L: '10.00', N: '0.00' });
    // Goods of the mainland may be sold too.
    const PosA = [pos('5.00'), pos('5.00', { TaxG: Object.keys(rates)[0]! })];
    const both = await till.sell('10.00', { PosA });
    expect(readQr(both)).toMatchObject({ I1: 'PT', J1: region });
    expect(await till.complaints()).toStrictEqual([]);
  });
});

describe('training', () => {
  it('counts in a series of its own and changes nothing else', async () => {
    const till = await Till.open();
    const real = await till.sell('5.00');
    const training = await till.sell('5.00', { Test: '1' });
    const other = await till.sell('5.00', { NFS: 'Training', Ctm: { TaxId: '509876544' } });
    expect(numbers([training, other])).toStrictEqual(['FS 1_1.26MF/1', 'FT 1_1.26MF/1']);
    expect(till.series['FS 1_1.26MF']).toMatchObject({ kind: 'F', number: 1 });
    expect(tagOf(training, 'Training')).toBe('Documento emitido para fins de Formação');
    // A credit note learned with a real invoice takes nothing of it.
    const learned = await till.sell('-5.00', { Test: '1', RFN: real.ESR!.FN!, Rsn: 'Treino' });
    expect(learned.ESR!.FN).toBe('NC 1_1.26MF/1');
    expect((await till.sell('-5.00', { RFN: real.ESR!.FN!, Rsn: 'Troca' })).ESR!.FN).toBe('NC 1_1.26/1');
    expect((await till.sell('5.00')).ESR!.FN).toBe('FS 1_1.26/2');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('cannot pose as a document of an invoice book', async () => {
    const till = await Till.open();
    const { Result } = await till.attempt('5.00', { Test: '1', PT_OriginalFN: 'abc/1' });
    expect(Result).toMatchObject({ RC: 'BAD', ErrorCode: '#PT_ORIGINAL' });
    expect(till.series).toStrictEqual({});
  });

  it('without articles has no number, only the sentence', async () => {
    const till = await Till.open();
    const record = await till.issue({ NFS: 'Training' });
    expect(record.ESR).not.toHaveProperty('FN');
    expect(tagOf(record, 'Training')).toBe('Documento emitido para fins de Formação');
    expect(till.series).toStrictEqual({});
  });
});

describe('tax that the buyer withholds', () => {
  it('stands in the QR code and leaves the total as it is', async () => {
    const till = await Till.open();
    const more = { PT_Withholding: '25.00', PT_WithholdingType: 'IRS', Ctm: { TaxId: '509876544' } };
    const record = await till.sell('123.00', more);
    expect(readQr(record)).toMatchObject({ O: '123.00', N: '23.00', P: '25.00' });
    expect(readQr(await till.sell('123.00', { PT_Withholding: '0.00' }))).not.toHaveProperty('P');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it.each([
    { PT_Withholding: '-1.00' },
    { PT_Withholding: '1,00' },
    { PT_Withholding: '1.000' },
    { PT_Withholding: 'x' },
    { PT_Withholding: '' },
    { PT_Withholding: ['1.00'] },
    { PT_Withholding: '1.00', PT_WithholdingType: 'IVA' },
    { PT_Withholding: '124.00' },
  ])('cannot be %j', async (more) => {
    const till = await Till.open();
    expect((await till.attempt('123.00', more)).Result).toMatchObject({ RC: 'BAD', ErrorCode: '#TYPE' });
  });
});

describe('the signing key', () => {
  it('is asked for with each document: without it nothing is numbered or stored', async () => {
    const till = await Till.open();
    await till.sell();
    till.key = null;
    expect((await till.attempt('1.00')).Result).toMatchObject({ RC: 'NO', ErrorCode: '#PT_KEY' });
    expect((await till.submit({ DT: 'RG', PosA: [pos('1.00')], PayA: [pay('1.00')] })).Result.RC).toBe('NO');
    expect((await till.attempt('1.00', { Test: '1' })).Result.RC).toBe('NO');
    expect(await till.records()).toHaveLength(2);
    // What is no document needs none; neither does a void.
    expect((await till.issue({ NF: 'login' })).SQ).toBe(3);
    expect((await till.void('FS 1_1.26/1')).SQ).toBe(4);
    till.key = newKey(2, true);
    expect((await till.sell()).ESR!.FN).toBe('FS 1_1.26/2');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('may change in the middle of a series: the version does, the chain goes on', async () => {
    const till = await Till.open();
    const versions: unknown[] = [];
    for (const version of [1, 2, 3, 12]) {
      if (version > 1) till.key = newKey(version, true);
      versions.push((await till.sell()).Fis!.PT_HashControl, (await till.sell()).Fis!.PT_HashControl);
    }
    expect(versions).toStrictEqual(['1', '1', '2', '2', '3', '3', '12', '12']);
    await till.restart();
    expect((await till.sell()).ESR!.FN).toBe('FS 1_1.26/9');
    expect(await till.complaints()).toStrictEqual([]);
  });
});

describe('what is printed', () => {
  it.each([
    ['0', '0000', '0'],
    ['7', '0007', '7'],
    ['177', '0177', '177'],
    ['9999', '9999', '9999'],
  ])('names certificate %s as %s, the QR code as %s', async (certificate, printed, code) => {
    const till = await Till.open({ certificate });
    const signed = await till.sell();
    expect(tagOf(signed, 'Certification')).toMatch(
      new RegExp(`^\\S{4}-Processado por programa certificado n\\.º ${printed}/AT$`),
    );
    expect(readQr(signed).R).toBe(code);
    const receipt = await till.issue(receiptOf('RG'));
    expect(tagOf(receipt, 'Certification')).toBe(`Emitido por programa certificado n.º ${printed}/AT`);
  });

  it('comes with a warning where the official file cannot hold it', async () => {
    const till = await Till.open();
    const warningsOf = (record: JournalRecord) => record.Result!.Warning ?? [];
    const fine = await till.sell('1.00', {
      PosA: [pos('1.00', { Dsc: 'Pão – “especial”, 1ª\tcozedura €' })],
      Ctm: { Nam: 'José Conceição' },
    });
    expect(warningsOf(fine)).toStrictEqual([]);
    const wrong = await till.sell('4.00', {
      PosA: ['寿司', 'Φιλο', 'Čokoláda', 'Pizza 🍕'].map((Dsc) => pos('1.00', { Dsc })),
      Ctm: { Nam: 'Łukasz' },
    });
    expect(warningsOf(wrong)).toStrictEqual([
      expect.stringMatching(/^ESR\.Ctm\.Nam, ESR\.PosA\[0\]\.Dsc, ESR\.PosA\[1\]\.Dsc and 2 more: /),
    ]);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('keeps the free text of the QR code within its field', async () => {
    const till = await Till.open();
    const text = `TB;PT50*${'9'.repeat(80)}`;
    const qr = readQr(await till.sell('1.00', { PT_QRText: text }));
    expect(qr.S).toBe(text.replace('*', ' ').slice(0, 65));
  });
});
