import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Cfg } from '../../receipt/cfg.ts';
import type { Json } from '../../receipt/json.ts';
import type { Esr, Fis, Tag } from '../../receipt/tra.ts';
import type { Fiscalised } from '../contract/fiscalise.ts';
import { countryServices } from '../../testing/country-services.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { portugal } from './index.ts';
import { completed, pay, pos } from './testing/receipts.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const CFG: Cfg = { Cmp: { Ctry: 'PT', TaxId: 'PT509876544' } };

/** A register that keeps the state, as the real one does after each commit. */
class Till {
  private readonly state = new Map<string, Json>();
  private readonly keyVersion: number;
  /** Every other receipt comes while other sales wait. */
  private busy = false;

  constructor(keyVersion = 1) {
    this.keyVersion = keyVersion;
  }

  /** What the country makes of a receipt, without keeping it. */
  async attempt(sent: Esr, now: string): Promise<Fiscalised> {
    const { esr } = completed(sent, now);
    this.busy = !this.busy;
    const { RFN, RTN, RD } = esr;
    const name = RFN ?? RTN;
    const original = { path: 'ESR', RFN, RD, record: null, positions: [...esr.PosA.keys()] };
    const made = await portugal.fiscalise(esr, this.state, {
      ...countryServices(new ManualClock()),
      now,
      cfg: CFG,
      key: () => ({ version: this.keyVersion, serial: 'test', privateKey, test: true }),
      originals: name === undefined ? [] : [{ name, ...original }],
      own: null,
      busy: this.busy,
    });
    if (!made.unsigned) return made;
    const { text, previous, algorithm, key, complete } = made.unsigned;
    const { fis, changes } = complete(sign(algorithm, Buffer.from(text + previous), key).toString('base64'));
    return { ...made, fis, changes: { ...made.changes, ...changes } };
  }

  async sell(total: string, now: string, more: Partial<Esr> = {}): Promise<Document> {
    const result = await this.attempt({ Opr: '1', PosA: [pos(total)], PayA: [pay(total)], ...more }, now);
    if (result.issues.length > 0 || !result.fis || !result.FN)
      throw new Error(`no document: ${JSON.stringify(result)}`);
    for (const [key, value] of Object.entries(result.changes)) this.state.set(key, value);
    return { FN: result.FN, fis: result.fis, warnings: result.warnings };
  }
}

interface Document {
  FN: string;
  fis: Fis;
  warnings: string[];
}

/** Verifies a signature over the text that an auditor would put together from the record. */
function verifies({ FN, fis }: Document, date: string, gross: string, previous: Document | null): boolean {
  const text = `${date};${String(fis.PT_SystemEntryDate)};${FN};${gross};${previous ? String(previous.fis.PT_Hash) : ''}`;
  const hash = Buffer.from(String(fis.PT_Hash), 'base64');
  return verify('RSA-SHA1', Buffer.from(text), createPublicKey(privateKey), hash);
}

const qr = ({ fis }: Document) =>
  Object.fromEntries(
    fis.Code!.split('*').map((f) => [f.slice(0, f.indexOf(':')), f.slice(f.indexOf(':') + 1)]),
  );
const tag = ({ fis }: Document, name: string): Tag | undefined => fis.Tag!.find((t) => t.Name === name);

describe('a sequence of receipts', () => {
  it('is numbered without gaps, each signature holding the one before', async () => {
    const till = new Till();
    let previous: Document | null = null;
    for (let n = 1; n <= 5; n++) {
      const document: Document = await till.sell(`${n}.50`, `2026-01-15T10:00:0${n}`);
      expect(document.FN).toBe(`FS 1_1.26/${n}`);
      expect(verifies(document, '2026-01-15', `${n}.50`, previous)).toBe(true);
      expect(document.warnings).toStrictEqual([]);
      previous = document;
    }
  });

  it('has a chain of its own for each type', async () => {
    const till = new Till();
    const sale = await till.sell('5.00', '2026-01-15T10:00:00');
    const invoice = await till.sell('5.00', '2026-01-15T10:00:01', { Ctm: { TaxId: '509876544' } });
    const refund = await till.sell('-5.00', '2026-01-15T10:00:02', { RFN: 'FS 2_1.26/1', Rsn: 'Troca' });
    const second = await till.sell('6.00', '2026-01-15T10:00:03');
    expect([sale, invoice, refund, second].map((d) => d.FN)).toStrictEqual([
      'FS 1_1.26/1',
      'FT 1_1.26/1',
      'NC 1_1.26/1',
      'FS 1_1.26/2',
    ]);
    expect(verifies(invoice, '2026-01-15', '5.00', null)).toBe(true);
    expect(verifies(refund, '2026-01-15', '5.00', null)).toBe(true);
    expect(verifies(second, '2026-01-15', '6.00', sale)).toBe(true);
  });

  it('has a chain of its own for each terminal', async () => {
    const till = new Till();
    const here = await till.sell('5.00', '2026-01-15T10:00:00');
    const there = await till.sell('5.00', '2026-01-15T10:00:01', { TL: '2', TT: '9' });
    expect([here.FN, there.FN]).toStrictEqual(['FS 1_1.26/1', 'FS 2_9.26/1']);
    expect(verifies(there, '2026-01-15', '5.00', null)).toBe(true);
  });

  it('starts again with the year of the document, and the old year can be ended', async () => {
    const till = new Till();
    const old = await till.sell('5.00', '2025-12-31T23:59:58');
    const first = await till.sell('5.00', '2026-01-01T00:00:01');
    expect(first.FN).toBe('FS 1_1.26/1');
    expect(verifies(first, '2026-01-01', '5.00', null)).toBe(true);
    const late = await till.sell('5.00', '2026-01-01T00:00:02', { D: '2025-12-31T23:59:59' });
    expect(late.FN).toBe('FS 1_1.25/2');
    expect(verifies(late, '2025-12-31', '5.00', old)).toBe(true);
    expect((await till.sell('5.00', '2026-01-01T00:00:03')).FN).toBe('FS 1_1.26/2');
  });
});

