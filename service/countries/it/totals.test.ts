/** Many receipts through each device while everything that can fails: printer, journal and Fis.Z have the same totals. */
import { expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { lineTo } from '../../testing/line.ts';
import { runs } from '../../testing/runs.ts';
import { DEVICES, openShop, pay, pos, type Device } from './testing/shop.ts';

const IS_NIGHT = runs(1) > 1;
const RECEIPTS = IS_NIGHT ? 10_000 : 14;
/** Receipts between two closings. */
const OF_A_DAY = IS_NIGHT ? 100 : 6;
const BYTES = 9000;

interface Sale {
  ESR: { T: string };
  Fis?: { FN?: string };
}

/** Always the same numbers, below `most`. */
function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const cents = (amount: number) => {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** A sale of some positions, or a return of one. */
function receipt(roll: (most: number) => number, n: number): Tree {
  const isReturn = roll(5) === 0;
  const sign = isReturn ? -1 : 1;
  const amounts = Array.from({ length: 1 + (isReturn ? 0 : roll(3)) }, () => 1 + roll(5000));
  const total = sign * amounts.reduce((sum, amount) => sum + amount, 0);
  return {
    TP: String(n),
    PosA: amounts.map((amount, i) => pos(`Merce ${i}`, 'ABD'[roll(3)]!, cents(sign * amount))),
    PayA: [pay(isReturn ? 'refund' : ['cash', 'debitcard', 'open'][roll(3)]!, cents(total))],
  };
}

it.each(Object.keys(DEVICES) as Device[])(
  'agrees about all totals: %s',
  { timeout: IS_NIGHT ? 3_600_000 : 60_000 },
  async (device) => {
    const { sell, emulator, set, running } = await openShop('', {}, device);
    const line = await lineTo(emulator.port);
    await set('', line.port);
    const roll = dice(20_261_123);
    const closings: { ZI: string; T: string; CAmt: string }[] = [];
    let faults = 0;

    /** Sends until it is registered, as a till does. */
    async function insist(esr: Tree): Promise<Tree> {
      let why = '';
      for (let attempt = 0; attempt < 5; attempt++) {
        const { json } = await sell(esr, attempt === 0 ? '/register' : '/restart');
        if (json.TraC.Result.RC === 'OK') return json.TraC;
        expect(json.TraC.Result.RC).toBe('NO');
        why = JSON.stringify(json.TraC.Result);
        line.mend();
        Object.assign(emulator.conditions, { hasPaper: true, coverOpen: false, powerFailsIn: null });
      }
      throw new Error(`never registered: ${why}`);
    }

    for (let n = 1; n <= RECEIPTS; n++) {
      const fault = roll(6);
      if (fault === 0) line.cutAfter(1 + roll(BYTES), roll(2) === 0);
      else if (fault === 1) emulator.conditions.powerFailsIn = roll(6);
      else if (fault === 2) emulator.conditions.paperEndsIn = roll(6);
      else if (fault === 3) emulator.drop(1, (['before', 'after', 'within'] as const)[roll(3)]);
      if (fault <= 3) faults += 1;
      await insist(receipt(roll, n));
      line.mend();
      emulator.drop(0);
      Object.assign(emulator.conditions, { powerFailsIn: null, paperEndsIn: null });
      if (n % OF_A_DAY > 0) continue;
      const { Fis } = (await insist({ NFS: 'Z', TP: `z${n}` })) as {
        Fis: { ZI: string; Z: (typeof closings)[0] };
      };
      closings.push({ ...Fis.Z, ZI: Fis.ZI });
    }
    expect(faults).toBeGreaterThan(RECEIPTS / 3);
    const found = (await running.get('/find?sort=asc&_=Tra&limit=99999rows600000ms')).json.Rec as Sale[];
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
