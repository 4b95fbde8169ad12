/** What a till does by itself in the course of months and years. */
import { describe, expect, it } from 'vitest';
import { amountText } from '../../receipt/money.ts';
import { MemoryVault } from '../../testing/country-services.ts';
import { newTestUnit } from '../../testing/software-signer.ts';
import { Till } from './testing/till.ts';

const kinds = async (till: Till) => (await till.receipts()).map(({ own }) => own);

describe('months and years', () => {
  it('ends a month within its first minute, once', async () => {
    const till = await Till.open('2026-05-31T23:59:00');
    await till.sell();
    await till.background();
    till.clock.set('2026-06-01T00:00:10');
    await Promise.all([till.background(), till.background()]);
    await till.sell();
    expect(await kinds(till)).toEqual(['start', null, 'month', null]);
    expect((await till.verify()).warnings).toEqual([]);
  });

  it('ends it before the first receipt when the till was off, and training counts as one', async () => {
    const till = await Till.open('2026-03-28T18:00:00');
    await till.sell();
    till.clock.set('2026-06-10T08:00:00');
    await till.restart();
    await till.sell('1.00', { Test: '1' });
    expect(await kinds(till)).toEqual(['start', null, 'month', null]);
  });

  it('ends the year with the annual receipt, which has to be checked', async () => {
    const till = await Till.open('2026-12-31T20:00:00');
    await till.sell();
    till.clock.set('2027-01-01T00:00:20');
    await till.background();
    expect(await kinds(till)).toEqual(['start', null, 'year']);
    expect(till.overview.annual).toMatchObject([{ year: '2026', number: '2027/1', checked: null }]);
    expect(till.problems).toContain('AT_ANNUAL_UNCHECKED');
    till.clock.set('2027-02-16T09:00:00');
    expect(till.problems).toContain('AT_ANNUAL_OVERDUE');
    expect(await till.act('checked', { receipt: '2026' })).toEqual({ result: null });
    expect(till.problems).not.toContain('AT_ANNUAL_OVERDUE');
    expect((await till.act('checked', { receipt: '2019' })) as object).toHaveProperty('issues');
  });

  it('makes up for the annual receipt when nobody could sign it', async () => {
    const till = await Till.open('2026-12-31T20:00:00');
    await till.sell();
    till.signer.broken = true;
    till.clock.set('2027-01-02T09:00:00');
    expect((await till.sell()).Result.ErrorCode).toBe('#SIGNDEV_BROKEN');
    expect(till.problems).toEqual(
      expect.arrayContaining(['AT_ANNUAL_UNSIGNED', 'AT_OUTAGE', 'AT_UNITS_FAILED']),
    );
    await till.background();
    till.signer.broken = false;
    await till.restart();
    await till.sell();
    const all = await till.receipts();
    expect(all.map(({ own, signed }) => [own, signed])).toEqual([
      ['start', true],
      [null, true],
      ['month', false],
      [null, false],
      ['year', true],
      [null, true],
    ]);
    expect(till.overview).toMatchObject({ state: 'running', annualDue: null, annual: [{ year: '2026' }] });
    expect((await till.verify()).errors).toEqual([]);
  });
});

describe('outages', () => {
  it('marks receipts, names the unit that failed, and is ended by a collective receipt', async () => {
    const till = await Till.open();
    await till.sell();
    const { serial } = till.kasse;
    till.signer.units = [];
    await till.restart();
    const { Result, Fis } = await till.sell();
    expect(Result).toMatchObject({ RC: 'OK', ErrorCode: '#SIGNDEV_MISS' });
    expect(Result.UserMessage).toMatch(/Signatureinheit/);
    expect(Fis?.Code).toContain(`_${serial}_`);
    expect(Fis?.Code).toMatch(/_U2ljaGVyaGVpdHNlaW5yaWNodHVuZyBhdXNnZWZhbGxlbg==$/);
    till.clock.set('2026-05-06T12:00:01');
    expect(till.problems).toEqual(expect.arrayContaining(['AT_OUTAGE_REPORT', 'AT_NO_UNIT']));
    till.signer.units = [newTestUnit('new')];
    await till.background();
    await till.background();
    await till.sell();
    expect((await till.receipts()).map(({ own, signed }) => [own, signed])).toEqual([
      ['start', true],
      [null, true],
      [null, false],
      ['collective', true],
      [null, true],
    ]);
    expect(till.kasse.serial).not.toBe(serial);
    expect(await till.verify()).toMatchObject({ errors: [], warnings: [] });
  });
});

