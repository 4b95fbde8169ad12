import { describe, expect, it } from 'vitest';
import { companyKeyText, readCompanyKey } from '../receipt/company-key.ts';
import { readSealed, RegisterSeal } from '../receipt/sealed.ts';
import type { Json } from '../receipt/json.ts';
import { Sealing } from './sealing.ts';

const KEYS = [1, 2].map((byte) => companyKeyText(Buffer.alloc(32, byte)));
const [FIRST, SECOND] = KEYS.map((text) => readCompanyKey(text)!.id) as [string, string];

/** A register with a journal of so many records, its vault and its profile. */
function shop(records = 5) {
  const vault = new Map<string, Json>();
  const shop = {
    records,
    /** The disk takes nothing. */
    isFull: false,
    seal: undefined as string | undefined,
    key: undefined as string | undefined,
    sealing: null as unknown as Sealing,
    restart() {
      shop.sealing = new Sealing({
        vault: {
          get: (name) => structuredClone(vault.get(name)),
          set(name, value) {
            if (shop.isFull) return Promise.reject(new Error('no space'));
            vault.set(name, structuredClone(value));
            return Promise.resolve();
          },
        },
        world: 'recorder',
        settings: () => ({ seal: shop.seal, key: shop.key }),
      });
    },
    follow: (isNew = false) => shop.sealing.follow('def', isNew, () => Promise.resolve(shop.records)),
    /** What is sent, from a record on. */
    async sent(from = 1) {
      const journal = {
        async *linesBetween(_rn: string, after: number, until: number) {
          for (let sq = after + 1; sq <= until; sq += 2)
            yield await Promise.resolve(
              [sq, sq + 1].filter((n) => n <= until).map((n) => ({ text: line(n) })),
            );
        },
      };
      const lines: string[] = [];
      const source = shop.sealing.source(journal);
      for await (const page of source.linesBetween('def', from - 1, shop.records))
        lines.push(...page.map(({ text }) => text));
      return lines;
    },
    /** Ids of keys, `-` for open ones. */
    async keys() {
      return (await shop.sent()).map((text) => (JSON.parse(text) as { K?: string }).K ?? '-');
    },
  };
  shop.restart();
  return shop;
}

const line = (sq: number) => JSON.stringify({ _: 'log', SQ: sq, RN: 'def', D: '2026-11-23T10:00:00' });
const times = (count: number, key: string) => Array.from({ length: count }, () => key);

describe('sealing', () => {
  it('begins with the next record where the portal knows the register, with the first one where not', async () => {
    const known = shop(3);
    Object.assign(known, { seal: FIRST, key: KEYS[0] });
    await known.follow();
    known.records = 5;
    expect(await known.keys()).toStrictEqual([...times(3, '-'), FIRST, FIRST]);

    const fresh = shop(3);
    Object.assign(fresh, { seal: FIRST.toLowerCase(), key: KEYS[0] });
    await fresh.follow(true);
    expect(await fresh.keys()).toStrictEqual(times(3, FIRST));
  });

  it('sends the same bytes for a record for good: after new keys, without sealing, after a restart', async () => {
    const till = shop(2);
    Object.assign(till, { seal: FIRST, key: KEYS[0] });
    await till.follow();
    till.records = 4;
    const before = await till.sent();
    Object.assign(till, { seal: SECOND, key: KEYS[1] });
    await till.follow();
    till.records = 6;
    Object.assign(till, { seal: 'off', key: undefined });
    await till.follow();
    till.records = 8;
    expect(await till.keys()).toStrictEqual(['-', '-', FIRST, FIRST, SECOND, SECOND, '-', '-']);
    const all = await till.sent();
    expect(all.slice(0, 4)).toStrictEqual(before);
    till.restart();
    expect(await till.sent()).toStrictEqual(all);
    expect(await till.sent(4)).toStrictEqual(all.slice(3));
    const seal = new RegisterSeal(readCompanyKey(KEYS[1]!)!, 'def');
    expect(seal.open(readSealed(all[5]!)!).toString()).toBe(line(6));
  });

  it('goes on when the attribute is gone, and ends only when somebody says so', async () => {
    const till = shop(1);
    Object.assign(till, { seal: FIRST, key: KEYS[0] });
    await till.follow();
    Object.assign(till, { seal: undefined, key: undefined });
    till.restart();
    await till.follow();
    till.records = 3;
    expect(await till.keys()).toStrictEqual(['-', FIRST, FIRST]);
    expect(till.sealing.isOn('def')).toBe(true);
  });

  it('hands nothing in while the key is missing or is another one, and says which it needs', async () => {
    for (const key of [undefined, KEYS[1], 'abc']) {
      const till = shop(2);
      Object.assign(till, { seal: FIRST, key });
      await till.follow(true);
      expect(till.sealing.isHeld('def')).toBe(true);
      expect(till.sealing.problems).toStrictEqual([
        { code: 'RECORDER_SEAL', severity: 'warning', params: { key: FIRST } },
      ]);
      await expect(till.sent()).rejects.toThrow('key');
      till.records = 4;
      till.restart();
      till.key = KEYS[0];
      await till.follow(true);
      expect(till.sealing.problems).toStrictEqual([]);
      expect(await till.keys()).toStrictEqual(times(4, FIRST));
    }
  });

  it('seals what was registered while the key was missing, also where another one was meant', async () => {
    const till = shop(2);
    Object.assign(till, { seal: SECOND, key: KEYS[0] });
    await till.follow();
    till.records = 4;
    till.seal = FIRST;
    await till.follow();
    expect(await till.keys()).toStrictEqual(['-', '-', FIRST, FIRST]);
  });

  it('hands nothing in before it is on disk where sealing begins', async () => {
    const till = shop(2);
    Object.assign(till, { seal: FIRST, key: KEYS[0], isFull: true });
    await expect(till.follow()).rejects.toThrow('no space');
    await expect(till.sent()).rejects.toThrow('key');
    till.isFull = false;
    till.records = 3;
    await till.follow();
    expect(till.sealing.isHeld('def')).toBe(false);
    expect(await till.keys()).toStrictEqual(['-', '-', FIRST]);
  });

  it('that was taken back before any record leaves no trace in the records', async () => {
    const till = shop(2);
    Object.assign(till, { seal: FIRST, key: KEYS[0] });
    await till.follow();
    till.seal = 'off';
    await till.follow();
    till.records = 4;
    expect(await till.keys()).toStrictEqual(times(4, '-'));
  });

  it('takes the missing key from another machine, keeps it, and takes no other one', async () => {
    const till = shop(2);
    till.seal = FIRST;
    expect(till.sealing.missing).toBe(FIRST);
    expect(till.sealing.take(KEYS[1]!)).toBe(false);
    expect(till.sealing.take(KEYS[0]!)).toBe(true);
    await till.follow(true);
    till.restart();
    expect(till.sealing.missing).toBeNull();
    expect(await till.keys()).toStrictEqual(times(2, FIRST));
    expect([FIRST, SECOND].map((id) => till.sealing.keyText(id))).toStrictEqual([KEYS[0], null]);
  });
});
