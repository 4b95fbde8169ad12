/**
 * Many receipts with random faults: totals of printer or register in the cloud, of journal and of daily
 * reports are equal. A few in each run, ten thousand at night.
 */
import { expect, it } from 'vitest';
import { localTime } from '../../clock.ts';
import { amountText, minor } from '../../receipt/money.ts';
import type { Tree } from '../../receipt/tree.ts';
import type { ManualClock } from '../../testing/manual-clock.ts';
import type { Answer, Running } from '../../testing/running-service.ts';
import { randomNumbers } from '../../testing/random.ts';
import { runs, SEED } from '../../testing/runs.ts';
import { roundedToCoins } from './payments.ts';
import { openCloudShop } from './testing/cloud.ts';
import { openShop, pay, pos } from './testing/shop.ts';

const COUNT = runs(1) > 1 ? 10_000 : 16;
const TIMEOUT = { timeout: runs(1) > 1 ? 3_600_000 : 60_000 };

/** A shop whose device can be troubled. */
interface Troubled {
  running: Running;
  clock: ManualClock;
  sell(esr?: Tree, route?: string): Promise<Answer>;
  /** Something goes wrong with what is asked next. @param next draws a number below another one */
  trouble(next: (below: number) => number): void;
  mend(): void;
  /** Totals of its documents with their sign, hundredths. */
  totals(): number[];
}

const text = (amount: number) => amountText(amount, 2);

/** How an amount is paid; negative ones are given back. */
function paid(amount: number, how: number): Tree[] {
  const whole = Math.round(amount / 100) * 100;
  const rest = (coins: number) => (coins === amount ? [] : [pay('rounding', text(amount - coins))]);
  if (how === 0) return [pay('cash', text(roundedToCoins(amount))), ...rest(roundedToCoins(amount))];
  if (how === 1 && amount > 0) {
    const euros = Math.ceil(whole / 40_000);
    const change = roundedToCoins(whole - euros * 40_000);
    const foreign = pay('foreign', text(euros * 40_000), { CC: 'EUR', FAmt: text(euros * 100) });
    return [
      foreign,
      ...(change === 0 ? [] : [pay('change', text(change))]),
      ...rest(euros * 40_000 + change),
    ];
  }
  return [pay('debitcard', text(whole)), ...rest(whole)];
}

async function sellMany(shop: Troubled): Promise<void> {
  const { running, clock, sell } = shop;
  const next = randomNumbers(SEED);
  let registered = 0;
  const sold: { RFN: string; RD: string }[] = [];
  const today = () => localTime(clock.now()).slice(0, 10);
  const began = today();
  const send = async (n: number, esr: Tree): Promise<string> => {
    if (next(2) === 0) shop.trouble(next);
    let { json } = await sell(esr);
    shop.mend();
    if (json.TraC.Result.RC !== 'OK') {
      expect([n, json.TraC.Result]).toMatchObject([n, { RC: 'NO' }]);
      ({ json } = await sell(esr, '/restart'));
    }
    expect([n, json.TraC.Result.RC, json.TraC.Result.ErrorCode ?? '#DUPLICATE']).toEqual([
      n,
      'OK',
      '#DUPLICATE',
    ]);
    return json.TraC.Fis?.FN ?? '';
  };
  const closeDay = async () => {
    const { json } = await sell({ NFS: 'Z' });
    // Nothing was sold since the last report, or the day ended by itself: no day is open.
    if (json.TraC.Result.ErrorCode !== '#HU_DAY')
      expect([SEED, json.TraC.Result]).toEqual([SEED, { RC: 'OK' }]);
  };
  for (let n = 0; n < COUNT; n++) {
    const amount = 10_000 + next(990_000);
    const off = next(3) === 0 ? 1 + next(9000) : 0;
    const item = pos('Áru', 'ABCE'[next(4)]!, text(amount));
    const how = next(3);
    if (next(6) === 0 && sold.length > 0) {
      const back = -10_000;
      const PosA = [pos('Áru', 'C', text(back))];
      const of = { ...sold[next(sold.length)]!, Rsn: 'V2' };
      await send(n, { TP: String(n), ...of, PosA, PayA: paid(back, how) });
      registered += back;
    } else {
      const PosA = [item, ...(off > 0 ? [{ _: 'Mod', Dsc: 'Akció', Amt: text(-off) }] : [])];
      const RFN = await send(n, { TP: String(n), PosA, PayA: paid(amount - off, how) });
      sold.push({ RFN, RD: today() });
      registered += amount - off;
    }
    expect([n, shop.totals().length]).toEqual([n, n + 1]);
    // Days end by themselves, too (Fiscal_ZLaunch).
    clock.advance(next(90) * 60_000);
    if (next(8) === 0) await closeDay();
  }
  await closeDay();
  const reports = (await running.records('def', '_=Tra&NFS=Z')) as {
    Fis?: { Z?: { T: string } };
  }[];
  const reported = reports.reduce((sum, { Fis }) => sum + minor(Fis?.Z?.T, 2), 0);
  const printed = shop.totals().reduce((sum, total) => sum + total, 0);
  expect([SEED, reported, registered]).toEqual([SEED, printed, printed]);
  const days = (await running.get(`/control/totals?from=${began}&till=${today()}`)).json as unknown;
  expect(JSON.stringify(days)).toContain(text(printed));
}

it('agrees with the printer', TIMEOUT, async () => {
  const { emulator, ...shop } = await openShop();
  const { conditions } = emulator;
  await sellMany({
    ...shop,
    trouble(next) {
      const fault = next(4);
      if (fault === 0) conditions.power = next(2) === 0 ? 'before' : 'after';
      if (fault === 1) emulator.drop(1, next(2) === 0 ? 'before' : 'after');
      if (fault === 2) conditions.hasPaper = false;
      if (fault === 3) emulator.drop(1 + next(4), 'after');
    },
    mend() {
      emulator.drop(0);
      Object.assign(conditions, { power: null, hasPaper: true });
    },
    totals: () =>
      emulator.documents.map(
        ({ type, total }) => (type === 'ST' || type === 'VS' ? -1 : 1) * Math.abs(total),
      ),
  });
});

it('agrees with the register in the cloud', TIMEOUT, async () => {
  const { emulator, ...shop } = await openCloudShop();
  const { conditions } = emulator;
  const types = ['createReceipt', 'closeReceipt', 'createReturnReceipt', 'closeReturnReceipt'];
  await sellMany({
    ...shop,
    trouble(next) {
      const fault = next(6);
      if (fault < 2)
        conditions.lose = { type: types[next(types.length)]!, when: next(2) === 0 ? 'before' : 'after' };
      if (fault === 2) emulator.drop(1 + next(3), next(2) === 0 ? 'before' : 'after');
      if (fault === 3) emulator.expire();
      if (fault === 4) conditions.blocked = true;
      if (fault === 5) emulator.down();
    },
    mend() {
      emulator.up();
      emulator.drop(0);
      Object.assign(conditions, { blocked: false, lose: null });
    },
    totals: () => emulator.documents.map(({ total }) => total),
  });
});
