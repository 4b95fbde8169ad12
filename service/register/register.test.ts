import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import pt from '../../resources/locales/register/pt.json' with { type: 'json' };
import type { Cfg } from '../receipt/cfg.ts';
import type { Tra, TraC } from '../receipt/tra.ts';
import type { Tree } from '../receipt/tree.ts';
import { brokenLinks } from '../testing/chain.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { openRoom, publicKey, type Room } from '../testing/registers.ts';
import { GENERIC, PORTUGAL, tra } from '../testing/sales.ts';
import type { Register } from './register.ts';
import { runs } from '../testing/runs.ts';

const submit = (register: Register, sent: Tra): Promise<TraC> =>
  register.submit({ tra: sent, warnings: [], restart: false });
const restart = (register: Register, sent: Tra): Promise<TraC> =>
  register.submit({ tra: sent, warnings: [], restart: true });

/** A room with one configured register. */
async function openRegister(cfg: Cfg = GENERIC, clock?: ManualClock): Promise<Room & { def: Register }> {
  const room = await openRoom(undefined, clock);
  const def = await room.register('def');
  expect((await def.configuration.set(cfg)).Result.RC).toBe('OK');
  return { ...room, def };
}

const summary = ({ SQ, Result, ESR }: TraC) => [Result.RC, Result.ErrorCode, SQ, ESR?.TN];

describe('registration', () => {
  it('answers a sale with its numbers, and keeps exactly that', async () => {
    const { def, records } = await openRegister(PORTUGAL);
    const answer = await submit(def, tra({}, '3.20'));
    expect(answer).toMatchObject({
      SQ: 2,
      Result: { RC: 'OK' },
      ESR: { D: '2026-05-04T12:00:00', TN: '1', FN: 'FS 1_1.26/1' },
    });
    const [cfg, stored] = await records('def');
    expect(cfg).toMatchObject({ _: 'Cfg', SQ: 1, Cfg: PORTUGAL });
    expect(stored).toMatchObject({
      _: 'Tra',
      SQ: 2,
      RN: 'def',
      Result: answer.Result,
      ESR: { ...answer.ESR, T: '3.20', TL: '1', TT: '1' },
      Fis: answer.Fis,
    });
    expect(def.last).toEqual(stored);
  });

  it('takes parallel submissions one by one, without a gap, in the order they came', async () => {
    const { def, records } = await openRegister(PORTUGAL);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => submit(def, tra({ Opr: String(i) }))),
    );
    expect(answers.map((a) => a.SQ)).toEqual(answers.map((_, i) => i + 2));
    expect(answers.map((a) => a.ESR?.FN)).toEqual(answers.map((_, i) => `FS 1_1.26/${i + 1}`));
    const [, ...stored] = await records('def');
    expect(stored.map((r) => r.ESR?.Opr)).toEqual(answers.map((_, i) => String(i)));
    expect(brokenLinks(stored, publicKey)).toEqual([]);
  });

  it('lets receipts that wait at the same time share a commit', async () => {
    const { def, store } = await openRegister();
    const before = store.commits.length;
    const answers = await Promise.all(Array.from({ length: 40 }, () => submit(def, tra())));
    expect(answers.every((a) => a.Result.RC === 'OK')).toBe(true);
    expect(store.commits.length - before).toBeLessThan(20);
  });

  it('does not answer before the record is durable', async () => {
    const { def, store, records } = await openRegister();
    const release = store.hold();
    let answered = false;
    const answer = submit(def, tra()).then((a) => {
      answered = true;
      return a;
    });
    await store.asked(2);
    expect(answered).toBe(false);
    expect(def.last).toBeNull();
    expect(await records('def')).toHaveLength(1);
    release();
    expect((await answer).Result.RC).toBe('OK');
    expect(await records('def')).toHaveLength(2);
  });

  it('refuses wrong sums without using up a number', async () => {
    const { def, records } = await openRegister(PORTUGAL);
    const bad = await submit(def, tra({ T: '9.99' }));
    expect(bad.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#SUM_POSITIONS' });
    expect(bad.SQ).toBeUndefined();
    expect(bad.Result.UserMessage).toBeTruthy();
    expect(summary(await submit(def, tra()))).toEqual(['OK', undefined, 2, '1']);
    expect(await records('def')).toHaveLength(2);
  });

  it('says NO_CFG before the first configuration', async () => {
    const { register, records } = await openRoom();
    const fresh = await register('def');
    expect((await submit(fresh, tra())).Result).toMatchObject({ RC: 'NO', ErrorCode: '#NO_CFG' });
    expect(await records('def')).toEqual([]);
  });

  it('keeps attributes of Tra but not under names of the record', async () => {
    const { def, records } = await openRegister();
    const sent: Tra = { ...tra(), SQ: '99', RN: 'x', _: 'Cfg', Result: 'x', Terminal: 'left' };
    expect((await submit(def, sent)).SQ).toBe(2);
    const stored = (await records('def'))[1];
    expect(stored).toMatchObject({ _: 'Tra', SQ: 2, RN: 'def', Result: { RC: 'OK' }, Terminal: 'left' });
  });

  it('does not warn where no law asks for anything', async () => {
    const { def } = await openRegister(GENERIC);
    expect((await submit(def, tra())).Result).toEqual({ RC: 'OK' });
  });
});

