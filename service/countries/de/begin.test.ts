/** A process never begins after its end. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { beginIssues } from './begin.ts';
import { open, processes } from './testing/german.ts';
import { SALE } from './testing/shop.ts';

describe('the begin of a process', () => {
  it.each<[string, string, string, Tree]>([
    ['of a receipt that is dated earlier', '2026-05-12T10:00:00', '2026-05-12T10:00:00', {}],
    ['of one dated a second earlier', '2026-05-12T11:59:59', '2026-05-12T11:59:59', {}],
    ['that the till names', '2026-05-12T10:00:00', '2026-05-12T09:59:00', { D0: '2026-05-12T09:59:00' }],
    ['that is its end', '2026-05-12T10:00:00', '2026-05-12T10:00:00', { D0: '2026-05-12T10:00:00' }],
    [
      'that a till names whose clock is ahead',
      '2026-05-12T10:00:00',
      '2026-05-12T10:00:00',
      { D0: '2026-05-12T10:01:30' },
    ],
    ['of a receipt that is dated ahead', '2026-05-12T12:05:00', '2026-05-12T12:00:00', {}],
  ])('%s', async (_name, D, Begin, more) => {
    const german = await open();
    const { Fis } = await german.shop.send({ ...SALE, D, ...more });
    expect(Fis?.StartD).toBe(Begin);
    const printed = Fis?.Tag?.find(({ Name }) => Name === 'BON_START')?.Value;
    const time = `12.05.2026 ${Begin.slice(11)}`;
    expect(printed).toBe(Begin === '2026-05-12T12:00:00' ? undefined : time);
    const [process] = await processes(german);
    expect(process).toMatchObject({ Begin, End: D });
    // What the TSE says is what it says.
    expect(process?.Tse).toMatchObject({
      Start: '2026-05-12T12:00:00.000Z',
      End: '2026-05-12T12:00:00.000Z',
    });
  });

  it('is printed where the TSE has failed', async () => {
    const german = await open();
    await german.shop.send(SALE);
    german.faults[0] = () => 'unreachable';
    const { Fis } = await german.shop.send({ ...SALE, D: '2026-05-12T10:00:00' });
    expect(Fis?.Tag).toContainEqual(
      expect.objectContaining({ Name: 'BON_START', Value: '12.05.2026 10:00:00' }),
    );
  });

  it('is that of the transaction, unless the receipt is dated before it', async () => {
    const german = await open();
    await german.step('TraS', { D0: '2026-05-12T11:30:00' });
    await german.step('TraS', { D: '2026-05-12T12:10:00' });
    await german.shop.send({ ...SALE, TID: '1', D: '2026-05-12T11:00:00' });
    await german.step('TraV', { TID: '2' });
    expect(await processes(german)).toMatchObject([
      { Begin: '2026-05-12T11:00:00', End: '2026-05-12T11:00:00' },
      { Bon: 'AVBelegabbruch', Begin: '2026-05-12T12:00:00', End: '2026-05-12T12:00:00' },
    ]);
  });

  it.each([
    ['the end that the till names', { D: '2026-05-12T10:00:00', D0: '2026-05-12T11:00:01' }],
    ['now', { D0: '2026-05-13T12:00:00' }],
  ])('is not after %s', async (_name, times) => {
    const german = await open();
    for (const { Result } of [
      await german.shop.send({ ...SALE, ...times }),
      await german.step('TraS', times),
    ]) {
      expect(Result).toMatchObject({ RC: 'BAD', ErrorCode: '#D_WINDOW' });
      expect(Result.Warning?.join(' ')).toContain('ESR.D0: ');
    }
    expect(await processes(german)).toEqual([]);
    expect(german.engines[0]!.open(null)).toEqual([]);
  });
});

describe('the hour that comes twice', () => {
  const { TZ } = process.env;
  beforeEach(() => void (process.env.TZ = 'Europe/Berlin'));
  afterEach(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });

  it.each([
    [0, '2026-10-25T02:59:00', '2026-10-25T02:01:00'],
    [1, '2026-10-25T03:30:00', '2026-10-25T02:59:00'],
    [1, '2026-10-24T02:59:00', '2026-10-24T02:01:00'],
  ])('has %i faults where a process begins at %s and ends at %s', (count, D0, D) => {
    expect(beginIssues({ D0, D })).toHaveLength(count);
  });
});
