/** Many receipts through each device while everything that can fails: printer, journal and Fis.Z have the same totals. */
import { expect, it } from 'vitest';
import { amountText, minor } from '../../receipt/money.ts';
import type { Tree } from '../../receipt/tree.ts';
import { lineTo } from '../../testing/line.ts';
import { oneOf, randomNumbers, type Draw } from '../../testing/random.ts';
import { runs, SEED } from '../../testing/runs.ts';
import { DEVICES, openShop, pay, pos, restarted, type Device } from './testing/shop.ts';

const IS_NIGHT = runs(1) > 1;
const RECEIPTS = IS_NIGHT ? 10_000 : 14;
/** Receipts between two closings, and between two restarts of the service. */
const OF_A_DAY = IS_NIGHT ? 100 : 6;
const OF_A_LIFE = IS_NIGHT ? 499 : 9;
const BYTES = 9000;
const MINUTE = 60_000;

interface Sale {
  ESR: { T: string };
  Fis?: { FN?: string };
}

const cents = (amount: number) => amountText(amount, 2);

/** A sale of some positions, some with a discount, or a return of one of a receipt that was sold before. */
function receipt(roll: Draw, n: number, sold: readonly string[]): Tree {
  if (roll(5) === 0 && sold.length > 0) {
    const amount = cents(-1 - roll(5000));
    const of = roll(4) > 0 && { RFN: oneOf(roll, sold) };
    return {
      ...{ TP: String(n), ...of },
      ...{ PosA: [pos('Merce', oneOf(roll, ['A', 'B', 'D']), amount)], PayA: [pay('refund', amount)] },
    };
  }
  let total = 0;
  const PosA = Array.from({ length: 1 + roll(3) }, (_, i) => {
    const amount = 2 + roll(5000);
    const off = roll(4) === 0 ? 1 + roll(amount - 1) : 0;
    total += amount - off;
    return [
      pos(`Merce ${i}`, oneOf(roll, ['A', 'B', 'D']), cents(amount), { PN: String(i + 1) }),
      ...(off > 0 ? [{ _: 'Mod', PN: String(i + 1), Dsc: 'Sconto', Amt: cents(-off) }] : []),
    ];
  }).flat();
  const group = oneOf(roll, ['cash', 'debitcard', 'open']);
  return { TP: String(n), PosA, PayA: [pay(group, cents(total))] };
}

it.each(Object.keys(DEVICES) as Device[])(
  'agrees about all totals: %s',
  { timeout: IS_NIGHT ? 3_600_000 : 60_000 },
  async (device) => {
    let shop = await openShop('', {}, device);
    const { emulator, clock } = shop;
    const line = await lineTo(emulator.port);
    await shop.set('', line.port);
    const roll = randomNumbers(SEED);
    const closings: { ZI: string; T: string; CAmt: string }[] = [];
    const sold: string[] = [];
    let [faults, open] = [0, 0];

    /** Sends until it is registered, as a till does. */
    async function insist(esr: Tree): Promise<Tree> {
      let why = '';
      for (let attempt = 0; attempt < 5; attempt++) {
        const { json } = await shop.sell(esr, attempt === 0 ? '/register' : '/restart');
        if (json.TraC.Result.RC === 'OK') return json.TraC;
        expect([esr.TP, json.TraC.Result]).toMatchObject([esr.TP, { RC: 'NO' }]);
        why = JSON.stringify(json.TraC.Result);
        line.mend();
        Object.assign(emulator.conditions, { hasPaper: true, coverOpen: false, powerFailsIn: null });
      }
      throw new Error(`never registered with seed ${SEED}: ${JSON.stringify(esr.TP)} ${why}`);
    }

    for (let n = 1; n <= RECEIPTS; n++) {
      const fault = roll(7);
      if (fault === 0) line.cutAfter(1 + roll(BYTES), roll(2) === 0);
      else if (fault === 1) emulator.conditions.powerFailsIn = roll(6);
      else if (fault === 2) emulator.conditions.paperEndsIn = roll(6);
      else if (fault === 3) emulator.drop(1, oneOf(roll, ['before', 'after', 'within'] as const));
      else if (fault === 4) emulator.conditions.coverOpen = true;
      if (fault <= 4) faults += 1;
      const esr = receipt(roll, n, sold);
      const { Fis } = (await insist(esr)) as { Fis: { FN: string } };
      if (minor((esr.PayA as Tree[])[0]!.Amt as string, 2) > 0) sold.push(Fis.FN);
      if ((esr.PayA as Tree[])[0]!.PayG === 'open') open += minor((esr.PayA as Tree[])[0]!.Amt as string, 2);
      line.mend();
      emulator.drop(0);
      Object.assign(emulator.conditions, { coverOpen: false, powerFailsIn: null, paperEndsIn: null });
      clock.advance(MINUTE);
      if (n % OF_A_LIFE === 0) shop = await restarted(shop);
      if (n % OF_A_DAY > 0) continue;
      if (roll(2) === 0) emulator.drop(1, oneOf(roll, ['before', 'after'] as const));
      const closed = (await insist({ NFS: 'Z', TP: `z${n}` })) as {
        Fis: { ZI: string; Z: (typeof closings)[0] };
      };
      emulator.drop(0);
      closings.push({ ...closed.Fis.Z, ZI: closed.Fis.ZI });
      expect([n, closed.Fis.Z.CAmt]).toEqual([n, cents(open)]);
      open = 0;
    }
    expect(faults).toBeGreaterThan(0);
    const found = (await shop.running.records('def', '_=Tra')) as Sale[];
    const sales = found.filter(({ Fis }) => Fis?.FN !== undefined);
    expect(sales).toHaveLength(RECEIPTS);
    const signed = emulator.documents.map(({ z, kind, total }) => ({
      z,
      total: kind === 'sale' ? total : -total,
    }));
    expect(sales.map(({ ESR }) => ESR.T)).toEqual(signed.map(({ total }) => cents(total)));
    for (const { ZI, T } of closings) {
      const day = signed.filter(({ z }) => String(z) === ZI).reduce((sum, { total }) => sum + total, 0);
      expect([ZI, T]).toEqual([ZI, cents(day)]);
    }
    expect(closings).toHaveLength(Math.floor(RECEIPTS / OF_A_DAY));
  },
);
