import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GENERIC } from '../testing/sales.ts';
import { auditJournal } from './journal.ts';
import type { Report } from './report.ts';
import { dataRoot, tamper, type Tampering, type Till } from './testing/data-root.ts';
import { runs } from '../testing/runs.ts';

const audited = (root: string): Promise<Report> =>
  auditJournal(path.join(root, 'journal.db'), {
    ...{ publicKeys: new Map(), rn: undefined, progress: () => undefined },
  });

/** Two days at two terminals, and a receipt of the POS's own numbering. */
async function twoDays({ sell, clock }: Till): Promise<void> {
  await sell('1.00');
  await sell('2.00', { TT: '2' });
  clock.set('2026-05-05T09:00:00');
  await sell('3.00', { TN: 'A-1', PayA: [{ _: 'Pay', Dsc: 'Card', Amt: '3.00', PayG: 'CC' }] });
}

const found = (report: Report) => [
  ...report.registers.flatMap(({ findings }) =>
    findings.map(({ sq, check, text }) => `${sq} ${check}: ${text}`),
  ),
  ...report.database,
];

async function after(work: (by: Tampering) => Promise<void>): Promise<string[]> {
  const root = await dataRoot(twoDays, GENERIC);
  await tamper(root, work);
  return found(await audited(root));
}

describe('what finds and sums up records', () => {
  it('fits untouched records, and says so again after it was made anew', async () => {
    expect(await after((by) => by.reindex())).toStrictEqual([]);
  });

  it.each([
    ["DELETE FROM numbers WHERE number LIKE 'A-1%'", '4 Index: the index does not have its number 1/1/A-1'],
    ["INSERT INTO numbers VALUES (1, 'FS 1/9', 3)", '3 Index: the index has the number "FS 1/9" for it'],
    [
      "INSERT INTO numbers VALUES (1, 'FS 1/9', 2000)",
      '0 Index: the index has 1 row for records that are not there',
    ],
    [
      'UPDATE numbers SET sq = 2 WHERE sq = 3',
      '3 Index: the index does not have its number 1/2/1',
      '2 Index: the index has the number 1/2/1 for it',
    ],
    [
      "UPDATE days SET receipts = 7, total = 400 WHERE day = '2026-05-04'",
      '0 Index: days of records 1 to 999: 2026-05-04 has receipts 7, the records say 2',
      '0 Index: days of records 1 to 999: 2026-05-04 has total 400, the records say 300',
    ],
    ["DELETE FROM days WHERE day = '2026-05-05'", '0 Index: days of records 1 to 999: 2026-05-05 is missing'],
    [
      "UPDATE days SET day = '2026-05-06' WHERE day = '2026-05-05'",
      '0 Index: days of records 1 to 999: 2026-05-05 is missing',
    ],
    [
      "INSERT INTO days VALUES (1, '2026-05-06', 0, 1, 1, 1, 100)",
      '0 Index: days of records 1 to 999: "2026-05-06" has no records',
    ],
    [
      "INSERT INTO days VALUES (1, '2026-05-06', 7, 1, 1, 1, 100)",
      '0 Index: the index has 1 row for records that are not there',
    ],
    [
      "UPDATE sums SET amount = 99 WHERE kind = 'pay' AND name = 'CC'",
      '0 Index: turnover of records 1 to 999: pay "CC" on 2026-05-05 is 99 (tax 0), the records say 300 (tax 0)',
    ],
    [
      "UPDATE sums SET tax = tax + 1 WHERE kind = 'tax' AND day = '2026-05-05'",
      '0 Index: turnover of records 1 to 999: tax "23%" on 2026-05-05 is 300 (tax 57), the records say 300 (tax 56)',
    ],
    [
      "INSERT INTO sums VALUES (1, '2026-05-06', 0, 'pay', 'CC', 1, 0)",
      '0 Index: turnover of records 1 to 999: pay "CC" on 2026-05-06 is in no record',
    ],
    [
      "UPDATE terminals SET sq = 4 WHERE tt = '2'",
      '3 Index: terminal 1/2 is said to have record 4 as its last, the last one is 3',
    ],
    ["DELETE FROM terminals WHERE tt = '2'", '3 Index: terminal 1/2 is not in the index'],
    [
      "INSERT INTO terminals VALUES (1, '9', '9', 2)",
      '0 Index: terminal 9/9 is said to have record 2 as its last, no record is of it',
    ],
    [
      "INSERT INTO archived VALUES (1, 1, 5, 'x', 'x')",
      '0 Index: 1 segments are marked as archived, from 1 to 1; they should be the first ones, without a gap',
    ],
    [
      "INSERT INTO days VALUES (3, '2026-05-06', 0, 1, 1, 1, 1)",
      'days has rows of a register 3, which is none',
    ],
    ["INSERT INTO state VALUES ('x', 'TN', '1')", 'state has rows of a register x, which is none'],
    ["INSERT INTO records VALUES (7 << 32, 'Tra', '{}')", 'records has rows of a register 7, which is none'],
    ["INSERT INTO records VALUES (-5, 'Tra', '{}')", 'records has rows of a register -1, which is none'],
    [
      "INSERT INTO registers VALUES (-5, 'bar')",
      '1 registers have no text as their name, or an id that none can have',
    ],
    ["INSERT INTO registers VALUES (5, 'bar')", '0 Sequence: there are no records'],
  ])('is held against the records: %s', async (sql, ...texts) => {
    const all = await after((by) => by.run(sql));
    expect(all).toEqual(expect.arrayContaining(texts));
  });

  it('may hold anything, in any number: the audit comes to its end', async () => {
    const root = await dataRoot(twoDays, GENERIC);
    const value = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant("x'00ff'"));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('numbers', 'terminals', 'days', 'sums', 'archived', 'state', 'registers', 'records'),
        fc.array(value, { minLength: 7, maxLength: 7 }),
        async (table, values) => {
          await tamper(root, async (by) => {
            const literals = values.map((v) =>
              v === "x'00ff'" ? v : typeof v === 'string' ? null : String(v),
            );
            const columns = await by.columns(table);
            const list = columns.map((_, i) => literals[i] ?? '?').join(', ');
            const bound = columns.flatMap((_, i) => (literals[i] === null ? [values[i] as string] : []));
            await by.run(`INSERT OR IGNORE INTO ${table} VALUES (${list})`, ...bound).catch(refusedByType);
          });
          await audited(root);
        },
      ),
      { numRuns: runs(40) },
    );
  });
});

