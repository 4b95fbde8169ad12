import { expect, it } from 'vitest';
import { runService } from '../../testing/running-service.ts';
import { GENERIC, sale } from '../../testing/sales.ts';

it('tells the turnover of a day, a month and a year by tax and payment group', async () => {
  const { get, post, clock } = await runService();
  await post('/cfg', { Cfg: GENERIC });
  clock.set('2026-04-30T12:00:00');
  await post('/register', sale('10.00'));
  clock.set('2026-05-04T12:00:00');
  await post('/register', sale('1.23'));
  await post('/register', sale('2.46'));
  const today = await get('/control/totals');
  expect(today.json).toEqual({
    ...{ rn: 'def', from: '2026-05-04', till: '2026-05-04', currency: 'EUR', receipts: 2, total: '3.69' },
    taxes: [{ group: '23%', gross: '3.69', tax: '0.69' }],
    payments: [{ group: 'cash', amount: '3.69' }],
  });
  const year = await get('/control/totals?from=2026-01-01&till=2026-12-31');
  expect(year.json).toMatchObject({ receipts: 3, total: '13.69' });
  const before = await get('/control/totals?till=2026-04-30');
  expect(before.json).toMatchObject({ from: '2026-04-30', receipts: 1, total: '10.00' });
});

it('names what is wrong with a question', async () => {
  const { get, post } = await runService();
  expect((await get('/control/totals?RN=nobody')).status).toBe(404);
  await post('/cfg', { Cfg: GENERIC });
  const wrong = await get('/control/totals?from=2026-02-30');
  expect(wrong.status).toBe(400);
  expect(wrong.json.error.warnings.join()).toContain('from: must be an existing day');
  expect((await get('/control/totals?from=2026-05-05&till=2026-05-04')).status).toBe(400);
});
