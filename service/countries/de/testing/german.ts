/** A German shop as tests of its whole life have it. */
import type { RecordType } from '../../../receipt/envelope.ts';
import type { JournalRecord, TraC } from '../../../receipt/tra.ts';
import type { Tree } from '../../../receipt/tree.ts';
import type { Tse } from '../../../devices/tse/contract.ts';
import type { Fault } from '../../../devices/tse/testing/faulty-tse.ts';
import { runBackground } from '../../../register/country-work.ts';
import { Shop } from '../../testing/shop.ts';
import { keptOf } from '../kept.ts';
import { germany } from './example.ts';
import { testTses, type TestTses } from './shop.ts';

/** A shop with TSEs in memory, whose faults a test sets. */
export interface German extends TestTses {
  shop: Shop;
  step(type: Exclude<RecordType, 'Tra'>, esr?: Tree): Promise<TraC>;
  records(): Promise<JournalRecord[]>;
  /** Fails once, at the how-manieth call of a method. */
  failAt(method: keyof Tse, at: number, fault: Fault, unit?: number): void;
  background(): Promise<void>;
}

/** Opens one. @param together how many receipts its TSEs take side by side */
export async function open(count = 1, together = 1): Promise<German> {
  let made: TestTses | null = null;
  const shop = await Shop.open({
    ...germany,
    async equipment(clock) {
      made = await testTses(clock, count, { together });
      return { services: { tses: made.tses } };
    },
  });
  const tses = made as unknown as TestTses;
  return {
    ...tses,
    shop,
    step: (type, esr = {}) => shop.register.submitStep(type, { ESR: esr }, []),
    records: () => shop.room.records('def'),
    failAt(method, at, fault, unit = 0) {
      let calls = 0;
      tses.faults[unit] = (asked) => (asked === method && ++calls === at ? fault : 'none');
    },
    background: () => runBackground(shop.register),
  };
}

/** What its records keep of processes. */
export const processes = async ({ records }: German) =>
  (await records()).flatMap((record) => keptOf(record).Process ?? []);
/** Transactions that a TSE has open. */
export const openOf = ({ engines }: German, at = 0) =>
  engines[at]!.open(null).map(({ transaction }) => transaction);