function refusedByType(error: Error): void {
  if (!/datatype mismatch|NOT NULL|no such column/.test(error.message)) throw error;
}

describe('the state', () => {
  it('is what the lines make of it', async () => {
    expect(await after((by) => by.state('TN ["1","2","2026"]', () => 1))).toStrictEqual([]);
    expect(await after((by) => by.state('TN ["1","1","2026"]', () => 5))).toContain(
      '2 State: state entry "TN [\\"1\\",\\"1\\",\\"2026\\"]" is 5, record 2 has made it 1',
    );
    expect(
      await after((by) => by.run(`INSERT INTO state VALUES (1, 'PT/letter 1_1.26', '"B"')`)),
    ).toStrictEqual(['0 State: state entry "PT/letter 1_1.26" is of no record: "B"']);
    expect(await after((by) => by.run(`DELETE FROM state WHERE key = 'TN ["1","2","2026"]'`))).toContain(
      '3 State: state entry "TN [\\"1\\",\\"2\\",\\"2026\\"]" is nothing, record 3 has made it 1',
    );
  });

  it('must be told by the lines', async () => {
    const all = await after((by) => by.change(3, (record) => delete record.State));
    expect(all).toStrictEqual(['0 State: state entry "TN [\\"1\\",\\"2\\",\\"2026\\"]" is of no record: 1']);
  });

  it.each([
    [
      'is not the last member',
      (line: string) =>
        line
          .replace(/^(.*),("State":\{.*\})\}$/, '{$2,$1}')
          .replace('{{', '{')
          .replace(',{"_"', ',"_"'),
    ],
    ['is empty', (line: string) => line.replace(/"State":\{.*\}\}$/, '"State":{}}')],
    ['is no object', (line: string) => line.replace(/"State":\{.*\}\}$/, '"State":1}')],
  ])('is written in one way: not when it %s', async (_what, change) => {
    const all = await after(async (by) => by.write(3, change(JSON.stringify(await by.record(3)))));
    expect(all[0]).toBe('3 Records: the record is not written as the service writes it');
  });
});
