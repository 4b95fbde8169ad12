import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Journal } from '../journal/journal.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { GENERIC } from '../testing/sales.ts';
import { auditJournal } from './journal.ts';
import type { RegisterReport, Report } from './report.ts';
import { dataRoot, tamper, type Tampering, type Till } from './testing/data-root.ts';

const audited = (root: string, rn?: string): Promise<Report> =>
  auditJournal(path.join(root, 'journal.db'), { publicKeys: new Map(), rn, progress: () => undefined });

/** Audits a register in a country without fiscal law, after it was tampered with. */
async function after(
  fill: (till: Till) => Promise<void>,
  work: (by: Tampering) => Promise<void> = () => Promise.resolve(),
): Promise<RegisterReport> {
  const root = await dataRoot(fill, GENERIC);
  await tamper(root, work);
  const report = await audited(root);
  expect(report.database).toStrictEqual([]);
  return report.registers[0]!;
}

const texts = (report: RegisterReport) => report.findings.map(({ sq, text }) => `${sq} ${text}`);

describe('what registers of all countries keep', () => {
  it('passes: numbers of the POS, partial voids, voids of other registers, nonfiscal records, training', async () => {
    const report = await after(async ({ sell, register, clock }) => {
      await sell('10.00', { TN: 'A-1' });
      await sell('-4.00', { Void: '1', RTN: 'A-1' });
      await sell('-6.00', { Void: '1', RTN: 'A-1' });
      await sell('-1.00', { Void: '1', RTN: 'of another till' });
      await sell('2.00', { Test: '1' });
      await sell('3.00', { NFS: 'Training', Void: '1' });
      await sell('5.00', { NF: 'payin' });
      await sell('1.23', { TaxN: '1', PayA: [{ _: 'Pay', Dsc: 'Cash', Amt: '1.51' }] });
      clock.set('2027-01-01T00:00:01');
      await sell('8.00', { TN: 'A-1' });
      await register.prints.countAgain({ TL: undefined, TT: undefined, TN: 'A-1' });
      await register.submitStep('TraS', { ESR: { TN: 'A-1' } }, []);
    });
    expect(texts(report)).toStrictEqual([]);
    expect(report).toMatchObject({ records: 12, remarkCount: 0 });
    expect(report.checks.map(({ title, summary }) => `${title}: ${summary}`)).toStrictEqual([
      'Records: 12 records to be read as the service writes them',
      'Sequence: 12 records, 2026-05-04T12:00:00 to 2027-01-01T00:00:01',
      'Law: LU: no audit of its own',
      'Sums: positions, payments and taxes of 9 receipts',
      'Numbers: 9 transaction numbers, and where the register goes on',
      'Voids: 3 voids and what the state knows of them',
      'Late: 0 records with fiscal data of receipts before them',
      'EInvoices: 0 e-invoices with their digests, and what became of them',
      'State: 5 values that the register goes on from, out of 12 changes',
      'Index: numbers, terminals, days and turnover of 12 records',
      'Files: there are none beside the database',
    ]);
  });

  it('is remarked, and no error, when the clock went back', async () => {
    const report = await after(async ({ sell, clock }) => {
      await sell('1.00');
      clock.set('2026-05-04T11:00:00');
      await sell('1.00');
    });
    expect(report).toMatchObject({ findingCount: 0, remarkCount: 1 });
    expect(report.remarks[0]).toMatchObject({ sq: 3 });
  });
});

describe('sums', () => {
  it.each([
    ['payments', { PayA: [{ _: 'Pay', Amt: '0.50', PayG: 'cash' }] }, 'payments add up to 0.50, T is 1.00'],
    ['no payments', { PayA: [] }, 'there are no payments'],
    ['no taxes', { TaxA: [] }, 'there are no tax lines'],
    [
      'a tax line',
      { TaxA: [{ _: 'Tax', TaxG: '23%', Prc: '23', Net: '0.80', TAmt: '0.19', Amt: '1.00' }] },
      'tax line 23%: 0.80 and 0.19 are not 1.00',
    ],
    [
      'taxes',
      { TaxA: [{ _: 'Tax', TaxG: '23%', Prc: '23', Net: '0.80', TAmt: '0.10', Amt: '0.90' }] },
      'taxes add up to 0.90, T is 1.00',
    ],
    [
      'net positions',
      { TaxN: '1' },
      'net positions and modifiers add up to 1.00, the net sum of taxes is 0.81',
    ],
  ])('do not agree: %s', async (_what, values, text) => {
    const report = await after(
      ({ sell }) => sell('1.00'),
      async (by) => {
        await by.change(2, ({ ESR }) => void Object.assign(ESR, values));
        await by.reindex();
      },
    );
    expect(texts(report)).toStrictEqual([`2 ${text}`]);
  });
});