describe('time', () => {
  it('of entry does not go back when the clock does', async () => {
    const till = new Till();
    const first = await till.sell('5.00', '2026-10-25T01:59:59');
    const second = await till.sell('6.00', '2026-10-25T01:00:00');
    expect(second.fis.PT_SystemEntryDate).toBe('2026-10-25T01:59:59');
    expect(verifies(second, '2026-10-25', '6.00', first)).toBe(true);
    expect(second.warnings).toHaveLength(1);
    const third = await till.sell('7.00', '2026-10-25T02:00:00');
    expect(third.fis.PT_SystemEntryDate).toBe('2026-10-25T02:00:00');
    expect(third.warnings).toStrictEqual([]);
    expect(verifies(third, '2026-10-25', '7.00', second)).toBe(true);
  });

  it('of a document may not be a day before the last one of its series', async () => {
    const till = new Till();
    await till.sell('5.00', '2026-01-15T10:00:00');
    const sale = { PosA: [pos('5.00')], PayA: [pay('5.00')], D: '2026-01-14T23:59:59' };
    const refused = await till.attempt(sale, '2026-01-15T10:00:01');
    expect(refused.issues).toMatchObject([{ code: '#PT_D_ORDER', path: 'ESR.D' }]);
    expect(refused.changes).toStrictEqual({});
    expect(refused).not.toHaveProperty('FN');
    // Another series knows nothing of it.
    const invoice = await till.sell('5.00', '2026-01-15T10:00:02', {
      D: sale.D,
      Ctm: { TaxId: '509876544' },
    });
    expect(invoice.FN).toBe('FT 1_1.26/1');
    expect((await till.sell('5.00', '2026-01-15T10:00:03')).FN).toBe('FS 1_1.26/2');
  });

  it('of a document is what is signed, time of entry is the clock', async () => {
    const late = await new Till().sell('5.00', '2026-01-15T10:00:00', { D: '2026-01-13T18:00:00' });
    expect(late.fis.PT_SystemEntryDate).toBe('2026-01-15T10:00:00');
    expect(verifies(late, '2026-01-13', '5.00', null)).toBe(true);
    expect(qr(late).F).toBe('20260113');
  });
});

