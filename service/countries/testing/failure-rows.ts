/** Rows of the suite: crashes, failing commits, lost answers, clocks. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { TraC } from '../../receipt/tra.ts';
import type { Tree } from '../../receipt/tree.ts';
import { countryOf } from '../list.ts';
import { deliveryOf } from './delivery.ts';
import { complaints, numberOf } from './books.ts';
import type { CountryExample } from './example.ts';
import { Shop } from './shop.ts';

/** What has to be the same of the receipts of a shop whatever happens around them. */
async function essence({ example, room }: Shop) {
  const records = await room.records('def');
  const told = new Set(records.filter(({ _ }) => _ === 'Fis').map(({ Of }) => Of));
  return records
    .filter(({ _ }) => _ === 'Tra')
    .map((record) => {
      const { UID, TN, T, Void } = record.ESR!;
      return { UID, TN, T, Void, number: numberOf(example, record), isTold: told.has(record.SQ) };
    });
}

/** A sale, a return and a void; after a failure the till tries again, where `crashes` after a restart of the service. */
async function shortDay(shop: Shop, crashes: boolean): Promise<void> {
  const { receipts } = shop.example;
  const untilStored = async (attempt: (restart: boolean) => Promise<TraC>) => {
    const before = shop.room.store.failed;
    let answer = await attempt(false);
    if (crashes && shop.room.store.failed > before) await shop.restart();
    // A till that has its answer sends nothing again.
    if (answer.Result.RC !== 'OK') answer = await attempt(true);
    if (answer.Result.ErrorCode !== '#ALREADY_VOIDED') expect(answer.Result).toMatchObject({ RC: 'OK' });
  };
  const sell = (esr: Tree, UID: string) => untilStored((restart) => shop.send({ ...esr, UID }, { restart }));
  await sell(receipts.sale, 'a');
  const [sale] = await shop.receipts();
  await sell(receipts.return(sale!), 'b');
  await sell(receipts.sale, 'c');
  const last = (await shop.receipts()).at(-1)!;
  await untilStored(() => shop.attemptVoid(last));
  const before = shop.room.store.failed;
  await shop.lookAfter();
  if (!crashes || shop.room.store.failed === before) return;
  await shop.restart();
  await shop.lookAfter();
}

/** Crashes, failing commits, lost answers, clocks. */
export function failureRows(example: CountryExample): void {
  const { receipts } = example;

  const { device } = countryOf(example.cfg.Cmp.Ctry);
  const delivery = deliveryOf(example);
  const ways: [string, { isStored: boolean; crashes: boolean }][] = [
    ['fails', { isStored: false, crashes: false }],
    ['is the last before a crash', { isStored: true, crashes: true }],
  ];
  // What others had done before is found again; where nobody is asked this is the crash one commit earlier.
  if (delivery || device) ways.push(['is lost in a crash', { isStored: false, crashes: true }]);

  it.each(ways)(
    'has each receipt once, whichever commit of a sale, a return and a void %s',
    async (_how, { isStored, crashes }) => {
      const usual = await Shop.open(example);
      const before = usual.room.store.commits.length;
      await shortDay(usual, crashes);
      const commits = usual.room.store.commits.length - before;
      const expected = await essence(usual);
      if (delivery) expect(expected.filter(({ UID, isTold }) => UID !== undefined && !isTold)).toEqual([]);
      for (let commit = 1; commit <= commits; commit++) {
        const shop = await Shop.open(example);
        shop.room.store.failAt(commit, isStored);
        await shortDay(shop, crashes);
        expect([commit, await essence(shop)]).toEqual([commit, expected]);
        expect([commit, shop.register.undelivered, await complaints(shop)]).toEqual([commit, 0, []]);
        await shop.stop();
      }
    },
  );

  it('loses nothing and repeats nothing when a commit of another register fails meanwhile', async () => {
    const shop = await Shop.open(example);
    const other = await shop.newRegister('other', { ...example.cfg, Trm: { ...example.cfg.Trm, TT: '2' } });
    const answers: TraC[] = [];
    const sell = async (UID: string) => void answers.push(await shop.send({ ...receipts.sale, UID }));
    for (let round = 0; round < 3; round++) {
      const { store } = shop.room;
      const release = store.hold();
      store.failNext();
      const before = store.commits.length;
      const failing = [shop.send(receipts.sale, {}, other), sell(`${round} lost with it`)];
      await store.asked(before + 1);
      const behind = [sell(`${round} first`), sell(`${round} second`)];
      // One has its number, and where signing takes time the other is just getting it when the commit fails.
      await setImmediate();
      release();
      await Promise.all([...failing, ...behind]);
      await sell(`${round} last`);
      expect(answers.at(-1)!.Result.RC).toBe('OK');
    }
    await shop.lookAfter();
    const answered = answers.filter(({ Result }) => Result.RC === 'OK').map(({ SQ }) => SQ!);
    expect((await shop.receipts()).map(({ SQ }) => SQ)).toEqual(answered.sort((a, b) => a - b));
    expect(await complaints(shop)).toEqual([]);
  });

  it('answers a receipt that is sent again after a lost answer with what it has, also after a restart', async () => {
    const shop = await Shop.open(example);
    const first = await shop.send(receipts.twoGroups);
    expect(first.Result.RC).toBe('OK');
    const numbered = { ...receipts.twoGroups, TN: first.ESR!.TN! };
    const again = { ...first, Result: { ...first.Result, ErrorCode: '#DUPLICATE' } };
    expect(await shop.send(receipts.twoGroups, { restart: true })).toEqual(again);
    expect(await shop.send(numbered, { restart: true })).toEqual(again);
    await shop.restart();
    expect(await shop.send(receipts.twoGroups, { restart: true })).toEqual(again);
    expect(await shop.receipts()).toHaveLength(1);
    await shop.lookAfter();
    expect(shop.equipment.done?.() ?? [first]).toHaveLength(1);
    expect(await complaints(shop)).toEqual([]);
  });

  it('keeps books right over a clock that goes back and forward', async () => {
    const shop = await Shop.open(example);
    const { clock } = shop;
    const opened = clock.now();
    const at = async (minutes: number): Promise<string> => {
      clock.advance(opened + minutes * 60_000 - clock.now());
      const { Result } = await shop.send(receipts.sale);
      if (Result.RC !== 'OK') expect([Result.RC, Result.ErrorCode]).toEqual(['NO', '#CLOCK_BEHIND']);
      return Result.RC;
    };
    const DAY = 1440;
    const far = countryOf(example.cfg.Cmp.Ctry).lastTimes ? 'NO' : 'OK';
    expect(await at(0)).toBe('OK');
    // Small steps back stop nobody; a large one does where the law minds, until the clock is right again.
    expect([await at(60), await at(55)]).toEqual(['OK', 'OK']);
    expect([await at(-2 * DAY), await at(-400 * DAY)]).toEqual([far, far]);
    expect([await at(61), await at(2 * DAY), await at(40 * DAY)]).toEqual(['OK', 'OK', 'OK']);
    expect(await at(3 * DAY)).toBe(far);
    expect([await at(41 * DAY), await at(400 * DAY)]).toEqual(['OK', 'OK']);
    await shop.restart();
    expect(await at(0)).toBe(far);
    expect(await at(401 * DAY)).toBe('OK');
    await shop.lookAfter();
    expect(await complaints(shop)).toEqual([]);
  });
}