describe('when the disk fails', () => {
  it('answers NO, takes the numbers back and goes on without a gap', async () => {
    const { def, store, records } = await openRegister(PORTUGAL);
    await submit(def, tra());
    store.failNext();
    const failed = await submit(def, tra());
    expect(failed.Result).toMatchObject({ RC: 'NO', ErrorCode: '#JOURNAL_FAILED' });
    expect(failed.SQ).toBeUndefined();
    expect(failed.Fis).toBeUndefined();
    expect(def.failure).toMatchObject({ code: '#JOURNAL_FAILED', cause: 'full' });
    expect(failed.Result.UserMessage).toBe(pt.outage.full);
    expect(def.last?.SQ).toBe(2);

    const next = await submit(def, tra());
    expect(next).toMatchObject({ SQ: 3, Result: { RC: 'OK' }, ESR: { TN: '2', FN: 'FS 1_1.26/2' } });
    expect(def.failure).toBeNull();
    const [, ...stored] = await records('def');
    expect(stored.map((r) => r.SQ)).toEqual([2, 3]);
    expect(brokenLinks(stored, publicKey)).toEqual([]);
  });

  it('registers nothing a second time because it cannot be looked up', async () => {
    const { def, store, records } = await openRegister(PORTUGAL);
    await submit(def, tra({ TN: '7' }));
    store.failReads = Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' });
    const answers = [
      await restart(def, tra({ TN: '7' })),
      await restart(def, tra()),
      await submit(def, tra({ TN: '7' })),
      await submit(def, tra({ TN: '3' })),
      await def.void({ original: { TN: '7' }, sender: {}, reason: undefined, warnings: [] }),
    ];
    for (const { Result, SQ } of answers) {
      expect([Result.RC, Result.ErrorCode, SQ]).toEqual(['NO', '#JOURNAL_UNAVAILABLE', undefined]);
      expect(Result.UserMessage).toBe(pt.outage.damaged);
    }
    store.failReads = null;
    expect(summary(await restart(def, tra({ TN: '7' })))).toEqual(['OK', '#DUPLICATE', 2, '7']);
    expect(await records('def')).toHaveLength(2);
  });

  it('refuses receipts under way behind the failed one, too', async () => {
    const { def, store, records } = await openRegister(PORTUGAL);
    await submit(def, tra());
    const release = store.hold();
    store.failNext();
    const first = submit(def, tra({ Opr: 'first' }));
    await store.asked(3);
    const behind = [submit(def, tra({ Opr: 'second' })), submit(def, tra({ Opr: 'third', TN: '77' }))];
    release();
    const answers = await Promise.all([first, ...behind]);
    // The first is lost. The others may be refused with it or come after it, but never with its numbers.
    expect(answers[0]?.Result).toMatchObject({ RC: 'NO', ErrorCode: '#JOURNAL_FAILED' });
    const next = await submit(def, tra({ Opr: 'next' }));
    expect(next.Result.RC).toBe('OK');

    const [, ...stored] = await records('def');
    const kept = answers.filter((a) => a.Result.RC === 'OK').map((a) => a.SQ);
    expect(stored.map((r) => r.SQ)).toEqual(stored.map((_, i) => i + 2));
    expect(stored.map((r) => r.SQ)).toEqual([2, ...kept, next.SQ]);
    expect(stored.map((r) => r.ESR?.FN)).toEqual(stored.map((_, i) => `FS 1_1.26/${i + 1}`));
    expect(brokenLinks(stored, publicKey)).toEqual([]);
  });

  it('refuses what was numbered on top of the lost record', async () => {
    const { def, store, records } = await openRegister(PORTUGAL);
    const release = store.hold();
    store.failNext();
    const answers = [submit(def, tra()), submit(def, tra()), submit(def, tra())];
    await store.asked(2);
    // All three have their numbers when the last of them reads them from the register.
    await restartUntilSeen(def);
    release();
    expect((await Promise.all(answers)).map((a) => a.Result.ErrorCode)).toEqual([
      '#JOURNAL_FAILED',
      '#JOURNAL_FAILED',
      '#JOURNAL_FAILED',
    ]);
    expect(summary(await submit(def, tra()))).toEqual(['OK', undefined, 2, '1']);
    expect(brokenLinks((await records('def')).slice(1), publicKey)).toEqual([]);
  });

  it('stays gapless over many failures, in several registers at once', async () => {
    const { store, register, records } = await openRoom();
    const registers = await Promise.all(['a', 'b', 'c'].map(register));
    for (const r of registers) await r.configuration.set({ ...PORTUGAL, Trm: { TT: r.rn } });
    const answers: { rn: string; answer: TraC }[] = [];
    for (let round = 0; round < 12; round++) {
      if (round % 2 === 0) store.failNext();
      const sent = registers.flatMap((r) =>
        Array.from({ length: 5 }, async () => answers.push({ rn: r.rn, answer: await submit(r, tra()) })),
      );
      await Promise.all(sent);
    }
    for (const { rn } of registers) {
      const [, ...stored] = await records(rn);
      const answered = answers.filter((a) => a.rn === rn && a.answer.Result.RC === 'OK');
      expect(answered.length).toBeGreaterThanOrEqual(20);
      expect(stored.map((r) => r.SQ)).toEqual(answered.map((a) => a.answer.SQ).sort((a, b) => a! - b!));
      expect(stored.map((r) => r.SQ)).toEqual(stored.map((_, i) => i + 2));
      expect(stored.map((r) => r.ESR?.FN)).toEqual(stored.map((_, i) => `FS 1_${rn}.26/${i + 1}`));
      expect(brokenLinks(stored, publicKey)).toEqual([]);
    }
    const failed = answers.filter((a) => a.answer.Result.RC === 'NO');
    expect(failed.length).toBeGreaterThan(0);
    expect(new Set(failed.map((a) => a.answer.Result.ErrorCode))).toEqual(new Set(['#JOURNAL_FAILED']));
  });

  it('says so when a configuration cannot be stored, and keeps the one before', async () => {
    const { def, store } = await openRegister();
    store.failNext();
    const other = { Cmp: { Ctry: 'LU', TaxId: 'LU2' } };
    expect((await def.configuration.set(other)).Result).toMatchObject({
      RC: 'NO',
      ErrorCode: '#JOURNAL_FAILED',
    });
    expect(def.cfg).toEqual(GENERIC);
    expect((await def.configuration.set(other)).SQ).toBe(2);
    expect(def.cfg).toEqual(other);
  });
});

