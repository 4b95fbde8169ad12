import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';
import { type JournalRecord, signedText, verifyJournal } from './verify.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** A journal of a configuration and `count` signed receipts. */
function journal(count: number): JournalRecord[] {
  const records: JournalRecord[] = [{ _: 'Cfg', SQ: 1 }];
  let previous = '';
  for (let number = 1; number <= count; number++) {
    const record: JournalRecord = {
      _: 'Tra',
      SQ: number + 1,
      ESR: {
        D: '2026-03-01T10:00:00',
        TL: '1',
        TT: '1',
        TN: `P${number}`,
        T: '12.3',
        FN: `FS 1_1.26/${number}`,
      },
      Fis: { PT_SystemEntryDate: '2026-03-01T10:00:01', Tag: [{ Label: 'ATCUD', Value: `X-${number}` }] },
    };
    const hash = sign('sha1', Buffer.from(signedText(record, previous)), privateKey).toString('base64');
    const characters = [0, 10, 20, 30].map((place) => hash[place]).join('');
    record.Fis = { ...record.Fis, PT_Hash: hash, Code: `A:509876544*Q:${characters}*R:0` };
    previous = hash;
    records.push(record);
  }
  return records;
}

const answerTo = (record: JournalRecord) =>
  readAnswer(
    'json',
    JSON.stringify({
      TraC: { SQ: record.SQ, Result: { RC: 'OK' }, ESR: record.ESR, Fis: record.Fis },
    }),
  );

const violations = (records: JournalRecord[], answers = records.slice(1).map(answerTo)) =>
  verifyJournal(records, answers, pem).violations;

test('a journal in order has no violations', () => {
  const records = journal(3);
  expect(verifyJournal(records, records.slice(1).map(answerTo), pem)).toEqual({
    records: 4,
    series: 1,
    signatures: 3,
    violations: [],
  });
});

test('the signed text has two decimals and the signature before', () => {
  expect(signedText(journal(1)[1]!, 'abc')).toBe('2026-03-01;2026-03-01T10:00:01;FS 1_1.26/1;12.30;abc');
});

test('finds an answered receipt that is gone, and the gap it leaves', () => {
  const records = journal(3);
  const answers = records.slice(1).map(answerTo);
  const found = violations(records.toSpliced(2, 1), answers);
  expect(found).toContainEqual(expect.stringContaining('SQ 3 (FS 1_1.26/2) was answered'));
  expect(found).toContainEqual('SQ 4 stands where SQ 3 belongs');
  expect(found).toContainEqual(expect.stringContaining('where "FS 1_1.26/2" belongs'));
  expect(found).toContainEqual(expect.stringContaining('SQ 4: the signature does not fit'));
});

test('finds a receipt kept twice', () => {
  const records = journal(2);
  records[2]!.ESR!.TN = 'P1';
  expect(violations(records, [])).toEqual(['receipt 1/1/P1 is kept twice: SQ 2 and SQ 3']);
});

test('finds a record that was changed after its answer', () => {
  const records = journal(1);
  const answers = records.slice(1).map(answerTo);
  records[1]!.ESR!.T = '99.00';
  records[1]!.Fis!.Tag = [];
  expect(violations(records, answers)).toEqual([
    'SQ 2: Tag was answered "ATCUD=X-1", kept is ""',
    expect.stringContaining('SQ 2: the signature does not fit'),
  ]);
});

test('reads the same from an answer in XML as from one in JSON', () => {
  const xml =
    '<?xml version="1.0"?><TraC SQ="12"><Result RC="OK"><ErrorCode>#DUPLICATE</ErrorCode></Result>' +
    '<ESR D="2026-03-01T10:00:00" TN="7" FN="FS 1_1.26/1"/><Fis><Code>A:1*B:2&amp;3</Code>' +
    '<Tag Label="Numer&#225;rio" Value="&quot;x&quot;"/><Tag Label="" Value="y"/></Fis></TraC>';
  const json = {
    TraC: {
      SQ: 12,
      Result: { RC: 'OK', ErrorCode: '#DUPLICATE' },
      ESR: { TN: '7', FN: 'FS 1_1.26/1' },
      Fis: {
        Code: 'A:1*B:2&3',
        Tag: [
          { Label: 'Numerário', Value: '"x"' },
          { Label: '', Value: 'y' },
        ],
      },
    },
  };
  expect(readAnswer('xml', xml)).toEqual(readAnswer('json', JSON.stringify(json)));
});
