/** German receipts that a TSE takes side by side: lost answers and crashes cost none, and sign none twice. */
import { describe, expect, it } from 'vitest';
import { audit } from './audit.ts';
import { open, openOf, processes, type German } from './testing/german.ts';
import { SALE } from './testing/shop.ts';

describe('sales side by side', () => {
  /** Sales of one turn, behind another one. */
  const together = (german: German, uids: readonly string[]) =>
    Promise.all([
      german.shop.send({ NFS: 'LOGIN' }),
      ...uids.map((UID) => german.shop.send({ ...SALE, UID })),
    ]);
  const sales = async (german: German) =>
    (await processes(german)).filter(({ Bon }) => Bon === 'Beleg').map(({ Tse }) => Tse?.TID);
  const findings = async (german: German) => {
    const auditor = audit();
    const found = (await german.records()).flatMap((record) => auditor.take(record));
    return [...found, ...(auditor.end?.(german.shop.register.state) ?? [])];
  };

  it('are asked for at once, and each is signed by a transaction of its own', async () => {
    const german = await open(1, 32);
    const answers = await together(german, ['a', 'b', 'c']);
    expect(answers.map(({ Result, ESR }) => [Result.RC, ESR?.TN])).toEqual(
      ['1', '2', '3', '4'].map((TN) => ['OK', TN]),
    );
    expect((await sales(german)).toSorted()).toEqual([2, 3, 4]);
    const asked = (await german.records()).filter(({ Event }) => Event === 'device-asked');
    expect(asked.map(({ Receipts }) => Receipts)).toEqual([undefined, 3]);
    expect([openOf(german), await findings(german)]).toEqual([[], []]);
  });

  const faults = (['start', 'finish'] as const).flatMap((method) =>
    (['request-lost', 'answer-lost', 'unreachable'] as const).map((fault) => [method, fault] as const),
  );

  it.each(faults)('at %s of one, %s: all registered, and nothing left open', async (method, fault) => {
    const german = await open(1, 32);
    await german.shop.send(SALE);
    german.failAt(method, 3, fault);
    const answers = await together(german, ['a', 'b', 'c']);
    expect(answers.map(({ Result }) => Result.RC)).toEqual(['OK', 'OK', 'OK', 'OK']);
    german.faults[0] = null;
    german.restart();
    await german.background();
    await german.background();
    expect(openOf(german)).toEqual([]);
    const signed = await sales(german);
    expect(signed).toHaveLength(4);
    expect(signed.filter((TID) => TID === undefined)).toHaveLength(fault === 'unreachable' ? 1 : 0);
    expect(new Set(signed).size).toBe(4);
    expect(await findings(german)).toEqual([]);
  });

  it.each([true, false])(
    'and the service dies before they are stored (on the disk: %s): each is there once',
    async (isStored) => {
      const german = await open(1, 32);
      await german.shop.send(SALE);
      german.shop.room.store.failAt(4, isStored);
      await together(german, ['a', 'b', 'c']);
      await german.shop.restart();
      german.restart();
      expect((await german.shop.send({ ...SALE, UID: 'next' })).Result.RC).toBe('OK');
      await german.background();
      const uids = (await german.records())
        .filter(({ _, ESR }) => _ === 'Tra' && ESR?.UID)
        .map(({ ESR }) => ESR!.UID);
      expect(uids).toEqual(['a', 'b', 'c', 'next']);
      expect(new Set(await sales(german)).size).toBe(5);
      expect([openOf(german), await findings(german)]).toEqual([[], []]);
    },
  );

  it('are registered as unsigned without waiting for one another when the TSE is silent', async () => {
    const german = await open(1, 32);
    await german.shop.send(SALE);
    german.faults[0] = () => 'request-lost';
    const answers = await together(german, ['a', 'b', 'c']);
    expect(answers.slice(1).map(({ Result }) => Result.ErrorCode)).toEqual(Array(3).fill('#DE_TSE_FAILED'));
    expect(await findings(german)).toEqual([]);
  });
});
