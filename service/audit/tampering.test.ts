import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../receipt/tra.ts';
import { auditJournal } from './journal.ts';
import { keysOf } from './public-keys.ts';
import type { Report } from './report.ts';
import { dataRoot, tamper, type Tampering, type Till } from './testing/data-root.ts';

/** FS/1, FS/2, FT/1, FS/3, credit note for FS/2, void of FS/3, FS/4, FS/5, behind the configuration. */
async function busyDay({ sell, takeBack, clock }: Till): Promise<void> {
  await sell('1.00');
  await sell('2.00');
  await sell('3.00', { Ctm: { TaxId: 'PT509876544' } });
  clock.set('2026-05-04T12:10:00');
  await sell('4.00');
  await sell('-2.00', { RFN: 'FS 1_1.26/2', Rsn: 'burnt' });
  await takeBack('FS 1_1.26/3');
  clock.set('2026-05-05T09:00:00');
  await sell('5.00');
  await sell('6.00');
}

async function audited(root: string): Promise<Report> {
  return auditJournal(path.join(root, 'journal.db'), {
    publicKeys: await keysOf(path.join(root, 'cer')),
    rn: undefined,
    progress: () => undefined,
  });
}

/** Audits a day after it was tampered with. */
async function after(work: (by: Tampering) => Promise<void>): Promise<Report> {
  const root = await dataRoot(busyDay);
  await tamper(root, work);
  return audited(root);
}

const first = (report: Report) => report.registers[0]!.findings[0];

/** Gives a receipt another amount, everywhere in the record. */
function revalue(record: Pick<JournalRecord, 'ESR'>, amount: string): void {
  const esr = record.ESR!;
  esr.T = amount;
  esr.PosA![0]!.Amt = amount;
  esr.PayA![0]!.Amt = amount;
  const tax = esr.TaxA![0]!;
  Object.assign(tax, { Net: amount, TAmt: '0.00', Amt: amount });
}

function retag(record: JournalRecord, name: string, change: (value: string) => string): void {
  const tag = record.Fis!.Tag!.find(({ Name }) => Name === name)!;
  tag.Value = change(tag.Value);
}

/** Signs a document anew and writes the characters where they are printed. */
function resign(record: JournalRecord, previous: string, key: KeyObject): string {
  const { ESR, Fis } = record;
  const text = [ESR!.D!.slice(0, 10), Fis!.PT_SystemEntryDate, ESR!.FN, ESR!.T, previous].join(';');
  const hash = sign('RSA-SHA1', Buffer.from(text), key).toString('base64');
  const characters = [0, 10, 20, 30].map((i) => hash[i]).join('');
  Fis!.PT_Hash = hash;
  Fis!.Code = Fis!.Code!.replace(/\*Q:[^*]+/, `*Q:${characters}`);
  retag(record, 'Certification', (value) => characters + value.slice(4));
  return hash;
}

describe('an untouched journal', () => {
  it('has nothing wrong', async () => {
    const report = await audited(await dataRoot(busyDay));
    expect(report.registers[0]!.findings).toStrictEqual([]);
    expect(report).toMatchObject({ ok: true, database: [] });
    expect(report.registers[0]).toMatchObject({ rn: 'def', records: 9, findingCount: 0, remarkCount: 0 });
    const law = report.registers[0]!.checks.find(({ title }) => title === 'Law')!;
    expect(law.summary).toContain('series 3, documents 7, signatures that fit 7; key version 1: test.pem');
  });
});

