import { createHash } from 'node:crypto';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { JournalRecord } from '../receipt/tra.ts';
import { auditJournal } from './journal.ts';
import { keysOf } from './public-keys.ts';
import { dataRoot, tamper, type StoredLine, type Till } from './testing/data-root.ts';

const XML = '<Invoice>ä</Invoice>';
const Digest = createHash('sha256').update(XML).digest('hex');
const EInvoice = { System: 'X', State: 'delivered', Document: 4, Digest };

/** Configuration, a receipt that asked for an invoice, one without, the invoice, and what became of it. */
async function day({ room, sell }: Till): Promise<void> {
  await sell('1.00');
  await sell('2.00');
  const { Fis, D } = (await room.journal.bySq('def', 2))!;
  const append = (SQ: number, record: Partial<JournalRecord> & { _: string }) =>
    room.journal.append({ record: { SQ, RN: 'def', D, ...record }, sums: null, changes: {} }, 0);
  await append(4, { _: 'EInvoice', Of: 2, Digest, Data: gzipSync(XML).toString('base64') });
  await append(5, { _: 'Fis', Of: 2, About: 'EInvoice', Fis: { ...Fis, EInvoice } });
}

/** What the audit finds; record 2 says that it asked for an invoice unless `change` says otherwise. */
async function found(change: (sq: number, record: StoredLine) => void = () => undefined): Promise<string[]> {
  const root = await dataRoot(day);
  await tamper(root, async (by) => {
    await by.change(2, (record) => {
      record.Fis = { ...record.Fis, EInvoice: { System: 'X', State: 'queued' } };
    });
    for (const sq of [2, 3, 4, 5]) await by.change(sq, (record) => change(sq, record));
    await by.reindex();
  });
  const { registers } = await auditJournal(path.join(root, 'journal.db'), {
    publicKeys: await keysOf(path.join(root, 'cer')),
    rn: undefined,
    progress: () => undefined,
  });
  return registers[0]!.findings.filter(({ check }) => check === 'EInvoices').map(({ text }) => text);
}

it('finds nothing where invoices are of their receipts', async () => {
  expect(await found()).toEqual([]);
});

const late =
  (change: (fis: Record<string, unknown>) => void) =>
  (sq: number, { Fis }: StoredLine) => {
    if (sq === 5) change(Fis as Record<string, unknown>);
  };

it.each<[string, (sq: number, record: StoredLine) => void, string]>([
  [
    'fiscal data that come as news of an invoice',
    late((fis) => (fis.Code = 'another')),
    'is about an e-invoice, and changes other fiscal data of record 2',
  ],
  [
    'an invoice that is not the one that was made',
    (sq, record) => sq === 4 && (record.Data = gzipSync('<Invoice/>').toString('base64')),
    'the e-invoice is not the one that was made: its digest differs',
  ],
  [
    'an invoice that is no packed text',
    (sq, record) => sq === 4 && (record.Data = 'AAAA'),
    'the e-invoice cannot be unpacked',
  ],
  [
    'the invoice of a receipt that asked for none',
    (sq, record) => sq === 4 && (record.Of = 3),
    'the e-invoice of record 3, which asked for none',
  ],
  [
    'a state that there is not',
    late((fis) => (fis.EInvoice = { ...EInvoice, State: 'lost' })),
    '"lost" is no state of an e-invoice',
  ],
  [
    'another delivery system',
    late((fis) => (fis.EInvoice = { ...EInvoice, System: 'X-TEST' })),
    'names "X-TEST" as the delivery system of record 2, which said "X"',
  ],
  [
    'a hand-over without an invoice',
    late((fis) => (fis.EInvoice = { System: 'X', State: 'delivered' })),
    'the e-invoice of record 2 was handed over, and there is none',
  ],
  [
    'a record that is no invoice',
    late((fis) => (fis.EInvoice = { ...EInvoice, Document: 3 })),
    'record 3 is no e-invoice of record 2',
  ],
])('names %s', async (_what, change, text) => {
  expect(await found(change)).toContain(text);
});
