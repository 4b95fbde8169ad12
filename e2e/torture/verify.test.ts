import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Answer, readAnswer } from './answer.ts';
import { type Book, newBook } from './book.ts';
import { JournalCheck, type JournalRecord, signedText } from './verify.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** A journal of a configuration and `count` signed receipts, one a minute. */
function journal(count: number): JournalRecord[] {
  const records: JournalRecord[] = [{ _: 'Cfg', SQ: 1 }];
  let previous = '';
  for (let number = 1; number <= count; number++) {
    const record = receipt(number, number + 1, previous);
    previous = record.Fis!.PT_Hash!;
    records.push(record);
  }
  return records;
}

function receipt(number: number, SQ: number, previous: string): JournalRecord {
  const time = `2026-03-01T10:${String(number).padStart(2, '0')}:00`;
  const ESR = {
    D: time,
    TL: '1',
    TT: '1',
    TN: `P${number}`,
    T: '12.3',
    FN: `FS 1_1.26/${number}`,
    Ref: `A/${number}`,
  };
  return signed({ _: 'Tra', SQ, ESR, Fis: { PT_SystemEntryDate: time } }, previous);
}

function signed(record: JournalRecord, previous: string): JournalRecord {
  const hash = sign('sha1', Buffer.from(signedText(record, previous)), privateKey).toString('base64');
  const characters = [0, 10, 20, 30].map((place) => hash[place]).join('');
  const Tag = [{ Label: 'ATCUD', Value: record.ESR!.TN }];
  return { ...record, Fis: { ...record.Fis, Tag, PT_Hash: hash, Code: `A:509876544*Q:${characters}*R:0` } };
}

const answerTo = ({ SQ, ESR, Fis }: JournalRecord): Answer =>
  readAnswer('json', JSON.stringify({ TraC: { SQ, Result: { RC: 'OK' }, ESR, Fis } }));

/** All receipts were answered. */
function bookOf(records: JournalRecord[]): Book {
  const book = newBook('r1');
  for (const record of records) if (record._ === 'Tra') book.sales.set(record.ESR!.Ref!, answerTo(record));
  return book;
}

function findings(records: JournalRecord[], book = bookOf(records)): string[] {
  const check = new JournalCheck(pem);
  return [...check.take(records), ...check.holds(book)];
}

test('a journal in order has no findings, read at once or in pages', () => {
  const records = journal(3);
  expect(findings(records)).toEqual([]);
  const check = new JournalCheck(pem);
  for (const record of records) expect(check.take([record])).toEqual([]);
  expect(check.holds(bookOf(records))).toEqual([]);
  expect(check).toMatchObject({ records: 4, lastReceipt: 4, signatures: 3, series: 1 });
});

test('the signed text has two decimals and the signature before', () => {
  expect(signedText(receipt(1, 2, ''), 'abc')).toBe('2026-03-01;2026-03-01T10:01:00;FS 1_1.26/1;12.30;abc');
});

test('finds an answered receipt that is gone, and the gap it leaves', () => {
  const records = journal(3);
  const found = findings(records.toSpliced(2, 1), bookOf(records));
  expect(found).toContainEqual(expect.stringContaining('SQ 3 (FS 1_1.26/2) was answered'));
  expect(found).toContainEqual('SQ 4 stands where SQ 3 belongs');
  expect(found).toContainEqual(expect.stringContaining('where "FS 1_1.26/2" belongs'));
  expect(found).toContainEqual(expect.stringContaining('SQ 4: the signature does not fit'));
});

test('finds that the last answered receipt is gone, which leaves no gap', () => {
  const records = journal(3);
  expect(findings(records.slice(0, -1), bookOf(records))).toEqual([
    'SQ 4 (FS 1_1.26/3) was answered and is not in the journal',
  ]);
});

test('finds a number and a sale kept twice', () => {
  const records = journal(2);
  records[2]!.ESR!.TN = 'P1';
  records[2]!.ESR!.Ref = 'A/1';
  expect(findings(records, newBook('r1'))).toEqual([
    'receipt 1/1/P1/2026 is kept twice: SQ 2 and SQ 3',
    'sale A/1 is kept twice: SQ 2 and SQ 3',
  ]);
});

test('finds a record that was changed after its answer', () => {
  const records = journal(1);
  const book = bookOf(records);
  records[1]!.ESR!.T = '99.00';
  records[1]!.Fis!.Tag = [];
  expect(findings(records, book)).toEqual([
    expect.stringContaining('SQ 2: the signature does not fit'),
    'SQ 2: tags was answered "ATCUD=P1", kept is ""',
  ]);
});

test('finds an answer that belongs to another sale', () => {
  const records = journal(2);
  const book = bookOf(records);
  book.sales.set('A/1', answerTo(records[2]!));
  expect(findings(records, book)).toEqual(['sale A/1 was answered as SQ 3, which is another one']);
});

test('finds a sale that was refused and is kept', () => {
  const records = journal(1);
  const book = newBook('r1');
  book.refused.set('A/1', '#JOURNAL_FAILED');
  book.refused.set('A/2', '#JOURNAL_FAILED');
  expect(findings(records, book)).toEqual(['sale A/1 was refused (#JOURNAL_FAILED) and is kept as SQ 2']);
});

test('finds voids that are lost, doubled or another one', () => {
  const voidOf = (SQ: number, RFN: string): JournalRecord => ({
    _: 'Tra',
    SQ,
    ESR: { TL: '1', TT: '1', TN: `V${SQ}`, D: '2026-03-01T11:00:00', Void: '1', RFN },
  });
  const records = [
    ...journal(3),
    voidOf(5, 'FS 1_1.26/1'),
    voidOf(6, 'FS 1_1.26/2'),
    voidOf(7, 'FS 1_1.26/2'),
  ];
  const book = newBook('r1');
  book.voids.push(
    { sq: 5, of: 'FS 1_1.26/1' },
    { sq: null, of: 'FS 1_1.26/1' },
    { sq: 6, of: 'FS 1_1.26/2' },
    { sq: 8, of: 'FS 1_1.26/3' },
  );
  expect(findings(records, book)).toEqual([
    'the void of FS 1_1.26/2 is kept twice: SQ 6 and SQ 7',
    'the void of FS 1_1.26/2 was answered as SQ 6, and is SQ 7 in the journal',
    'the void of FS 1_1.26/3 was answered as SQ 8, and is not in the journal',
  ]);
});

test('finds times that go back within a series, however well they are signed', () => {
  const records = journal(1);
  const late = receipt(2, 3, '');
  late.ESR!.D = '2026-02-28T10:02:00';
  late.Fis!.PT_SystemEntryDate = '2026-03-01T10:00:59';
  records.push(signed(late, records[1]!.Fis!.PT_Hash!));
  expect(findings(records, newBook('r1'))).toEqual([
    'SQ 3: FS 1_1.26 went from 2026-03-01 back to 2026-02-28',
    'SQ 3: FS 1_1.26 went from 2026-03-01T10:01:00 back to 2026-03-01T10:00:59',
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