describe('a changed record', () => {
  it('is named when an amount in it was changed', async () => {
    const report = await after((by) => by.change(3, ({ ESR }) => (ESR.PosA![0]!.Amt = '1.50')));
    expect(first(report)).toMatchObject({ sq: 3, fn: 'FS 1_1.26/2', check: 'Sums' });
    expect(first(report)!.text).toBe('positions and modifiers add up to 1.50, T is 2.00');
  });

  it('is named when its total was changed everywhere', async () => {
    const report = await after(async (by) => {
      await by.change(3, (record) => {
        revalue(record, '1.50');
        record.Fis!.Code = record.Fis!.Code!.replace('O:2.00', 'O:1.50');
      });
      await by.reindex();
    });
    expect(first(report)).toMatchObject({ sq: 3, fn: 'FS 1_1.26/2', check: 'Law' });
    expect(first(report)!.text).toContain(
      'its signature does not fit 2026-05-04;2026-05-04T12:00:00;FS 1_1.26/2;1.50',
    );
  });

  it('is named when it is the first of its series', async () => {
    const report = await after(async (by) => {
      await by.change(2, (record) => revalue(record, '0.50'));
      await by.reindex();
    });
    expect(first(report)).toMatchObject({ sq: 2, fn: 'FS 1_1.26/1' });
    expect(first(report)!.text).toContain('its signature fits none of the public keys');
  });

  it('is named when its signature was changed', async () => {
    const report = await after((by) =>
      by.change(
        3,
        ({ Fis }) => (Fis!.PT_Hash = String(Fis!.PT_Hash).replace(/^./, (c) => (c === 'x' ? 'y' : 'x'))),
      ),
    );
    expect(first(report)).toMatchObject({ sq: 3, fn: 'FS 1_1.26/2' });
  });

  it('is named when its ATCUD was changed, the QR code with it', async () => {
    const report = await after((by) =>
      by.change(5, (record) => {
        let [before, now] = ['', ''];
        retag(record, 'ATCUD', (value) => ([before, now] = [value, `AAAABBBB-3`])[1]);
        record.Fis!.Code = record.Fis!.Code!.replace(before, now);
      }),
    );
    expect(first(report)).toMatchObject({ sq: 5, fn: 'FS 1_1.26/3' });
    expect(first(report)!.text).toMatch(
      /its ATCUD begins with AAAABBBB, that of the document before with TEST/,
    );
  });

  it('is named when its date was changed', async () => {
    const report = await after(async (by) => {
      await by.change(4, ({ ESR, Fis }) => {
        ESR.D = '2026-05-01T12:00:00';
        Fis!.Code = Fis!.Code!.replace('F:20260504', 'F:20260501');
      });
      await by.reindex();
    });
    expect(first(report)).toMatchObject({ sq: 4, fn: 'FT 1_1.26/1' });
    expect(first(report)!.text).toContain('2026-05-01;2026-05-04T12:00:00');
  });

  it('is named when its number was changed', async () => {
    const report = await after(async (by) => {
      await by.change(3, ({ ESR, Fis }) => {
        ESR.FN = 'FS 1_1.26/7';
        Fis!.Code = Fis!.Code!.replace('G:FS 1_1.26/2', 'G:FS 1_1.26/7');
      });
      await by.reindex();
    });
    expect(first(report)).toMatchObject({ sq: 3, fn: 'FS 1_1.26/7' });
    expect(first(report)!.text).toBe('FS 1_1.26/2 to 6 are missing before it');
  });

  it('is named when the customer in the QR code was exchanged', async () => {
    const report = await after((by) =>
      by.change(4, ({ Fis }) => (Fis!.Code = Fis!.Code!.replace('B:509876544', 'B:501234560'))),
    );
    expect(first(report)).toMatchObject({ sq: 4, fn: 'FT 1_1.26/1' });
    expect(first(report)!.text).toBe('QR code field B is 501234560, the document says 509876544');
  });

  it('is named when it was turned into training', async () => {
    const report = await after(async (by) => {
      await by.change(3, ({ ESR }) => (ESR.NFS = 'Training'));
      await by.reindex();
    });
    expect(first(report)).toMatchObject({ sq: 3, fn: 'FS 1_1.26/2' });
  });

  it('is named when it took the number of another receipt', async () => {
    const report = await after(async (by) => {
      await by.change(5, ({ ESR }) => (ESR.TN = '1'));
      await by.reindex();
    });
    expect(first(report)).toMatchObject({ sq: 5, check: 'Numbers' });
    expect(first(report)!.text).toBe('number 1/1/1 was given before, to record 2');
  });

  it.each([
    ['is no object', '[1]', 'the record is no JSON object'],
    [
      'lost its receipt',
      '{"_":"Tra","SQ":5,"RN":"def","D":"2026-05-04T12:00:00"}',
      'a transaction without ESR',
    ],
    [
      'has lists of another kind',
      '{"_":"Tra","D":"2026-05-04T12:00:00","ESR":{"D":"2026-05-04T12:00:00","TL":"1","TT":"1","TN":"1","T":"1.00","PosA":[7]}}',
      'ESR.PosA[0] is no object',
    ],
  ])('is named when it %s', async (_how, doc, text) => {
    const report = await after((by) => by.write(5, doc));
    expect(first(report)).toMatchObject({ sq: 5, fn: 'FS 1_1.26/3', check: 'Records' });
    expect(first(report)!.text).toContain(text);
  });

  it('is named when an amount in it is none', async () => {
    const report = await after((by) => by.change(5, ({ ESR }) => (ESR.TaxA![0]!.TAmt = 'much')));
    expect(first(report)).toMatchObject({ sq: 5, text: 'cannot be checked: not an amount: much' });
    expect(report.registers[0]!.findings.every(({ sq }) => sq === 5)).toBe(true);
  });
});

