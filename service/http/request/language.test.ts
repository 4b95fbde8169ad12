import { expect, it } from 'vitest';
import { runService } from '../../testing/running-service.ts';
import { GENERIC, PORTUGAL } from '../../testing/sales.ts';

it.each([
  '/find?limit=x',
  '/find?RN=..',
  '/tra',
  '/tra?TL=1&TT=1&TN=77',
  '/retrieve',
  '/render?paper=x',
  '/render/text?FN=none',
  '/last',
  '/last?_=Rep',
  '/state?RN=..',
  '/cfg?RN=..',
  '/e-invoice?FN=none',
  '/export?type=none',
  '/qr',
  '/nothing/there',
])('%s is refused in the language of the register', async (route) => {
  const { get } = await runService();
  const { json, status } = await get(route, { 'accept-language': 'sv' });
  expect(status).toBeGreaterThanOrEqual(400);
  expect((json.TraC ?? json.CfgC).Result.UserMessage).toMatch(/ã|ç|õ|é|não|Não/);
});

it('names the one that is asked for, and before there is one what the request asks for', async () => {
  const { get, post } = await runService();
  const message = async (route: string) => (await get(route)).json.TraC.Result.UserMessage as string;
  await post('/cfg?RN=second', { Cfg: { ...GENERIC, Cmp: { ...PORTUGAL.Cmp, Ctry: 'LI', TaxId: '7' } } });
  expect(await message('/find?limit=x&RN=second')).not.toBe(await message('/find?limit=x'));
  const empty = await runService({ cfg: null });
  const asked = await empty.get('/find?limit=x', { 'accept-language': 'de' });
  expect(asked.json.TraC.Result.UserMessage).toMatch(/Bitte|Kasse/);
});
