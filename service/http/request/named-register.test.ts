import { expect, it } from 'vitest';
import { runService } from '../../testing/running-service.ts';
import { PORTUGAL, sale } from '../../testing/sales.ts';

const TAX_ID = PORTUGAL.Cmp.TaxId;
const RN = `${TAX_ID}$2_7`;

/** A service whose `def` is 1/1 and that has sold at 2/7 of the same company. */
async function withTerminal() {
  const running = await runService();
  await running.post('/register', sale('1.00', { TaxId: TAX_ID, TN: 'a-1' }));
  const sold = await running.post('/register', sale('2.00', { TaxId: TAX_ID, TL: '2', TT: '7', TN: '1' }));
  expect(sold.json.TraC.ESR.FN).toBe('FS 2_7.26/1');
  return running;
}

it.each([
  'TL=2&TT=7',
  'TaxId=599999993&TL=2&TT=7',
  'RN_TT=2_7',
  'TT=2/7',
  `RN=${encodeURIComponent('PT 599.999.993$2_7')}`,
])('every route finds the register of the terminal by %s', async (query) => {
  const { get } = await withTerminal();
  const found = await get(`/find?_=Tra&${query}`);
  expect(found.json.Rec).toMatchObject([{ RN, ESR: { FN: 'FS 2_7.26/1' } }]);
  expect((await get(`/retrieve?last=1&${query}`)).text).toContain('"FN":"FS 2_7.26/1"');
  expect(await get(`/jou/reprintcnt?TN=1&${query}`)).toMatchObject({ status: 200, text: '0' });
  expect((await get(`/tra?TN=1&${query}`)).json.Tra.ESR.FN).toBe('FS 2_7.26/1');
  expect((await get(`/last?${query}`)).json.TraC.ESR.FN).toBe('FS 2_7.26/1');
  expect((await get(`/cfg?${query}`)).json.Cfg.Trm).toEqual({ TT: '7' });
});

it('the same sale is not signed a second time when its terminal is left out', async () => {
  const { post, get } = await withTerminal();
  const again = await post('/restart', sale('1.00', { TaxId: TAX_ID, TN: 'a-1' }));
  expect(again.json.TraC.ESR.FN).toBe('FS 1_1.26/1');
  // The last one of the company without its terminal is the one of def; of the terminal, its own.
  const taken = await post('/register/void/last?TaxId=599999993&TL=2&TT=7', '');
  expect(taken.json.TraC.Result.RC).toBe('OK');
  expect((await get(`/find?fn=&_=Tra&TL=2&TT=7&limit=1rows`)).json.Rec).toMatchObject([
    { RN, ESR: { Void: '1', RFN: 'FS 2_7.26/1', T: '-2.00' } },
  ]);
  expect((await get('/find?_=Tra')).json.Rec).toHaveLength(1);
});

it('says what to send where several registers could be meant', async () => {
  const { post, get } = await runService({ cfg: null });
  for (const TT of ['1', '2']) await post(`/cfg?RN=till${TT}`, { Cfg: { ...PORTUGAL, Trm: { TT } } });
  const sent = sale('1.00', { TaxId: TAX_ID });
  for (const path of ['/register', '/restart']) {
    const { status, json } = await post(path, sent);
    expect([status, json.TraC.Result.ErrorCode]).toEqual([400, '#REGISTER_UNCLEAR']);
    expect(json.TraC.Result.Warning[0]).toMatch(/1\/1, 1\/2: send ESR.TL and ESR.TT/);
  }
  for (const path of ['/find?', '/retrieve?last=0&', '/jou/reprintcnt?TN=1&', '/tra?TN=1&'])
    expect((await get(`${path}TaxId=599999993`)).status).toBe(400);
  for (const path of [
    '/state?',
    '/last?',
    '/cfg?',
    '/render?TN=1&',
    '/e-invoice?TN=1&',
    '/e-invoice/pdf?TN=1&',
  ])
    for (const [query, code] of [
      ['TaxId=599999993', '#REGISTER_UNCLEAR'],
      ['RN=../x', '#RN'],
    ]) {
      const { status, json } = await get(path + query);
      const { Result } = json.TraC ?? json.CfgC;
      expect([path, status, Result.ErrorCode]).toEqual([path, 400, code]);
      expect([Result.Warning].flat().join()).toContain(code);
    }
  // A company alone is all its registers.
  expect((await get('/export?type=jou&TaxId=599999993')).status).toBe(200);
});
