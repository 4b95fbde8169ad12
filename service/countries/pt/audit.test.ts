import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../receipt/json.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { Tree } from '../../receipt/tree.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { openRoom, publicKey, type Room } from '../../testing/registers.ts';
import { PORTUGAL, tra } from '../../testing/sales.ts';
import { audit } from './audit.ts';

const pem = (key: { export(options: { type: 'spki'; format: 'pem' }): string | Buffer }) =>
  key.export({ type: 'spki', format: 'pem' }).toString();
const KEYS = new Map([['own.pem', pem(publicKey)]]);
const LINE = { _: 'Pos', Dsc: 'Bica', TaxG: '23%' };

let room: Room;
let clock: ManualClock;

beforeEach(async () => {
  clock = new ManualClock();
  room = await openRoom(undefined, clock);
  await room.registers.configure('def', PORTUGAL);
});

async function sell(amount: string, values: Tree = {}): Promise<void> {
  const register = (await room.registers.find('def'))!;
  const answer = await register.submit({ tra: tra(values, amount), warnings: [], restart: false });
  if (answer.Result.RC !== 'OK') throw new Error(JSON.stringify(answer));
}

/** A record whose receipt is there. */
type Full = JournalRecord & Required<Pick<JournalRecord, 'ESR' | 'Fis'>>;

interface Tampering {
  /** The record of a fiscal number. */
  document(FN: string): Full;
  records: JournalRecord[];
  state: Map<string, Json>;
}

/** Audits what was registered, after a change of it. Returns findings as `<SQ> <text>`. */
async function audited(work: (by: Tampering) => void = () => undefined, keys = KEYS) {
  const records = structuredClone(await room.records('def'));
  const state = await room.journal.state('def');
  const document = (FN: string) => records.find((record) => record.ESR?.FN === FN) as Full;
  work({ document, records, state });
  const auditor = audit({ publicKeys: keys });
  const findings = records.flatMap((record) => auditor.take(record));
  findings.push(...auditor.end(state));
  return { findings: findings.map(({ sq, text }) => `${sq} ${text}`), summary: auditor.summary() };
}

describe('documents of all kinds', () => {
  it('pass', async () => {
    await sell('1.00');
    await sell('2.00', { Ctm: { TaxId: 'PT 509876544' } });
    await sell('3.00', { Ctm: { TaxId: 'ESB12345678', Ctry: 'ES' }, PT_Withholding: '0.20' });
    await sell('4.00', { Test: '1' });
    await sell('0.00', { DT: 'GT', PayA: [], PosA: [{ ...LINE, Amt: '0.00' }] });
    await sell('5.00', { DT: 'CM', PayA: [] });
    // What is off all of it leaves one reason of the group below zero.
    const free = { _: 'Pos', Dsc: 'Bica', TaxG: '0%' };
    const PosA = [
      { ...free, PT_TaxExemptionCode: 'M99', Amt: '0.10' },
      { ...free, PT_TaxExemptionCode: 'M05', Amt: '0.02' },
      { _: 'Mod', Dsc: 'Desconto', Amt: '-0.02' },
      { _: 'Mod', PN: '*', Dsc: 'Desconto', Amt: '-0.06' },
    ];
    await sell('0.04', { PosA });
    await sell('6.00', { DT: 'RG' });
    await sell('7.00', { DT: 'RG' });
    await sell('-1.00', { RFN: 'FS 1_1.26/1', Rsn: 'burnt' });
    await sell('8.00', { NF: 'payin' });
    await sell('-9.00', { Test: '1', Void: '1', RFN: 'FS 1_1.26/1' });
    await sell('-2.00', { Void: '1', RFN: 'FT 1_1.26/1' });
    await sell('2.00', {
      PosA: [
        { ...LINE, TaxG: 'A', Amt: '1.00' },
        { ...LINE, TaxG: 'AA', Amt: '0.40' },
        { ...LINE, TaxG: 'BM', Amt: '0.30' },
        { ...LINE, TaxG: 'M99', Amt: '0.20' },
        { ...LINE, TaxG: 'M07', Amt: '0.10' },
      ],
    });
    expect(await audited()).toStrictEqual({
      findings: [],
      summary: 'series 7, documents 11, signatures that fit 9; key version 1: own.pem',
    });
  });

  it('pass when they were entered again, in whatever order of their dates', async () => {
    await sell('1.00');
    await sell('2.00', { FN: 'FS 1_1.26/8', D: '2026-05-03T10:00:00' });
    await sell('3.00', { FN: 'FS 1_1.26/7', D: '2026-05-02T10:00:00' });
    await sell('4.00', { FN: 'abc/23', D: '2026-04-01T10:00:00' });
    await sell('-4.00', { RFN: 'abc/23', Rsn: 'burnt' });
    expect(await audited()).toMatchObject({ findings: [] });
  });

  it('pass over a change of the year, of the clock and of the company', async () => {
    await sell('1.00');
    clock.set('2026-05-04T11:59:00');
    await sell('1.00');
    await room.registers.configure('def', { ...PORTUGAL, Cmp: { ...PORTUGAL.Cmp, TaxId: 'PT509876544' } });
    clock.set('2027-01-01T00:00:01');
    await sell('1.00');
    expect(await audited()).toMatchObject({ findings: [] });
  });
});