describe('records that were moved', () => {
  it('are missed in their series when the others were numbered anew', async () => {
    const report = await after(async (by) => {
      await by.remove(3);
      for (let sq = 4; sq <= 9; sq++) {
        await by.change(sq, (record) => (record.SQ = sq - 1));
        await by.move(sq, sq - 1);
      }
    });
    expect(first(report)).toMatchObject({
      sq: 4,
      fn: 'FS 1_1.26/3',
      text: 'FS 1_1.26/2 is missing before it',
    });
  });

  it('are named when a forged one stands at the end, with index and state to fit', async () => {
    const report = await after(async (by) => {
      const forged = await by.record(9);
      forged.SQ = 10;
      forged.ESR = { ...forged.ESR, TN: '9', FN: 'FS 1_1.26/6' };
      forged.Fis!.Code = forged.Fis!.Code!.replace('FS 1_1.26/5', 'FS 1_1.26/6').replace('-5*', '-6*');
      retag(forged, 'ATCUD', (value) => value.replace('-5', '-6'));
      const chain = forged.State!['PT/FS 1_1.26'] as object;
      forged.State = { 'TN ["1","1","2026"]': 9, 'PT/FS 1_1.26': { ...chain, number: 6 } };
      await by.add(10, 'Tra', JSON.stringify(forged));
      await by.reindex();
      await by.state<{ number: number }>('PT/FS 1_1.26', (chain) => ({ ...chain, number: 6 }));
      await by.state<number>('TN ["1","1","2026"]', () => 9);
    });
    expect(report.registers[0]!.findings.map(({ sq, fn }) => ({ sq, fn }))).toStrictEqual([
      { sq: 10, fn: 'FS 1_1.26/6' },
    ]);
  });

  it('are named when two were exchanged', async () => {
    const report = await after(async (by) => {
      await by.move(2, 99);
      await by.move(3, 2);
      await by.move(99, 3);
    });
    expect(first(report)).toMatchObject({ sq: 2, fn: 'FS 1_1.26/2', check: 'Sequence' });
  });

  it('are named when two were exchanged and say so themselves', async () => {
    const report = await after(async (by) => {
      await by.change(2, (record) => (record.SQ = 3));
      await by.change(3, (record) => (record.SQ = 2));
      await by.move(2, 99);
      await by.move(3, 2);
      await by.move(99, 3);
    });
    expect(first(report)).toMatchObject({
      sq: 2,
      fn: 'FS 1_1.26/2',
      text: 'FS 1_1.26/1 is missing before it',
    });
  });

  it('leave a trace in the state when a void was removed', async () => {
    const report = await after(async (by) => {
      await by.remove(7);
      for (const sq of [8, 9]) {
        await by.change(sq, (record) => (record.SQ = sq - 1));
        await by.move(sq, sq - 1);
      }
    });
    expect(first(report)).toMatchObject({ sq: 5, check: 'Voids' });
    expect(first(report)!.text).toContain('taken back according to the state');
    // With the state cleaned as well, only the number that is left out hints at it.
    expect(report.registers[0]!.remarks).toStrictEqual([{ sq: 7, text: 'number 1/1/7 follows 5' }]);
  });
});