describe('the end of a register', () => {
  it('closes it for ever, with what is due before', async () => {
    const till = await Till.open('2026-05-31T12:00:00');
    await till.sell();
    till.clock.set('2026-06-02T12:00:00');
    expect(await till.act('close', { registerId: 'Graz/2' })).toHaveProperty('issues');
    expect(await till.act('close', { registerId: 'Graz/1' })).toEqual({ result: null });
    expect((await till.attempt()).Result).toMatchObject({ RC: 'BAD', ErrorCode: '#AT_CLOSED' });
    till.clock.set('2026-07-02T12:00:00');
    await till.background();
    expect(await kinds(till)).toEqual(['start', null, 'month', 'close']);
    expect(till.problems).toContain('AT_CLOSED');
    expect(till.overview.state).toBe('closed');
  });

  it('gives zero receipts on request', async () => {
    const till = await Till.open();
    expect(await till.act('zero')).toHaveProperty('issues');
    await till.sell('5.00');
    expect(await till.act('zero')).toEqual({ result: null });
    expect((await till.receipts()).at(-1)).toMatchObject({ own: 'zero', total: 0, counter: 500n });
  });
});

describe('the AES key', () => {
  it('can be made before the start, is shown on request, and who looked is journaled', async () => {
    const till = await Till.open();
    await till.act('create-key');
    const { keyCheck } = till.overview;
    const shown = (await till.act('show-key')) as { result: { key: string; check: string } };
    expect(shown.result.check).toBe(keyCheck);
    await till.sell();
    expect(till.kasse.keyCheck).toBe(keyCheck);
    const log = (await till.records()).filter(({ _ }) => _ === 'log');
    expect(log.map(({ Event }) => Event)).toEqual(['aes-key-created', 'aes-key-shown']);
    expect(JSON.stringify(await till.records())).not.toContain(shown.result.key);
  });

  it('is asked for when it is missing, and no other is taken', async () => {
    const till = await Till.open();
    await till.sell();
    const { result } = (await till.act('show-key')) as { result: { key: string } };
    till.vault = new MemoryVault();
    await till.restart();
    expect((await till.attempt()).Result).toMatchObject({ RC: 'NO', ErrorCode: '#AT_KEY' });
    expect(till.problems).toContain('AT_KEY_MISSING');
    const other = Buffer.alloc(32, 7).toString('base64');
    expect(await till.act('enter-key', { key: other })).toHaveProperty('issues');
    expect(await till.act('enter-key', { key: result.key })).toEqual({ result: null });
    expect((await till.attempt()).Result.RC).toBe('OK');
    expect((await till.verify()).errors).toEqual([]);
  });
});

describe('the quarterly copy of the DEP', () => {
  it('is asked for three months after the last one without a gap', async () => {
    const till = await Till.open('2026-01-10T12:00:00');
    await till.sell();
    till.clock.set('2026-04-01T12:00:00');
    expect(till.overview.dep).toEqual({ till: null, due: '2026-04-30' });
    till.clock.set('2026-05-01T12:00:00');
    expect(till.problems).toContain('AT_DEP_DUE');
    await till.exported('2026-03-01', '2026-03-31');
    expect(till.problems).toContain('AT_DEP_DUE');
    await till.exported('2026-01-01', '2026-04-30');
    expect(till.problems).not.toContain('AT_DEP_DUE');
    expect(till.overview.dep).toEqual({ till: '2026-04-30', due: '2026-07-31' });
  });
});

it(
  'lives a whole year: months, summer time, outages, another unit, restarts',
  { timeout: 120_000 },
  async () => {
    const till = await Till.open('2027-11-20T08:00:00');
    let random = 7;
    const below = (limit: number) => (random = (random * 48271) % 2147483647) % limit;
    let sum = 0;
    for (let day = 0; day < 420; day++) {
      const at = new Date(Date.parse('2027-11-20T00:00:00Z') + day * 86_400_000).toISOString().slice(0, 10);
      till.clock.set(`${at}T00:00:30`);
      if (below(3) > 0) await till.background();
      if (below(9) === 0) till.signer.broken = true;
      if (day % 97 === 50) till.signer.units = [newTestUnit(`unit ${day}`), ...till.signer.units];
      const times = Array.from({ length: below(3) }, () => `${10 + below(9)}:${10 + below(40)}:00`);
      for (const time of times.sort()) {
        till.clock.set(`${at}T${time}`);
        if (below(4) === 0) till.signer.broken = false;
        const cents = 100 + below(900);
        const isTraining = below(8) === 0;
        if (!isTraining) sum += cents;
        await till.sell(amountText(cents, 2), isTraining ? { Test: '1' } : {});
      }
      if (day % 60 === 59) await till.restart();
    }
    till.signer.broken = false;
    await till.background();
    const { errors, warnings, counter } = await till.verify();
    expect(errors).toEqual([]);
    expect(warnings).toEqual([]);
    expect(counter).toBe(BigInt(sum));
    const all = await kinds(till);
    expect(all.filter((kind) => kind === 'start')).toHaveLength(1);
    expect(all.filter((kind) => kind === 'year')).toHaveLength(2);
    // An annual receipt that could not be signed lets a monthly one stand in for it.
    const months = all.filter((kind) => kind === 'month').length;
    expect(months).toBeGreaterThanOrEqual(11);
    expect(months).toBeLessThanOrEqual(14);
  },
);