describe('the keys', () => {
  const second = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const stranger = pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey);

  beforeEach(async () => {
    await sell('1.00');
    room.services.key = () => ({ version: 2, serial: 'second', privateKey: second.privateKey, test: true });
    await sell('2.00');
    await sell('3.00');
  });

  it('are found for each version, whatever else lies beside them', async () => {
    const keys = new Map([
      ['a.pem', 'no key'],
      ['b.pem', stranger],
      ['second.pem', pem(second.publicKey)],
      ...KEYS,
    ]);
    expect(await audited(undefined, keys)).toStrictEqual({
      findings: [],
      summary:
        'series 1, documents 3, signatures that fit 3; key version 1: own.pem, key version 2: second.pem',
    });
  });

  it('are missed from the first document on that fits none', async () => {
    const { findings, summary } = await audited();
    expect(findings.map((text) => text.slice(0, 47))).toStrictEqual([
      '3 its signature fits none of the public keys, f',
      '4 its signature fits none of the public keys, f',
    ]);
    expect(summary).toContain('key version 1: own.pem');
  });

  it('cannot stand in for one another once a version has one', async () => {
    const keys = new Map([['second.pem', pem(second.publicKey)], ...KEYS]);
    const { findings } = await audited(({ document }) => {
      document('FS 1_1.26/3').Fis.PT_HashControl = '1';
    }, keys);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatch(/^4 its signature does not fit/);
  });
});

describe('test documents of a restored register', () => {
  const second = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const keys = new Map([['second.pem', pem(second.publicKey)], ...KEYS]);

  /** Signs a document anew, as another installation with a test key of version 1. */
  const resign = (record: Full, previous: string, state: Map<string, Json>) => {
    const { ESR: esr, Fis: fis } = record;
    const text = `${esr.D!.slice(0, 10)};${String(fis.PT_SystemEntryDate)};${esr.FN};${esr.T};${previous}`;
    const hash = sign('RSA-SHA1', Buffer.from(text), second.privateKey).toString('base64');
    fis.PT_Hash = hash;
    const series = `PT/${esr.FN!.split('/')[0]}`;
    state.set(series, { ...(state.get(series) as Tree), hash });
  };
  const characters = (record: Full) => [0, 10, 20, 30].map((at) => String(record.Fis.PT_Hash)[at]).join('');
  /** What is printed of the signature. */
  const reprint = (record: Full, before: string) => {
    const after = characters(record);
    record.Fis.Code = String(record.Fis.Code).replace(`*Q:${before}`, `*Q:${after}`);
    for (const tag of record.Fis.Tag!) tag.Value = tag.Value.replace(`${before}-`, `${after}-`);
  };

  it('may have the test key of another installation in a series of their own', async () => {
    await sell('1.00', { Test: '1' });
    await sell('2.00', { Test: '1', DT: 'FT' });
    const { findings } = await audited(({ records, state }) => {
      const other = records.find((record) => record.ESR?.FN?.startsWith('FT ')) as Full;
      const before = characters(other);
      resign(other, '', state);
      reprint(other, before);
    }, keys);
    expect(findings).toStrictEqual([]);
  });

  it('cannot change the key within a series', async () => {
    await sell('1.00', { Test: '1' });
    await sell('2.00', { Test: '1' });
    const { findings } = await audited(({ records, state }) => {
      const [first, next] = records.filter((record) => record.ESR?.FN !== undefined) as Full[];
      const before = characters(next!);
      resign(next!, String(first!.Fis.PT_Hash), state);
      reprint(next!, before);
    }, keys);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatch(/ its signature does not fit /);
  });
});

