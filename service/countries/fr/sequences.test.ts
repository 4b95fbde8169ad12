/** Sequences of all kinds have no gap, whatever is done and whichever commit fails or is the last before a crash. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exported } from '../../register/country-work.ts';
import { runs, SEED } from '../../testing/runs.ts';
import { complaints } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import { ARCHIVE } from './archiving.ts';
import { entriesOf } from './entries.ts';
import { france } from './testing/example.ts';
import { pos, SALE, ticket } from './testing/shop.ts';

const DAY_MS = 86_400_000;
const Ctm = { Nam: 'Dupont', Adr: '1 rue', Zip: '69001', City: 'Lyon' };

/** What a till, its people and its clock do. */
const DOINGS: Readonly<Record<string, (shop: Shop) => Promise<unknown>>> = {
  sale: (shop) => shop.send(SALE),
  invoice: (shop) => shop.send({ ...SALE, DT: 'Facture', Ctm }),
  training: (shop) => shop.send({ ...SALE, Test: '1' }),
  estimate: (shop) => shop.send({ ...SALE, NFS: 'Devis', PayA: [] }),
  degraded: (shop) => shop.send({ ...SALE, FR_Degraded: '1' }),
  deposit: (shop) => shop.send(ticket([pos('Acompte', 'A', '8.00', { _: 'Dep' })], '8.00')),
  void: async (shop) => {
    const sale = await lastSale(shop);
    if (sale) await shop.attemptVoid(sale);
  },
  copy: async (shop) => {
    const sale = await lastSale(shop);
    if (sale) await shop.register.prints.countAgain({ TL: undefined, TT: undefined, TN: sale.ESR!.TN! });
  },
  'posted copy': async (shop) =>
    shop.send({ Opr: '1', NFS: 'DUP', RFN: (await lastSale(shop))?.ESR?.FN ?? '' }),
  login: (shop) => shop.send({ Opr: '1', NF: 'login' }),
  'given up': (shop) => shop.register.submitStep('TraV', { ESR: { Opr: '1' } }, []),
  shift: (shop) => shop.send({ Opr: '1', NFS: 'CLO' }),
  archive: (shop) => exported(shop.register, { type: ARCHIVE, from: '2026-01-01', till: '2026-12-31' }),
  export: (shop) => exported(shop.register, { type: 'nf525-jet', from: '2026-01-01', till: '2026-12-31' }),
  'twelve days': async (shop) => {
    shop.clock.advance(12 * DAY_MS);
    await shop.lookAfter();
  },
};

async function lastSale(shop: Shop) {
  const records = await shop.room.records('def');
  return records.findLast(({ Fis, ESR }) => Fis?.FR_Kind === 'ticket' && ESR?.Void === undefined);
}

/** Numbers of everything signed, by kind, in the order of the journal. */
async function numbers(shop: Shop): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  for (const record of await shop.room.records('def'))
    for (const { Kind, Number: number } of entriesOf(record)?.entries ?? [])
      found.set(Kind, [...(found.get(Kind) ?? []), Number(number)]);
  return found;
}

it('keeps all sequences without a gap', async () => {
  const step = fc.record({
    doing: fc.constantFrom(...Object.keys(DOINGS)),
    /** Which of its commits fails; most do not. */
    commit: fc.constantFrom(0, 0, 1, 2),
    isStored: fc.boolean(),
  });
  const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), async (steps) => {
    const shop = await Shop.open(france);
    await shop.sell(SALE);
    // One at a time: the commit that was asked to fail may be one of a later step.
    let failing: { isStored: boolean } | null = null;
    for (const { doing, commit, isStored } of steps) {
      const { store } = shop.room;
      const before = store.failed;
      if (commit > 0 && failing === null) {
        store.failAt(commit, isStored);
        failing = { isStored };
      }
      await DOINGS[doing]!(shop);
      if (store.failed === before) continue;
      // What was stored and nobody has heard of is what a machine finds that died.
      if (failing?.isStored) await shop.restart();
      failing = null;
    }
    await shop.restart();
    await shop.lookAfter();
    for (const [kind, given] of await numbers(shop))
      expect([kind, given]).toEqual([kind, given.map((_number, i) => i + 1)]);
    expect(await complaints(shop)).toEqual([]);
    await shop.stop();
  });
  await fc.assert(property, { numRuns: runs(2), seed: SEED });
});
