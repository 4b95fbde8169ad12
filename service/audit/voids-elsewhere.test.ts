/** Audits of journals with receipts that registers of other machines have voided. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MarkedReceipt } from '../register/voids/void-elsewhere.ts';
import { GENERIC } from '../testing/sales.ts';
import { auditJournal } from './journal.ts';
import { keysOf } from './public-keys.ts';
import type { Report } from './report.ts';
import { dataRoot, tamper, type Tampering, type Till } from './testing/data-root.ts';

/** Records 2 to 4 are sales; record 5 says that another till voided the second of them. */
async function voidedThere({ sell, register, room }: Till): Promise<void> {
  for (const amount of ['1.00', '2.00', '3.00']) await sell(amount);
  const second = (await room.journal.bySq('def', 3))!;
  expect(await register.voids.markVoided(second, 'there/def')).toBe('ok');
  expect(await register.voids.markVoided(second, 'there/def')).toBe('ok');
  expect(await register.voids.markVoided(second, 'elsewhere/def')).toBe('already');
}

/** The other side: record 3 is the wish, record 4 the void of a receipt of another till. */
async function voidedHere({ sell, register, room }: Till): Promise<void> {
  await sell('1.00');
  const own = register.last!;
  const record = { ...own, SQ: 40, ESR: { ...own.ESR!, TT: '2', TN: '99' } };
  const found: MarkedReceipt = { instance: 'there', name: 'till-2', record };
  room.services.otherMachines = {
    markVoided: async (_receipt, _rn, begin) =>
      (await begin(found)) ? { marked: found } : { outcome: 'unasked' },
  };
  const request = { original: { TN: '99', TT: '2' }, sender: {}, reason: undefined, warnings: [] };
  expect((await register.void(request)).Result.RC).toBe('OK');
}

async function audited(root: string): Promise<Report> {
  return auditJournal(path.join(root, 'journal.db'), {
    publicKeys: await keysOf(path.join(root, 'cer')),
    rn: undefined,
    progress: () => undefined,
  });
}

/** What an audit finds after somebody has tampered with the journal, as `sq: text`. */
async function findings(work: (by: Tampering) => Promise<void>, fill = voidedThere): Promise<string[]> {
  const root = await dataRoot(fill, GENERIC);
  await tamper(root, work);
  const report = await audited(root);
  expect(report.ok).toBe(report.registers[0]!.findings.length === 0);
  return report.registers[0]!.findings.map(({ sq, text }) => `${sq}: ${text}`);
}

describe.each([
  ['the machine that has the receipt', voidedThere, 5],
  ['the machine that voided it', voidedHere, 4],
])('%s', (_who, fill, records) => {
  it('has nothing wrong in its journal', async () => {
    const report = await audited(await dataRoot(fill, GENERIC));
    expect(report.registers[0]).toMatchObject({ records, findings: [], remarkCount: 0 });
    expect(report.ok).toBe(true);
  });
});

describe('a forged mark is found', () => {
  it('when it was put on another receipt', async () => {
    const found = await findings(async (by) => {
      await by.change(5, (record) => (record.Receipt = '2'));
      await by.reindex();
    });
    expect(found.join('\n')).toMatch(/taken back according to the state .* by no record/);
    expect(found.join('\n')).toContain('of what was taken back of record 2');
  });

  it.each(['9', '5', '1', 'all'])('when it names no receipt before it: %s', async (receipt) => {
    const found = await findings(async (by) => {
      await by.change(5, (record) => (record.Receipt = receipt));
      await by.reindex();
    });
    expect(found.join('\n')).toContain(
      `voided elsewhere is record ${Number(receipt)}, which is no receipt before it`,
    );
  });

  it('when it was added for a receipt that was voided before', async () => {
    const found = await findings(async (by) => {
      const { SQ: _sq, State: _state, ...mark } = await by.record(5);
      await by.add(6, 'log', JSON.stringify({ ...mark, SQ: 6, By: 'nowhere/def' }));
      await by.reindex();
    });
    expect(found.join('\n')).toContain('takes back record 3, which record 5 took back before');
  });

  it('when it was added to hide a sale, without a trace in the state', async () => {
    const found = await findings(async (by) => {
      const { SQ: _sq, State: _state, ...mark } = await by.record(5);
      await by.add(6, 'log', JSON.stringify({ ...mark, SQ: 6, Receipt: '4', By: 'nowhere/def' }));
      await by.reindex();
    });
    expect(found.join('\n')).toContain('the state says nothing of what was taken back of record 4');
    expect(found.join('\n')).toContain('says that nowhere/def voided record 4, the state says nothing');
  });

  it('when it names another till', async () => {
    const found = await findings(async (by) => {
      await by.change(5, (record) => (record.By = 'nowhere/def'));
      await by.reindex();
    });
    expect(found).toEqual(['5: says that nowhere/def voided record 3, the state says "there/def"']);
  });

  it('when it was taken out', async () => {
    const found = await findings(async (by) => {
      await by.remove(5);
      await by.reindex();
    });
    expect(found.join('\n')).toContain(
      '3: voided elsewhere according to the state ("there/def"), by no record',
    );
  });
});

it('finds a void of another till whose amount was changed', async () => {
  const found = await findings(async (by) => {
    await by.change(4, ({ ESR }) => (ESR.T = '-0.50'));
    await by.reindex();
  }, voidedHere);
  expect(found.join('\n')).toMatch(/^4: /m);
});