describe('reports', () => {
  const day = async ({ sell }: Till) => {
    await sell('10.00');
    await sell('0.00', { NFS: 'X', PosA: [], PayA: [] });
    await sell('0.00', { NFS: 'Z', PosA: [], PayA: [] });
    await sell('2.00');
    await sell('0.00', { NFS: 'Z', PosA: [], PayA: [] });
  };

  it('pass, and are counted', async () => {
    const report = await after(day);
    expect(texts(report)).toStrictEqual([]);
    expect(report.checks[3]).toMatchObject({ summary: expect.stringContaining(', 3 reports') as string });
  });

  it('may have one name for all payments of a group, as those of versions before', async () => {
    const cards = ['Visa', 'Amex'].map((Dsc) => ({ _: 'Pay', PayG: 'creditcard', Dsc, Amt: '5.00' }));
    const report = (Dsc: string) =>
      after(
        async ({ sell }) => {
          for (const card of cards) await sell('5.00', { PayA: [card] });
          await sell('0.00', { NFS: 'Z', PosA: [], PayA: [] });
        },
        async (by) => {
          await by.change(5, ({ ESR }) => void Object.assign(ESR.PayA![0]!, { Dsc }));
          await by.reindex();
        },
      );
    expect(texts(await report('Visa'))).toStrictEqual([]);
    expect(texts(await report('Amex'))).toMatchObject([expect.stringContaining('PayA of the report is')]);
  });

  it('are found when they say something else', async () => {
    const report = await after(day, async (by) => {
      await by.change(6, (record) => void Object.assign(record.ESR, { T: '9.00' }));
      await by.change(9, (record) => void Object.assign(record, { Number: 3 }));
      await by.reindex();
    });
    expect(texts(report)).toStrictEqual([
      '6 T of the report is "9.00", its records give "10.00"',
      '9 Number of the report is 3, its records give 2',
    ]);
  });
});

describe('voids', () => {
  const twoSales = async ({ sell }: Till) => {
    await sell('10.00');
    await sell('-4.00', { Void: '1', RTN: '1' });
    await sell('-2.00', { Void: '1', RTN: '1' });
  };

  it.each([
    [
      'more than there was',
      (by: Tampering) => by.change(4, ({ ESR }) => (ESR.T = '-20.00')),
      '4 takes back another amount than 1/1/1 has',
    ],
    [
      'a void',
      (by: Tampering) => by.change(4, ({ ESR }) => (ESR.RTN = '2')),
      '4 takes back 1/1/2, which is a void itself',
    ],
    [
      'nothing',
      (by: Tampering) => by.change(4, ({ ESR }) => delete ESR.RTN),
      '4 a void that names no receipt',
    ],
    [
      'what the state knows otherwise',
      (by: Tampering) => by.state('VOID 2', () => 600),
      '4 the state says 600 of what was taken back of record 2, the records {"taken":600,"by":4}',
    ],
    [
      'what the state knows more of',
      (by: Tampering) => by.state('VOID 2', () => ({ taken: 600, by: 4, at: 1 })),
      '4 the state says {"taken":600,"by":4,"at":1} of what',
    ],
    [
      'what the state does not know',
      (by: Tampering) => by.run("DELETE FROM state WHERE key = 'VOID 2'"),
      '4 the state says nothing of what was taken back',
    ],
  ])('may not take back %s', async (_what, work, text) => {
    const report = await after(twoSales, work);
    expect(
      texts(report).some((found) => found.startsWith(text)),
      texts(report).join('\n'),
    ).toBe(true);
  });
});

describe('a journal', () => {
  it('with a transaction before any configuration is not as the service writes it', async () => {
    const report = await after(
      ({ sell }) => sell('1.00'),
      (by) => by.change(1, (record) => delete record.Cfg),
    );
    expect(texts(report).slice(0, 2)).toStrictEqual([
      '1 a configuration without country or tax id',
      '2 a transaction before the first configuration',
    ]);
  });

  it('may be empty', async () => {
    const file = path.join(await temporaryFolder(), 'journal.db');
    await (await Journal.open(file)).close();
    expect(await audited(path.dirname(file))).toMatchObject({ ok: true, registers: [] });
  });

  it('is audited for one register alone when asked to', async () => {
    const root = await dataRoot(async ({ room, sell }) => {
      await sell('1.00');
      await room.registers.configure('bar', GENERIC);
    }, GENERIC);
    expect((await audited(root)).registers.map(({ rn }) => rn)).toStrictEqual(['bar', 'def']);
    expect((await audited(root, 'bar')).registers.map(({ rn }) => rn)).toStrictEqual(['bar']);
    await expect(audited(root, 'foo')).rejects.toThrow('there is no register foo; there are: bar, def');
  });

  it('keeps the first hundred findings and counts all', async () => {
    const report = await after(
      async ({ sell }) => {
        for (let i = 0; i < 120; i++) await sell('1.00');
      },
      (by) => by.run("UPDATE records SET type = 'Sale' WHERE type = 'Tra'"),
    );
    expect(report).toMatchObject({ findingCount: 120 });
    expect(report.findings).toHaveLength(101);
  });
});