describe('what is wrong with a document', () => {
  beforeEach(async () => {
    await sell('1.00');
    await sell('2.00');
    await sell('3.00', { DT: 'FT' });
    await sell('-1.00', { RFN: 'FS 1_1.26/1', Rsn: 'burnt' });
    await sell('4.00', { FN: 'abc/23', D: '2026-04-01T10:00:00' });
    await sell('5.00', { DT: 'RG' });
    await sell('6.00', { Test: '1' });
  });

  it.each<[string, (by: Tampering) => void, string]>([
    [
      'has lost number and signature',
      ({ document }) => {
        const record = document('FS 1_1.26/2');
        record.Fis = {};
        delete record.ESR.FN;
      },
      '3 the document has no fiscal number',
    ],
    [
      'has lost its number',
      (by) => delete by.document('FS 1_1.26/2').ESR.FN,
      '3 it is signed, and has no fiscal number',
    ],
    [
      'has a number of another kind',
      (by) => (by.document('FS 1_1.26/2').ESR.FN = 'FS 0001'),
      '3 this is no fiscal number',
    ],
    [
      'has a number of an unknown type',
      (by) => (by.document('FS 1_1.26/2').ESR.FN = 'XX 1_1.26/2'),
      '3 this is no fiscal number',
    ],
    [
      'has a padded number',
      (by) => (by.document('FS 1_1.26/2').ESR.FN = 'FS 1_1.26/02'),
      '3 this is no fiscal number',
    ],
    [
      'is of another terminal',
      (by) => (by.document('FS 1_1.26/2').ESR.TT = '2'),
      '3 it belongs into a series of 1_2.26',
    ],
    ['is of another type', (by) => (by.document('FT 1_1.26/1').ESR.DT = 'FR'), '4 its type (ESR.DT) is FR'],
    [
      'is called training',
      (by) => (by.document('FS 1_1.26/2').ESR.Test = '1'),
      '3 it belongs into a series with mark MF',
    ],
    [
      'is no training any more',
      (by) => delete by.document('FS 1_1.26MF/1').ESR.Test,
      '8 it belongs into a series with no mark',
    ],
    [
      'is called nonfiscal',
      (by) => (by.document('FS 1_1.26/2').ESR.NF = 'payin'),
      '3 it has a fiscal number, and is marked as nonfiscal',
    ],
    [
      'is a credit note without its sign',
      (by) => (by.document('NC 1_1.26/1').ESR.T = '1.00'),
      '5 a total of 1.00 is impossible for NC',
    ],
    [
      'is called a test',
      (by) => (by.document('FS 1_1.26/2').Fis.PT_Test = undefined),
      '3 it is no test document',
    ],
    [
      'was entered before the one before it',
      (by) => (by.document('FS 1_1.26/2').Fis.PT_SystemEntryDate = '2026-05-04T11:59:59'),
      '3 its system entry time 2026-05-04T11:59:59 is before 2026-05-04T12:00:00 of FS 1_1.26/1',
    ],
    [
      'has no entry time',
      (by) => delete by.document('FS 1_1.26/2').Fis.PT_SystemEntryDate,
      '3 "undefined" is no system entry time',
    ],
    [
      'is dated before the one before it',
      (by) => (by.document('FS 1_1.26/2').ESR.D = '2026-05-03T12:00:00'),
      '3 its date 2026-05-03 is before 2026-05-04 of FS 1_1.26/1',
    ],
    [
      'has lost its signature',
      (by) => delete by.document('FS 1_1.26/2').Fis.PT_Hash,
      '3 its signature (PT_Hash) is none',
    ],
    [
      'has no key version',
      (by) => (by.document('FS 1_1.26/2').Fis.PT_HashControl = 'one'),
      '3 PT_HashControl is "one"',
    ],
    [
      'calls itself recovered',
      (by) => (by.document('FS 1_1.26/2').Fis.PT_HashControl = '1-FSM abc/7'),
      '3 PT_HashControl is "1-FSM abc/7"',
    ],
    [
      'names another original',
      (by) => (by.document('FS 1_1.26M/1').Fis.PT_HashControl = '1-FSM abc/24'),
      '6 PT_HashControl is "1-FSM abc/24"',
    ],
    [
      'has a signature that the law does not know',
      (by) => (by.document('RG 1_1.26/1').Fis.PT_Hash = 'x'),
      '7 RG is not signed by law',
    ],
    [
      'has a legend of another document',
      (by) =>
        (by.document('FS 1_1.26/2').Fis.Tag!.find(({ Name }) => Name === 'Certification')!.Value =
          'AAAA-Processado'),
      '3 its legend "AAAA-Processado" has not the characters of its signature',
    ],
    ['has no ATCUD', (by) => by.document('FS 1_1.26/2').Fis.Tag!.pop(), '3 its ATCUD is ""'],
    [
      'has the ATCUD of another number',
      (by) => (by.document('FS 1_1.26/2').Fis.Tag!.at(-1)!.Value = 'TESTAAAA-3'),
      '3 its ATCUD is "TESTAAAA-3"',
    ],
    [
      'refers to one behind it',
      (by) => (by.document('NC 1_1.26/1').Fis.PT_Reference = 'FS 1_1.26/3'),
      '5 it refers to FS 1_1.26/3, which is no document before it',
    ],
    [
      'is a void with fiscal data',
      (by) => (by.document('FS 1_1.26/2').ESR.Void = '1'),
      '3 a void has no number of its own',
    ],
  ])('is said when it %s', async (_what, work, text) => {
    const { findings } = await audited(work);
    expect(findings[0]).toContain(text);
  });

  it.each([
    ['A:599999993', 'A:509876544', '3 QR code field A is 509876544, the document says 599999993'],
    ['B:999999990', 'B:509876544', '3 QR code field B is 509876544, the document says 999999990'],
    ['C:PT', 'C:ES', '3 QR code field C is ES'],
    ['D:FS', 'D:FT', '3 QR code field D is FT'],
    ['E:N', 'E:A', '3 QR code field E is A'],
    ['F:20260504', 'F:20260503', '3 QR code field F is 20260503'],
    ['/2*H:', '/3*H:', '3 QR code field G is FS 1_1.26/3'],
    ['I7:1.63', 'I7:1.60', '3 bases in the QR code add up to 1.60, those of the tax lines to 1.63'],
    ['I8:0.37', 'I8:0.30', '3 taxes in the QR code add up to 0.30, those of the tax lines to 0.37'],
    ['I8:0.37', 'I8:some', '3 QR code field I8 is no amount: some'],
    ['N:0.37', 'N:0.38', '3 QR code field N is 0.38, the taxes add up to 0.37'],
    ['O:2.00', 'O:2.01', '3 QR code field O is 2.01, the document says 2.00'],
    ['*O:2.00', '', '3 QR code field O is missing, the document says 2.00'],
    ['*Q:', '*P:0.10*Q:', '3 QR code field P is 0.10, the document says nothing'],
    ['*R:', '*A:1*R:', '3 the QR code has field A twice'],
  ])('is said when the QR code has not %s but %s', async (before, now, text) => {
    const { findings } = await audited(({ document }) => {
      const { Fis } = document('FS 1_1.26/2');
      expect(Fis.Code).toContain(before);
      Fis.Code = Fis.Code!.replace(before, now);
    });
    expect(findings).toStrictEqual([expect.stringContaining(text)]);
  });

  it('is said once: a record that is missing does not spoil those behind it', async () => {
    const { findings } = await audited(({ records }) => void records.splice(1, 1));
    expect(findings).toStrictEqual(['3 FS 1_1.26/1 is missing before it']);
  });

  it('is said of a number that is given twice', async () => {
    const { findings } = await audited(({ records, document }) => {
      records.push({ ...document('FS 1_1.26/1'), SQ: 9 });
    });
    expect(findings[0]).toBe('9 it comes after FS 1_1.26/2 (record 3)');
  });
});

