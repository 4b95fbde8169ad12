/** Many receipts with random faults: totals of printer, journal and daily reports are equal. A few in each run, ten thousand at night. */
import { expect, it } from 'vitest';
import { minor } from '../../receipt/money.ts';
import type { Tree } from '../../receipt/tree.ts';
import { lineTo } from '../../testing/line.ts';
import { runs } from '../../testing/runs.ts';
import { openShop, pay, pos, PROTOCOLS } from './testing/shop.ts';

const COUNT = runs(1) > 1 ? 10_000 : 12;

/** The same numbers in each run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

it.each(PROTOCOLS)('%s', { timeout: runs(1) > 1 ? 3_600_000 : 60_000 }, async (protocol) => {
  const shop = await openShop('', { protocol });
  const { sell, emulator, set, clock } = shop;
  const { conditions } = emulator.printer;
  const line = await lineTo(emulator.port);
  await set('Fiscal_Timeout=1500', line.port);
  const next = random(7);
  let [reported, isLost] = [0, 0];
  const closeDay = async () => {
    const { json } = await sell({ NFS: 'Z' });
    expect(json.TraC.Result.RC).toBe('OK');
    reported += minor(json.TraC.Fis.Z.T, 2);
  };
  for (let n = 0; n < COUNT; n++) {
    const cents = 100 + next(9900);
    const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
    const group = 'ABCE'[next(4)]!;
    const esr: Tree = {
      TP: String(n),
      PosA: [pos(`Towar ${group}`, group, amount)],
      PayA: [pay(next(2) === 0 ? 'cash' : 'debitcard', amount)],
    };
    const fault = next(5);
    if (fault === 0) line.cutAfter(1 + next(1500), true);
    if (fault === 1) emulator.lose(next(2) === 0 ? 'before' : 'after');
    if (fault === 2) conditions.hasPaper = false;
    let { json } = await sell(esr);
    line.mend();
    emulator.lose(null);
    conditions.hasPaper = true;
    if (json.TraC.Result.RC !== 'OK') isLost += 1;
    // A till asks until it knows.
    for (let attempt = 0; attempt < 5 && json.TraC.Result.RC === 'NO'; attempt++)
      ({ json } = await sell(esr, '/restart'));
    expect([n, json.TraC.Result]).toMatchObject([n, { RC: 'OK' }]);
    expect([n, emulator.printer.documents.length]).toEqual([n, n + 1]);
    clock.advance(60_000);
    if (next(6) === 0) await closeDay();
  }
  await closeDay();
  expect(isLost).toBeGreaterThan(0);
  const printed = emulator.printer.documents.reduce((sum, { total }) => sum + total, 0);
  const sales = (await shop.running.records()).filter(({ _, Fis }) => _ === 'Tra' && Fis?.FN !== undefined);
  expect(reported).toBe(printed);
  expect(sales).toHaveLength(COUNT);
  expect(sales.reduce((sum, { ESR }) => sum + minor(ESR!.T, 2), 0)).toBe(printed);
});