/** Waits until the register has taken everything that was submitted so far: a refused receipt is answered in turn. */
async function restartUntilSeen(register: Register): Promise<void> {
  expect((await submit(register, tra({ T: '9.99' }))).Result.RC).toBe('BAD');
}

describe('transaction numbers', () => {
  it('counts by itself, above every number the POS has sent', async () => {
    const { def } = await openRegister();
    const numbers: unknown[] = [];
    for (const TN of [undefined, undefined, '7', undefined, '5', undefined, 'A-3', '0100', undefined]) {
      numbers.push((await submit(def, tra(TN === undefined ? {} : { TN }))).ESR?.TN);
    }
    expect(numbers).toEqual(['1', '2', '7', '8', '5', '9', 'A-3', '0100', '10']);
  });

  it.each(['4', 'A-4', '0004', '99999999999999999999'])('takes %s once a year only', async (TN) => {
    const { def, clock, records } = await openRegister();
    expect(summary(await submit(def, tra({ TN })))).toEqual(['OK', undefined, 2, TN]);
    const again = await submit(def, tra({ TN }, '2.00'));
    expect(again.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#TN_EXISTS' });
    expect(again.Result.Warning?.join()).toContain('/restart');
    clock.set('2027-01-02T12:00:00');
    expect(summary(await submit(def, tra({ TN })))).toEqual(['OK', undefined, 3, TN]);
    expect(await records('def')).toHaveLength(3);
  });

  it('does not mind the same number on another terminal', async () => {
    const { def } = await openRegister();
    await submit(def, tra({ TN: '4' }));
    expect(summary(await submit(def, tra({ TN: '4', TT: '2' })))).toEqual(['OK', undefined, 3, '4']);
    expect(summary(await submit(def, tra({ TN: '4', TL: '2' })))).toEqual(['OK', undefined, 4, '4']);
    expect((await submit(def, tra({ TT: '2' }))).ESR?.TN).toBe('5');
  });

  it('refuses the second of two equal numbers under way at the same time', async () => {
    const { def } = await openRegister();
    const answers = await Promise.all([submit(def, tra({ TN: '4' })), submit(def, tra({ TN: '4' }))]);
    expect(answers.map((a) => a.Result.ErrorCode)).toEqual([undefined, '#TN_EXISTS']);
  });

  it('takes a number again whose first record was lost', async () => {
    const { def, store } = await openRegister();
    store.failNext();
    const answers = await Promise.all([submit(def, tra({ TN: '4' })), submit(def, tra({ TN: '4' }))]);
    expect(answers[0]?.Result.ErrorCode).toBe('#JOURNAL_FAILED');
    expect(summary(answers[1])).toEqual(['OK', undefined, 2, '4']);
  });

  it("finds a receipt of New Year's Eve that is sent again without a date on New Year's Day", async () => {
    const clock = new ManualClock('2026-12-31T23:59:58');
    const { def, records } = await openRegister(GENERIC, clock);
    await submit(def, tra({ TN: '900' }));
    clock.set('2027-01-01T00:00:04');
    expect((await restart(def, tra({ TN: '900' }))).Result.ErrorCode).toBe('#DUPLICATE');
    expect(await records('def')).toHaveLength(2);
    // Much later the number belongs to the new year.
    clock.set('2027-03-01T00:00:04');
    expect((await restart(def, tra({ TN: '900' }))).Result.ErrorCode).toBeUndefined();
  });

  it('begins at 1 each year, by the date of the receipt', async () => {
    const { def, clock } = await openRegister(GENERIC, new ManualClock('2025-12-31T23:59:58'));
    expect((await submit(def, tra())).ESR?.TN).toBe('1');
    expect((await submit(def, tra())).ESR?.TN).toBe('2');
    clock.set('2026-01-01T00:00:01');
    expect((await submit(def, tra())).ESR?.TN).toBe('1');
    expect((await submit(def, tra({ D: '2025-12-31T23:59:59' }))).ESR?.TN).toBe('3');
    expect((await submit(def, tra())).ESR?.TN).toBe('2');
  });

  it('goes on after a restart of the service', async () => {
    const { def, reopen } = await openRegister(PORTUGAL);
    await submit(def, tra());
    await submit(def, tra({ TN: '9' }));
    const again = await reopen();
    const register = await again.register('def');
    expect(register.cfg).toEqual(PORTUGAL);
    expect(register.last?.ESR?.TN).toBe('9');
    expect((await submit(register, tra())).ESR).toMatchObject({ TN: '10', FN: 'FS 1_1.26/3' });
    expect((await submit(register, tra({ TN: '9' }))).Result.ErrorCode).toBe('#TN_EXISTS');
    expect(brokenLinks((await again.records('def')).slice(1), publicKey)).toEqual([]);
  });
});

describe('restart', () => {
  it('returns the stored answer for a known number, and registers an unknown one', async () => {
    const { def, records } = await openRegister(PORTUGAL);
    const first = await submit(def, tra({ TN: '5' }));
    const again = await restart(def, tra({ TN: '5' }));
    expect(again).toEqual({ ...first, Result: { ...first.Result, ErrorCode: '#DUPLICATE' } });
    expect(summary(await restart(def, tra({ TN: '6' })))).toEqual(['OK', undefined, 3, '6']);
    expect(await records('def')).toHaveLength(3);
  });

  it('warns when the stored transaction differs from the one sent', async () => {
    const { def } = await openRegister();
    await submit(def, tra({ TN: '5' }, '1.00'));
    const again = await restart(def, tra({ TN: '5' }, '2.00'));
    expect(again).toMatchObject({ SQ: 2, Result: { RC: 'OK', ErrorCode: '#DUPLICATE' } });
    expect(again.Result.Warning?.join()).toContain('differs');
  });

  it('finds a receipt without number by what it says', async () => {
    const { def, records } = await openRegister();
    const sent = { Opr: '3', Loyalty: '4711', Foot: 'Thanks' };
    const first = await submit(def, tra(sent, '2.50'));
    expect(summary(await restart(def, tra(sent, '2.50')))).toEqual(['OK', '#DUPLICATE', first.SQ, '1']);
    expect(summary(await restart(def, tra(sent, '2.60')))).toEqual(['OK', undefined, 3, '2']);
    expect(summary(await restart(def, tra({ ...sent, Opr: '4' }, '2.60')))).toEqual([
      'OK',
      undefined,
      4,
      '3',
    ]);
    expect(await records('def')).toHaveLength(4);
  });

  it.each<[string, Tree]>([
    ['its own tax lines', { TaxA: [{ _: 'Tax', TaxG: '23%', Prc: '23', Amt: '1.00' }] }],
    ['an empty list of tax lines', { TaxA: [] }],
    ['a terminal and a date', { TL: '1', TT: '1', D: '2026-05-04T11:59:00' }],
    ['a terminal that names its location', { TT: '1/1' }],
    ['texts and empty values', { Head: ['a', 'b'], Opr: '', Ctm: { Nam: 'Ana' } }],
  ])('finds a receipt with %s by what it says', async (_what, values) => {
    const { def } = await openRegister();
    const first = await submit(def, tra(values));
    expect(first.Result.RC).toBe('OK');
    expect(summary(await restart(def, tra(values)))).toEqual(['OK', '#DUPLICATE', 2, '1']);
  });

  it('waits for the original that is still being written', async () => {
    const { def, store, records } = await openRegister();
    const release = store.hold();
    const first = submit(def, tra({ TN: '5' }));
    const byNumber = restart(def, tra({ TN: '5' }));
    const byContent = restart(def, tra());
    await store.asked(2);
    release();
    expect((await first).SQ).toBe(2);
    expect(summary(await byNumber)).toEqual(['OK', '#DUPLICATE', 2, '5']);
    expect(summary(await byContent)).toEqual(['OK', '#DUPLICATE', 2, '5']);
    expect(await records('def')).toHaveLength(2);
  });

  it('registers the receipt when the original was lost', async () => {
    const { def, store, records } = await openRegister();
    store.failNext();
    const answers = await Promise.all([submit(def, tra({ TN: '5' })), restart(def, tra({ TN: '5' }))]);
    expect(answers.map(summary)).toEqual([
      ['NO', '#JOURNAL_FAILED', undefined, undefined],
      ['OK', undefined, 2, '5'],
    ]);
    expect(await records('def')).toHaveLength(2);
  });
});

describe('any sequence of sales, restarts, failures and restarts of the service', () => {
  const number = fc.constantFrom('1', '2', '3', '7', 'A', '02');
  const step = fc.oneof(
    fc.record({ do: fc.constant('register' as const), TN: fc.option(number, { nil: undefined }) }),
    fc.record({ do: fc.constant('restart' as const), TN: fc.option(number, { nil: undefined }) }),
    fc.record({ do: fc.constant('repeat' as const) }),
    fc.record({ do: fc.constant('fail' as const), TN: fc.option(number, { nil: undefined }) }),
    fc.record({ do: fc.constant('reopen' as const) }),
  );

  it('keeps every sale once, under its number, without a gap', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        let room: Room = await openRoom();
        let def = await room.register('def');
        await def.configuration.set(GENERIC);
        /** What must be stored: number and amount, in order. */
        const model: { TN: string; amount: string }[] = [];
        let cents = 100;
        const nextNumber = () =>
          String(Math.max(0, ...model.map(({ TN }) => (/^[1-9]\d*$/.test(TN) ? Number(TN) : 0))) + 1);
        for (const action of steps) {
          const amount = `${Math.floor(++cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
          if (action.do === 'reopen') {
            room = await room.reopen();
            def = await room.register('def');
          } else if (action.do === 'repeat') {
            const last = model.at(-1);
            if (!last) continue;
            const answer = await restart(def, tra({}, last.amount));
            expect(summary(answer)).toEqual(['OK', '#DUPLICATE', model.length + 1, last.TN]);
          } else {
            if (action.do === 'fail') room.store.failNext();
            const TN = action.TN;
            const send = action.do === 'restart' ? restart : submit;
            const known = model.findIndex((m) => m.TN === TN);
            if (action.do === 'fail' && known >= 0) {
              // Refused before it reaches the disk: the failure would hit the next one.
              await submit(def, tra({}, amount));
              continue;
            }
            const answer = await send(def, tra(TN === undefined ? {} : { TN }, amount));
            if (action.do === 'fail')
              expect(summary(answer)).toEqual(['NO', '#JOURNAL_FAILED', undefined, undefined]);
            else if (known >= 0 && action.do === 'register')
              expect(summary(answer).slice(0, 2)).toEqual(['BAD', '#TN_EXISTS']);
            else if (known >= 0) expect(summary(answer)).toEqual(['OK', '#DUPLICATE', known + 2, TN]);
            else {
              const given = TN ?? nextNumber();
              expect(summary(answer)).toEqual(['OK', undefined, model.length + 2, given]);
              model.push({ TN: given, amount });
            }
          }
        }
        const [, ...stored] = await room.records('def');
        expect(stored.map((r) => ({ SQ: r.SQ, TN: r.ESR?.TN, amount: r.ESR?.T }))).toEqual(
          model.map((m, i) => ({ SQ: i + 2, ...m })),
        );
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('configuration', () => {
  it('stores a configuration only when it says something new', async () => {
    const { def, records } = await openRegister(PORTUGAL);
    const again = await def.configuration.set({
      Trm: { TT: '1' },
      Loc: { TL: '1' },
      Cmp: { ...PORTUGAL.Cmp },
    });
    expect(again).toMatchObject({ SQ: 1, Result: { RC: 'OK' } });
    expect(await records('def')).toHaveLength(1);
    expect((await def.configuration.set({ ...PORTUGAL, Loc: { TL: '2' } })).SQ).toBe(2);
    expect(await records('def')).toHaveLength(2);
  });

  it('stores one record for equal configurations sent at the same time', async () => {
    const { register, records } = await openRoom();
    const def = await register('def');
    const answers = await Promise.all([1, 2, 3].map(() => def.configuration.set(PORTUGAL)));
    expect(answers.map((a) => a.SQ)).toEqual([1, 1, 1]);
    expect(await records('def')).toHaveLength(1);
  });

  it('applies a configuration to every receipt that comes behind it', async () => {
    const { def, records } = await openRegister(PORTUGAL);
    const [, answer] = await Promise.all([
      def.configuration.set({ ...PORTUGAL, Loc: { TL: '2' } }),
      submit(def, tra()),
    ]);
    expect(answer.ESR?.FN).toBe('FS 2_1.26/1');
    expect((await records('def')).map((r) => r._)).toEqual(['Cfg', 'Cfg', 'Tra']);
  });

  it('refuses what the country cannot use', async () => {
    const { register, records } = await openRoom();
    const def = await register('def');
    const answer = await def.configuration.set({ ...PORTUGAL, Loc: { TL: 'Loja Nº1/€' } });
    expect(answer.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#PT_SERIES' });
    expect(def.cfg).toBeNull();
    expect(await records('def')).toEqual([]);
  });
});