describe('what is printed', () => {
  it('fits together: number, ATCUD, QR code, four characters', async () => {
    const till = new Till();
    await till.sell('1.00', '2026-01-15T09:00:00');
    const document = await till.sell('12.30', '2026-01-15T10:00:00');
    const hash = document.fis.PT_Hash as string;
    const characters = `${hash[0]}${hash[10]}${hash[20]}${hash[30]}`;
    const atcud = tag(document, 'ATCUD')!.Value;
    expect(hash).toHaveLength(172);
    expect(atcud).toMatch(/^[A-Z0-9]{8,}-2$/);
    expect(qr(document)).toMatchObject({
      A: '509876544',
      B: '999999990',
      D: 'FS',
      E: 'N',
      G: 'FS 1_1.26/2',
      H: atcud,
      N: '2.30',
      O: '12.30',
      Q: characters,
      R: '0',
    });
    expect(tag(document, 'Certification')!.Value).toBe(
      `${characters}-Processado por programa certificado n.º 0000/AT`,
    );
    expect(tag(document, 'CustomerTaxId')!.Value).toBe('Consumidor final');
    expect(document.fis.PT_HashControl).toBe('1');
    // Directly above the QR code.
    expect(document.fis.Tag!.at(-1)!.Name).toBe('ATCUD');
  });

  it('has one validation code per series, marked as a test', async () => {
    const till = new Till();
    const code = (d: Document) => tag(d, 'ATCUD')!.Value.split('-')[0]!;
    const first = await till.sell('1.00', '2026-01-15T09:00:00');
    const second = await till.sell('1.00', '2026-01-15T09:00:01');
    const invoice = await till.sell('1.00', '2026-01-15T09:00:02', { DT: 'FT' });
    expect(code(first)).toMatch(/^TEST/);
    expect(code(second)).toBe(code(first));
    expect(code(invoice)).not.toBe(code(first));
  });

  it('names customer, reference and reason', async () => {
    const refund = await new Till().sell('-12.30', '2026-01-15T10:00:00', {
      RFN: 'FT 1_1.26/7',
      Rsn: 'Defeito',
      Ctm: { TaxId: 'PT509876544' },
    });
    expect(tag(refund, 'CustomerTaxId')!.Value).toBe('509876544');
    expect(tag(refund, 'Reference')!.Value).toBe('FT 1_1.26/7');
    expect(tag(refund, 'Reason')!.Value).toBe('Defeito');
    expect(qr(refund)).toMatchObject({ B: '509876544', D: 'NC', O: '12.30', N: '2.30' });
    expect(refund.warnings).toStrictEqual([expect.stringContaining('has no such receipt: FT 1_1.26/7')]);
  });

  it('comes with a warning where a credit note lacks reference and reason', async () => {
    const { warnings } = await new Till().sell('-5.00', '2026-01-15T10:00:00');
    expect(warnings.map((w) => w.split(':')[0])).toStrictEqual(['ESR.RFN', 'ESR.Rsn']);
    const unknown = await new Till().sell('-5.00', '2026-01-15T10:00:00', { RTN: '7', Rsn: 'Troca' });
    expect(unknown.warnings).toMatchObject([expect.stringContaining('ESR.RTN')]);
  });

  it('shows a foreign customer with country', async () => {
    const document = await new Till().sell('5.00', '2026-01-15T10:00:00', {
      Ctm: { TaxId: '4443332215', Ctry: 'FR' },
    });
    expect(document.FN).toBe('FT 1_1.26/1');
    expect(qr(document)).toMatchObject({ B: '4443332215', C: 'FR' });
  });

  it('names the version of the key', async () => {
    expect((await new Till(3).sell('5.00', '2026-01-15T10:00:00')).fis.PT_HashControl).toBe('3');
  });
});

describe('records that are no sales', () => {
  it.each([{ Test: '1' }, { NFS: 'Training' }])('say that they are for training: %j', async (more) => {
    const till = new Till();
    const { FN, fis, changes } = await till.attempt(
      { ...more, PosA: [pos('5.00')], PayA: [pay('5.00')] },
      '2026-01-15T10:00:00',
    );
    expect(FN).toBe('FS 1_1.26MF/1');
    expect(fis!.Tag).toContainEqual({
      Label: '',
      Name: 'Training',
      Value: 'Documento emitido para fins de Formação',
    });
    expect(fis!.PT_Producer).toContain('Tillmark');
    expect(changes).toMatchObject({ 'PT/FS 1_1.26MF': { kind: 'F', number: 1 } });
    expect((await till.sell('5.00', '2026-01-15T10:00:01')).FN).toBe('FS 1_1.26/1');
  });

  it.each([{ NF: 'login' }, { NFS: 'Z' }])('get no number and no signature: %j', async (sent) => {
    expect(await new Till().attempt(sent, '2026-01-15T10:00:00')).toStrictEqual({
      changes: {},
      warnings: [],
      issues: [],
    });
  });
});

describe('the country', () => {
  it('refuses configurations that make no series name', () => {
    expect(portugal.checkCfg({ ...CFG, Loc: { TL: 'Loja 1' } })).toMatchObject([{ code: '#PT_SERIES' }]);
    expect(portugal.checkCfg({ ...CFG, Loc: { TL: 'L1' }, Trm: { TT: 'K-2' } })).toStrictEqual([]);
    expect(portugal.checkCfg(CFG)).toStrictEqual([]);
  });

  it.each<[Esr, string, string[]]>([
    [{ FN: 'FS 1_1.26/1' }, 'Fatura simplificada', []],
    [{ FN: 'FT 1_1.26/1' }, 'Fatura', []],
    [{ FN: 'NC 1_1.26/1' }, 'Nota de crédito', []],
    [{ NF: 'login' }, '', []],
    [{ Test: '1' }, 'Formação', ['Documento emitido para fins de Formação']],
  ])('gives the paper of %j its title', (ESR, title, marks) => {
    expect(portugal.paper({ _: 'Tra', SQ: 1, RN: 'def', D: '2026-01-15T10:00:00', ESR })).toMatchObject({
      title,
      marks,
    });
  });

  it('signs with a key and counts in euro', () => {
    expect(portugal).toMatchObject({
      code: 'PT',
      currency: { code: 'EUR', digits: 2 },
      usesKey: true,
    });
    for (const group of 'CC CD CH CI CO CS DE LC MB NU OU PR TB TR'.split(' '))
      expect(portugal.paymentGroups).toContain(group);
  });
});
