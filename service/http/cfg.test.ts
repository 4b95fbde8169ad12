import { expect, it } from 'vitest';
import { runService } from '../testing/running-service.ts';
import { PORTUGAL } from '../testing/sales.ts';

it('stores a configuration and gives it back, also as XML', async () => {
  const { get, post, records } = await runService({ cfg: null });
  expect((await get('/cfg')).status).toBe(404);
  const answer = await post('/cfg', { Cfg: PORTUGAL });
  expect(answer.status).toBe(200);
  expect(answer.json.CfgC).toMatchObject({ SQ: 1, Result: { RC: 'OK' } });
  expect((await get('/cfg')).json).toEqual({ Cfg: PORTUGAL });
  expect((await get('/cfg', { accept: 'text/xml' })).text).toMatch(
    /<Cfg><Cmp Nam="Padaria Exemplo".*<Trm TT="1"\/><\/Cfg>$/,
  );
  expect(await records()).toHaveLength(1);
});

it('takes XML, and answers in it', async () => {
  const { get, post } = await runService({ cfg: null });
  const answer = await post(
    '/cfg',
    '<Cfg><Cmp Ctry="PT" TaxId="PT599999993" Nam="Café"/><Loc TL="2"/></Cfg>',
    {
      'content-type': 'text/xml',
    },
  );
  expect(answer.text).toMatch(/<CfgC SQ="1"><Result RC="OK"\/><\/CfgC>$/);
  expect((await get('/cfg')).json.Cfg).toMatchObject({ Cmp: { Nam: 'Café' }, Loc: { TL: '2' } });
});

it('does nothing when nothing changed', async () => {
  const { post, records } = await runService();
  const again = await post('/cfg', { Cfg: { Trm: PORTUGAL.Trm, Loc: PORTUGAL.Loc, Cmp: PORTUGAL.Cmp } });
  expect(again.json.CfgC).toMatchObject({ SQ: 1, Result: { RC: 'OK' } });
  expect(await records()).toHaveLength(1);
});

it('warns that receipts of a country without a module are not fiscally signed', async () => {
  const { post } = await runService({ cfg: null });
  const answer = await post('/cfg', { Cfg: { Cmp: { Ctry: 'DE', TaxId: 'DE1' } } });
  expect(answer.status).toBe(200);
  expect(answer.json.CfgC.Result).toMatchObject({ RC: 'OK', ErrorCode: '#NOT_FISCALISED' });
});

const { Cmp } = PORTUGAL;
it.each<[string, unknown, string, RegExp]>([
  ['no Cfg', { Tra: {} }, '#CFG', /Cfg/],
  ['no country', { Cfg: { Cmp: { TaxId: '1' } } }, '#CFG', /Cfg\.Cmp\.Ctry/],
  ['a country that is no code', { Cfg: { Cmp: { ...Cmp, Ctry: 'Portugal' } } }, '#CFG', /Cfg\.Cmp\.Ctry/],
  ['no tax id', { Cfg: { Cmp: { Ctry: 'PT' } } }, '#CFG', /Cfg\.Cmp\.TaxId/],
  ['a long label', { Cfg: { Cmp: { ...Cmp, label: '12345678901' } } }, '#CFG', /Cfg\.Cmp\.label/],
  ['text for a group', { Cfg: { Cmp: 'x' } }, '#CFG', /Cfg\.Cmp/],
  ['a terminal that makes no series', { Cfg: { Cmp, Loc: { TL: 'á' } } }, '#PT_SERIES', /á/],
  ['a hidden name', '{"Cfg":{"Cmp":{"Ctry":"PT","TaxId":"1","__proto__":{"x":1}}}}', '#NAME', /__proto__/],
])('refuses %s, names the place and changes nothing', async (_what, body, code, place) => {
  const { get, post, records } = await runService();
  const answer = await post('/cfg', body as object | string);
  expect(answer.status).toBe(400);
  expect(answer.json.CfgC.Result).toMatchObject({ RC: 'BAD', ErrorCode: code });
  expect(answer.json.CfgC.Result.Warning.join()).toMatch(place);
  expect((await get('/cfg')).json).toEqual({ Cfg: PORTUGAL });
  expect(await records()).toHaveLength(1);
});

it('refuses a register name that is none', async () => {
  const { post, get } = await runService();
  expect((await post('/cfg?rn=../x', { Cfg: PORTUGAL })).json.CfgC.Result.ErrorCode).toBe('#RN');
  expect((await get('/cfg?rn=../x')).status).toBe(404);
});
