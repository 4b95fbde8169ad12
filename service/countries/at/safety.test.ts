/** Nothing is given twice and nothing is lost: failed commits, crashes, restores, many registers, long DEPs. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountText } from '../../receipt/money.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { newTestUnit } from '../../testing/software-signer.ts';
import { audit } from './audit.ts';
import { AUSTRIA, pay, pos, Till } from './testing/till.ts';
import { runs, SEED } from '../../testing/runs.ts';

const tra = (total: string, more: object = {}) => ({
  tra: { ESR: { PosA: [pos(total)], PayA: [pay(total)], ...more } },
  warnings: [],
  restart: false,
});

/** What an audit says of records. */
function audited(records: readonly JournalRecord[], till: Till): string[] {
  const auditor = audit();
  const found = records.flatMap((record) => auditor.take(record));
  return [...found, ...auditor.end(till.register.state)].map(({ sq, text }) => `${sq}: ${text}`);
}

describe('whatever fails', () => {
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('sell' as const), cents: fc.integer({ min: -999, max: 9999 }) }),
    },
    fc.record({
      do: fc.constantFrom(
        'fail' as const,
        'restart' as const,
        'background' as const,
        'breaks' as const,
        'works' as const,
        'confirm' as const,
      ),
    }),
    fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: -40, max: 40 }) }),
  );

  it('counter, chain and numbers go on from what is stored', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const till = await Till.open('2026-11-25T10:00:00');
        let sum = 0;
        let days = 0;
        const waiting: Promise<void>[] = [];
        await till.sell('0.00');
        for (const next of steps) {
          if (next.do === 'sell') {
            const text = amountText(next.cents, 2);
            waiting.push(
              till.attempt(text).then(({ Result }) => {
                if (Result.RC === 'OK') sum += next.cents;
                else expect(Result.ErrorCode).toMatch(/^#(JOURNAL_FAILED|CLOCK_BEHIND)$/);
              }),
            );
            continue;
          }
          if (next.do === 'fail') {
            till.room.store.failNext();
            continue;
          }
          await Promise.all(waiting.splice(0));
          if (next.do === 'restart') await till.restart();
          else if (next.do === 'background') await till.background();
          else if (next.do === 'confirm') await till.act('clock');
          else if (next.do === 'days') {
            days += next.days;
            till.clock.set(
              new Date(Date.parse('2026-11-25T10:00:00Z') + days * 86_400_000).toISOString().slice(0, 19),
            );
          } else till.signer.broken = next.do === 'breaks';
        }
        await Promise.all(waiting);
        // A failure that nothing has met yet.
        till.signer.broken = false;
        await till.act('clock');
        for (let i = 0; i < 30; i++) await till.attempt('0.00');
        const { errors, counter } = await till.verify();
        // The file itself cannot tell that a step back of the clock was confirmed; the audit can.
        expect(errors.filter((text) => !text.includes('is before the time of'))).toEqual([]);
        expect(counter).toBe(BigInt(sum));
        expect(audited(await till.records(), till)).toEqual([]);
        const ivs = (await till.receipts()).map(({ number }) => number);
        expect(new Set(ivs).size).toBe(ivs.length);
        await till.restart();
        expect(till.kasse.counter).toBe(String(sum));
      }),
      { numRuns: runs(12) },
    );
  });
});

it(
  'the DEP of a thousand random receipts is right to the cent',
  { timeout: 120_000 + 100 * runs(1000) },
  async () => {
    const line = fc.record({ cents: fc.integer({ min: 1, max: 9_999 }), group: fc.constantFrom(...'ABCDE') });
    const receipt = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 4 }),
      kind: fc.constantFrom('sale', 'sale', 'sale', 'sale', 'return', 'training', 'zero'),
      // Hours until the next one; now and then the signature unit breaks down, or works again.
      hours: fc.constantFrom(0, 0, 0, 0, 1, 5, 30),
      unit: fc.constantFrom(null, null, null, null, null, null, null, true, false),
    });
    const till = await Till.open('2026-11-25T10:00:00');
    let [now, turnover] = [Date.parse('2026-11-25T10:00:00Z'), 0];
    await till.sell('0.00');
    for (const { lines, kind, hours, unit } of fc.sample(receipt, { numRuns: runs(1000), seed: SEED })) {
      const sign = kind === 'return' ? -1 : kind === 'zero' ? 0 : 1;
      const cents = lines.reduce((sum, each) => sum + each.cents * sign, 0);
      const T = amountText(cents, 2);
      const PosA = lines.map((each) => pos(amountText(each.cents * sign, 2), each.group));
      await till.sell(T, { PosA, PayA: [pay(T)], ...(kind === 'training' && { Test: '1' }) });
      if (kind !== 'training') turnover += cents;
      if (unit !== null) till.signer.broken = unit;
      now += hours * 3_600_000;
      till.clock.set(new Date(now).toISOString().slice(0, 19));
      if (hours > 1) await till.background();
    }
    till.signer.broken = false;
    await till.background();
    await till.sell('0.00');
    const { errors, counter, receipts } = await till.verify();
    expect([SEED, errors]).toEqual([SEED, []]);
    expect(counter).toBe(BigInt(turnover));
    expect(receipts).toBeGreaterThan(1000);
    expect(audited(await till.records(), till)).toEqual([]);
  },
);

