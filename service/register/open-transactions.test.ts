import { expect, it } from 'vitest';
import type { Tra } from '../receipt/tra.ts';
import { openRoom } from '../testing/registers.ts';
import { GENERIC, tra } from '../testing/sales.ts';

const step = (TT?: string): Tra => ({ ESR: TT === undefined ? {} : { TT } });

it('numbers transactions that begin, names the open one until it ends, and keeps all steps', async () => {
  const room = await openRoom();
  const def = await room.register('def');
  await def.configuration.set(GENERIC);
  expect(await def.submitStep('TraS', step(), [])).toMatchObject({
    SQ: 2,
    Result: { RC: 'OK' },
    Fis: { TID: 1, StartD: '2026-05-04T12:00:00' },
  });
  expect((await def.submitStep('TraS', step('2'), [])).Fis?.TID).toBe(2);
  expect((await def.submitStep('TraU', step(), [])).Fis?.TID).toBe(1);
  expect((await def.submitStep('TraV', step(), [])).Fis?.TID).toBe(1);
  expect((await def.submitStep('TraU', step(), [])).Fis?.TID).toBeUndefined();
  expect((await def.submitStep('TraU', step('2'), [])).Fis?.TID).toBe(2);
  // They take no transaction number and are no sale.
  const sale = await def.submit({ tra: tra(), warnings: [], restart: false });
  expect(sale).toMatchObject({ SQ: 8, ESR: { TN: '1' } });
  expect((await room.records('def')).map((r) => r._)).toEqual([
    'Cfg',
    'TraS',
    'TraS',
    'TraU',
    'TraV',
    'TraU',
    'TraU',
    'Tra',
  ]);
  const again = await (await room.reopen()).register('def');
  expect((await again.submitStep('TraS', step(), [])).Fis?.TID).toBe(3);
});
