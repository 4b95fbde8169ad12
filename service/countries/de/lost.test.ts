/** A German register whose TSE loses answers, and that dies at any step of a receipt. */
import { describe, expect, it } from 'vitest';
import { SALE } from './testing/shop.ts';
import { open, openOf, processes } from './testing/german.ts';

describe('an answer or a request that is lost', () => {
  const cases = (['start', 'finish'] as const).flatMap((method) =>
    (['request-lost', 'answer-lost'] as const).map((fault) => [method, fault] as const),
  );

  it.each(cases)('at %s, %s: one receipt, signed once, and nothing left open', async (method, fault) => {
    const german = await open();
    await german.shop.send({ NFS: 'LOGIN', Opr: '7' });
    german.failAt(method, 1, fault);
    expect((await german.shop.send(SALE)).Result).toEqual({ RC: 'OK' });
    german.restart();
    german.faults[0] = null;
    await german.background();
    await german.background();
    expect(openOf(german)).toEqual([]);
    const sales = (await processes(german)).filter(({ Bon }) => Bon === 'Beleg');
    expect(sales).toHaveLength(1);
    expect(german.engines[0]!.find({ number: 2 })).toMatchObject({ processData: sales[0]!.Data });
    expect(german.engines[0]!.lastTransaction).toBe(2);
  });

  it('at the end, and nobody answers afterwards: marked on paper, and what was signed is found later', async () => {
    const german = await open();
    let finished = false;
    german.faults[0] = (method) => {
      if (method === 'finish') finished = true;
      return method === 'finish' ? 'answer-lost' : finished ? 'unreachable' : 'none';
    };
    expect((await german.shop.send(SALE)).Result.ErrorCode).toBe('#DE_TSE_FAILED');
    german.faults[0] = null;
    german.restart();
    await german.background();
    const found = (await german.records()).filter(({ Event }) => Event === 'tse-transaction-found');
    expect(found).toMatchObject([
      { Receipt: '3', Found: 'signed', Transaction: '1', Data: 'Beleg^3.20_1.00_0.00_0.00_0.00^4.20:Bar' },
    ]);
  });
});

describe('a crash', () => {
  const steps = (['asked', 'start', 'finish', 'commit'] as const).flatMap((at) =>
    ([true, false] as const).flatMap((isDone) =>
      ([true, false] as const).map((isBegun) => ({ at, isDone, isBegun })),
    ),
  );

  it.each(steps.filter(({ at, isBegun }) => !(isBegun && at === 'start')))(
    'at a step of a receipt, %j: none twice, none unsigned, none open',
    async ({ at, isDone, isBegun }) => {
      const german = await open();
      const { shop, engines } = german;
      await shop.send(SALE);
      if (isBegun) await german.step('TraS');
      const sale = { ...SALE, UID: 'again', ...(isBegun && { TID: '2' }) };
      let isDead = at === 'asked';
      // The service dies while the TSE works: whatever it does, nobody hears of it.
      german.faults[0] = (method) => {
        if (isDead) return 'unreachable';
        isDead = method === at;
        return !isDead ? 'none' : isDone ? 'answer-lost' : 'request-lost';
      };
      shop.room.store.failAt(at === 'asked' ? 1 : 2, at !== 'start' && at !== 'finish' && isDone);
      expect((await shop.send(sale)).Result.RC).toBe('NO');
      await shop.restart();
      german.faults[0] = null;
      german.restart();
      expect((await shop.send(sale, { restart: true })).Result.RC).toBe('OK');
      await german.background();
      await german.background();
      expect(openOf(german)).toEqual([]);
      const sales = (await processes(german)).filter(({ Bon }) => Bon === 'Beleg');
      expect(sales.map(({ Tse }) => Tse !== undefined)).toEqual([true, true]);
      const signed = Array.from({ length: engines[0]!.lastTransaction }, (_, i) =>
        engines[0]!.find({ number: i + 1 }),
      );
      expect(signed.filter((each) => each?.processData === sales[0]!.Data)).toHaveLength(2);
    },
  );

  it.each(['by its name', 'by numbers alone'])(
    'with a TSE that is silent afterwards, and signs other receipts before it is asked: found %s',
    async (by) => {
      const german = await open();
      const { shop, engines } = german;
      await shop.send(SALE);
      if (by !== 'by its name') {
        const { find } = engines[0]!;
        engines[0]!.find = (asked) => ('reference' in asked ? null : find.call(engines[0], asked));
      }
      // It signs, the service dies before the record is written, and nobody answers after the start.
      shop.room.store.failAt(2, false);
      expect((await shop.send(SALE)).Result.RC).toBe('NO');
      await shop.restart();
      german.faults[0] = () => 'unreachable';
      expect((await shop.send({ ...SALE, UID: 'next' })).Result.RC).toBe('OK');
      german.faults[0] = null;
      german.restart();
      shop.clock.advance(60_000);
      for (let n = 0; n < 2; n++)
        expect(await shop.send(SALE)).toMatchObject({ Result: { RC: 'OK' }, Fis: { TID: n + 3 } });
      await german.background();
      const found = (await german.records()).filter(({ Event }) => Event === 'tse-transaction-found');
      expect(found).toMatchObject([{ Found: 'signed', Transaction: '2' }]);
      expect(openOf(german)).toEqual([]);
    },
  );

  it('between the begin of a transaction and its record: it is ended', async () => {
    const german = await open();
    german.shop.room.store.failAt(1, false);
    expect((await german.step('TraS')).Result.RC).toBe('NO');
    expect(openOf(german)).toEqual([1]);
    await german.shop.restart();
    await german.background();
    expect(openOf(german)).toEqual([]);
    expect(await processes(german)).toMatchObject([{ Bon: 'AVBelegabbruch', Tse: { TID: 1 } }]);
  });

  it('does not end what a till has begun and will go on with', async () => {
    const german = await open();
    await german.step('TraS');
    await german.shop.restart();
    german.restart();
    await german.background();
    expect(openOf(german)).toEqual([1]);
    expect((await german.shop.send({ ...SALE, TID: '1' })).Result).toEqual({ RC: 'OK' });
  });
});