it('numbers say that they come behind a restore, and the page does', async () => {
  const till = await Till.open();
  await till.sell('1.00');
  const { austria } = await import('./index.ts');
  const context = { ...till.services, cfg: AUSTRIA, now: '2026-05-04T12:30:00' };
  const { changes } = austria.restored!(till.register.state, context);
  await till.register.writes.change({ event: 'restored', details: {}, changes: () => changes });
  await till.sell('1.00');
  expect((await till.receipts()).map(({ number }) => number)).toEqual([
    '2026/1',
    '2026/2',
    '2026/3.20260504123000',
  ]);
  expect(till.problems).toContain('AT_RESTORED');
});

it('two registers never have one Kassen-ID', async () => {
  const till = await Till.open('2026-05-04T12:00:00', null);
  const { registers } = till.room;
  const cfg = (TL: string, TT: string) => ({ ...AUSTRIA, Loc: { TL }, Trm: { TT } });
  await registers.configure('one', cfg('a', 'b_c'));
  await registers.configure('two', cfg('a_b', 'c'));
  const sell = async (rn: string) => (await registers.find(rn))!.submit(tra('1.00'));
  expect((await sell('one')).Result.RC).toBe('OK');
  expect((await sell('two')).Result.ErrorCode).toBe('#TERMINAL_TAKEN');
});

describe('a DEP of thousands of receipts over two units with outages', () => {
  it('is verified without an error, and any change is found', { timeout: 240_000 }, async () => {
    const till = await Till.open('2026-03-02T08:00:00');
    till.signer.units = [newTestUnit('first'), newTestUnit('second')];
    const [first] = till.signer.units;
    let sum = 0;
    let random = 11;
    const below = (limit: number) => (random = (random * 48271) % 2147483647) % limit;
    await till.sell('0.00');
    for (let batch = 0; batch < 60; batch++) {
      const day = new Date(Date.parse('2026-03-02T08:00:00Z') + batch * 3 * 86_400_000)
        .toISOString()
        .slice(0, 19);
      till.clock.set(day);
      first!.broken = below(3) === 0;
      if (below(10) === 0) till.signer.broken = true;
      const sales = Array.from({ length: 50 }, () => {
        const cents = below(30_000) - 3_000;
        const kind = below(10);
        if (kind > 0) sum += cents;
        const more =
          kind === 0 ? { NFS: 'Training' } : kind === 1 ? { Void: '1', RTN: `x${below(1000)}` } : {};
        return till.register.submit(tra(amountText(cents, 2), more));
      });
      const answers = await Promise.all(sales);
      expect(answers.filter(({ Result }) => Result.RC !== 'OK')).toEqual([]);
      till.signer.broken = false;
    }
    await till.background();
    const { errors, warnings, counter, receipts } = await till.verify();
    expect(errors).toEqual([]);
    expect(warnings).toEqual([]);
    expect(counter).toBe(BigInt(sum));
    expect(receipts).toBeGreaterThan(3000);

    const records = await till.records();
    expect(audited(records, till)).toEqual([]);
    const at = records.findIndex(({ Fis }, i) => i > 1500 && Fis?.Code !== undefined);
    const changed = structuredClone(records);
    changed[at]!.ESR!.T = '0.01';
    expect(audited(changed, till)).not.toEqual([]);
    expect(audited(records.toSpliced(at, 1), till)).not.toEqual([]);
    expect(audited(records.slice(0, -1), till)).not.toEqual([]);
  });

  it('is the same file each time, and of a period only what lies in it', async () => {
    const till = await Till.open();
    await till.sell();
    till.clock.set('2026-05-05T12:00:00');
    await till.sell();
    const digest = async (from?: string, till_?: string) => {
      const [file] = await till.exportDep(from, till_);
      const hash = createHash('sha256');
      let text = '';
      for await (const chunk of file!.content) {
        hash.update(chunk);
        text += chunk.toString('utf8');
      }
      return { name: file!.name, hash: hash.digest('hex'), json: JSON.parse(text) as Record<string, any[]> }; // eslint-disable-line @typescript-eslint/no-explicit-any -- looked at as it comes
    };
    const all = await digest();
    expect(all.name).toBe('dep-export.json');
    expect((await digest()).hash).toBe(all.hash);
    expect(all.json['Belege-Gruppe']![0]['Belege-kompakt']).toHaveLength(3);
    expect(Buffer.from(all.json['Belege-Gruppe']![0].Signaturzertifikat, 'base64')[0]).toBe(0x30);
    const day = await digest('2026-05-05', '2026-05-05');
    expect(day.json['Belege-Gruppe']![0]['Belege-kompakt']).toHaveLength(1);
  });
});