describe('the state', () => {
  beforeEach(async () => {
    await sell('1.00');
  });

  it.each<[string, (state: Map<string, Json>) => void, string]>([
    [
      'has lost the series',
      (state) => state.delete('PT/FS 1_1.26'),
      '2 the state does not know series FS 1_1.26',
    ],
    [
      'has another hash and code',
      (state) => change(state, { hash: 'x', code: 'AAAABBBB' }),
      '2 the state of FS 1_1.26 differs from its last document FS 1_1.26/1: hash, code',
    ],
    [
      'is behind',
      (state) => change(state, { number: 0 }),
      '2 the state of FS 1_1.26 differs from its last document FS 1_1.26/1: number',
    ],
    [
      'is ahead',
      (state) => change(state, { number: 3 }),
      '0 FS 1_1.26/3 is the last number according to the state, FS 1_1.26/1 according to the records',
    ],
    [
      'has a series without documents',
      (state) => state.set('PT/FT 1_1.26', { number: 4 }),
      '0 the state knows FT 1_1.26/4, and there is no document of the series',
    ],
  ])('is compared with the records when it %s', async (_what, work, text) => {
    const { findings } = await audited(({ state }) => work(state));
    expect(findings).toStrictEqual([expect.stringContaining(text)]);
  });

  it('may know series that are open and have no documents', async () => {
    const { findings } = await audited(
      ({ state }) => void state.set('PT/FT 1_1.26', { number: 0, code: 'AAAABBBB' }),
    );
    expect(findings).toStrictEqual([]);
  });
});

function change(state: Map<string, Json>, values: Record<string, Json>): void {
  const key = 'PT/FS 1_1.26';
  state.set(key, { ...(state.get(key) as Record<string, Json>), ...values });
}