describe('signatures by another key', () => {
  const stranger = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const pem = stranger.publicKey.export({ type: 'spki', format: 'pem' }) as string;

  /** Signs the documents with these sequence numbers anew, one on the other, and puts the key beside the journal. */
  async function signedAnew(sqs: number[], previous: (by: Tampering) => Promise<string>): Promise<string> {
    const root = await dataRoot(busyDay);
    await tamper(root, async (by) => {
      let hash = await previous(by);
      for (const sq of sqs)
        await by.change(sq, (record) => (hash = resign(record, hash, stranger.privateKey)));
      await by.state<object>('PT/FS 1_1.26', (chain) => ({ ...chain, hash }));
    });
    await fs.writeFile(path.join(root, 'cer', 'stranger.pem'), pem);
    return root;
  }

  it('are found from the document on where they begin, though the key lies beside the journal', async () => {
    const root = await signedAnew([5, 8, 9], async (by) => String((await by.record(3)).Fis!.PT_Hash));
    const report = await audited(root);
    expect(first(report)).toMatchObject({ sq: 5, fn: 'FS 1_1.26/3' });
    expect(first(report)!.text).toContain('its signature does not fit');
  });

  it('are found in all documents when the real key is given by hand', async () => {
    const root = await signedAnew([2, 3, 5, 8, 9], () => Promise.resolve(''));
    const real = await fs.readFile(path.join(root, 'cer', 'test.pem'), 'utf8');
    const report = await auditJournal(path.join(root, 'journal.db'), {
      publicKeys: new Map([['real.pem', real]]),
      rn: undefined,
      progress: () => undefined,
    });
    expect(first(report)).toMatchObject({ sq: 2, fn: 'FS 1_1.26/1' });
  });
});

describe('the state that the register goes on from', () => {
  it('is compared with the last document', async () => {
    const report = await after((by) =>
      by.state<object>('PT/FS 1_1.26', (chain) => ({ ...chain, hash: 'A'.repeat(172) })),
    );
    expect(first(report)).toMatchObject({ sq: 9 });
    expect(first(report)!.text).toBe(
      'the state of FS 1_1.26 differs from its last document FS 1_1.26/5: hash',
    );
  });

  it('must not give a number again', async () => {
    const report = await after((by) => by.state<number>('TN ["1","1","2026"]', () => 7));
    expect(first(report)).toMatchObject({ sq: 0, check: 'Numbers' });
    expect(first(report)!.text).toContain('the state goes on from 7');
  });

  it('is named when it cannot be read', async () => {
    const report = await after((by) => by.run("UPDATE state SET value = '{' WHERE key = 'PT/FS 1_1.26'"));
    expect(first(report)).toMatchObject({ sq: 0, text: 'state entry "PT/FS 1_1.26" is no JSON' });
  });

  it('knows of documents that were cut off at the end', async () => {
    const report = await after((by) => by.remove(9));
    expect(first(report)).toMatchObject({ sq: 0, check: 'Law' });
    expect(first(report)!.text).toContain('FS 1_1.26/5 is the last number according to the state');
  });

  it('knows of registers whose records are all gone', async () => {
    const report = await after(async (by) => {
      await by.run('DELETE FROM records');
      await by.reindex();
    });
    const texts = report.registers[0]!.findings.map(({ text }) => text);
    expect(texts[0]).toBe('there are no records');
    expect(texts.some((text) => text.includes('records are missing at the end'))).toBe(true);
  });

  it('hides a cut when it is set back with it: what is left is a journal that was used less long', async () => {
    const report = await after(async (by) => {
      const before = await by.record(8);
      await by.remove(9);
      await by.state<object>('PT/FS 1_1.26', (chain) => ({
        ...chain,
        number: 4,
        hash: before.Fis!.PT_Hash,
        date: before.ESR!.D!.slice(0, 10),
        entry: before.Fis!.PT_SystemEntryDate,
      }));
      await by.state<number>('TN ["1","1","2026"]', () => 7);
      await by.reindex();
    });
    expect(report.ok).toBe(true);
  });
});

describe('the database', () => {
  it('is looked at after the records', async () => {
    const root = await dataRoot(busyDay);
    await tamper(root, async (by) => {
      await by.run('DROP TRIGGER entries_insert');
      await by.run('CREATE TABLE notes (text)');
    });
    const report = await audited(root);
    expect(report).toMatchObject({
      ok: false,
      database: ['trigger entries_insert is missing', 'table notes was added'],
    });
    expect(report.registers[0]!.findingCount).toBe(0);
  });

  it('may hold no record in front of the first', async () => {
    const report = await after(async (by) => by.add(0, 'Cfg', JSON.stringify(await by.record(1))));
    expect(first(report)).toMatchObject({ sq: 0, text: 'numbers begin with 1' });
  });
});
