/** Several terminals of one register, and registers of several companies: whose sale a request is about. */
import { expect, it } from 'vitest';
import { runService } from '../testing/running-service.ts';
import { PORTUGAL, sale } from '../testing/sales.ts';

/** A service whose `def` sells at two terminals, 1/1 and 5/6, each with a receipt 1; that of 1/1 is the older one. */
async function twoTerminals() {
  const running = await runService();
  await running.post('/register', sale('1.00', { TN: '1' }));
  const other = await running.post('/register', sale('2.00', { TL: '5', TT: '6', TN: '1' }));
  expect(other.json.TraC.ESR.FN).toBe('FS 5_6.26/1');
  return running;
}

it.each(['TaxId=PT599999993&TL=5&TT=6', 'TL=5&TT=6', 'TT=5/6', 'RN_TT=5_6', 'RN=def&TL=5&TT=6'])(
  'a sale is numbered at the terminal that the address names by %s',
  async (query) => {
    const { post, records } = await twoTerminals();
    const sold = await post(`/register?${query}`, sale('1.00', { TN: '2' }));
    expect(sold.json.TraC.ESR).toMatchObject({ TN: '2', FN: 'FS 5_6.26/2' });
    const again = await post(`/restart?${query}`, sale('1.00', { TN: '2' }));
    expect(again.json.TraC).toMatchObject({ SQ: sold.json.TraC.SQ, Result: { ErrorCode: '#DUPLICATE' } });
    const xml = `<Tra><ESR TN="3">${'<PosA><Pos Dsc="x" TaxG="A" Amt="1"/></PosA><PayA><Pay Dsc="y" Amt="1"/></PayA>'}</ESR></Tra>`;
    expect((await post(`/register?${query}`, xml)).text).toContain('FN="FS 5_6.26/3"');
    const voided = await post(`/register/void?${query}`, { Tra: { ESR: { TN: '1' } } });
    expect(voided.json.TraC.Result.RC).toBe('OK');
    expect((await records()).at(-1).ESR.RFN).toBe('FS 5_6.26/1');
  },
);

it('what a record itself says of its terminal counts before the address', async () => {
  const { post } = await twoTerminals();
  const sold = await post('/register?TL=5&TT=6', sale('1.00', { TT: '1/1', TN: '2' }));
  expect(sold.json.TraC.ESR.FN).toBe('FS 1_1.26/2');
});

it.each<[string, string, object | string]>([
  ['the address', '?TL=1&TT=1', ''],
  ['the sender of the void', '', { Tra: { SESR: { TL: '1', TT: '1' } } }],
])('the last sale is that of the terminal that %s names', async (_who, query, body) => {
  const { post, records } = await twoTerminals();
  expect((await post(`/register/void/last${query}`, body)).json.TraC.Result.RC).toBe('OK');
  expect((await records()).at(-1).ESR).toMatchObject({ RFN: 'FS 1_1.26/1', T: '-1.00' });
  expect((await post('/register/void/last?TL=7&TT=7', '')).json.TraC.Result.ErrorCode).toBe(
    '#ORIGINAL_NOT_FOUND',
  );
});

it.each<[string, string, object | string]>([
  ['ESR.TN', 'JSON', { Tra: { ESR: { TN: '1' } } }],
  ['ESR.TN', 'XML', '<Tra><SESR Opr="7"/><ESR TN="1"/></Tra>'],
  ['ESR.TL', 'JSON without Tra', { ESR: { TL: '1', TT: '1' } }],
  ['ESR.PosA', 'a whole receipt', { TraV: sale().Tra }],
  ['Receipt', 'something else', { Tra: { Receipt: '1' } }],
  ['TraS', 'another record', { TraS: { ESR: {} } }],
])('the last sale cannot be chosen: %s in the body is refused (%s)', async (field, _how, body) => {
  const { post, records } = await twoTerminals();
  const before = (await records()).length;
  const { Result } = (await post('/register/void/last', body, { accept: 'application/json' })).json.TraC;
  expect(Result).toMatchObject({ RC: 'BAD', ErrorCode: '#RECORD' });
  expect(Result.Warning[0]).toMatch(new RegExp(`^#RECORD ${field}: .*/register/void`));
  expect(await records()).toHaveLength(before);
});

it.each<object | string>([
  '',
  '{}',
  { Tra: {} },
  { Tra: { ESR: {} } },
  { SESR: { Opr: '7' } },
  '<Tra/>',
  '<Tra xmlns="http://example.com/pos"><SESR Opr="7"/></Tra>',
])('the last sale is taken back by a body that chooses none: %j', async (body) => {
  const { post } = await twoTerminals();
  expect((await post('/register/void/last', body)).status).toBe(200);
});

it('nothing that says nearly nothing takes a receipt back', async () => {
  const { post, records } = await twoTerminals();
  for (const Tra of [{ ESR: { TN: '' } }, { ESR: {} }, { SESR: { TN: 'V' }, ESR: { PosA: [], PayA: [] } }]) {
    const { status, json } = await post('/register/void', { Tra });
    expect([status, json.TraC.Result.ErrorCode]).toEqual([400, '#ORIGINAL_NOT_FOUND']);
  }
  const started = await post('/register/void', { TraS: { ESR: { TN: '1' } } });
  expect(started.json.TraSC?.Result ?? started.json.TraC.Result).toMatchObject({ ErrorCode: '#RECORD' });
  const begun = await post('/register/void', { TraU: { ESR: { TN: '1' } } });
  expect(begun.json.TraUC?.Result ?? begun.json.TraC.Result).toMatchObject({ ErrorCode: '#RECORD' });
  expect((await post('/restart', { Tra: { ESR: {} } })).json.TraC.Result.ErrorCode).toBe('#POSA_MISSING');
  expect(await records('def', '_=Tra')).toHaveLength(2);
});

it('the sender of a void cannot make it nonfiscal', async () => {
  const { post, records } = await twoTerminals();
  await post('/register/void', { Tra: { SESR: { NF: 'x', NFS: 'Info', TN: 'V' }, ESR: { TN: '1' } } });
  const last = (await records()).at(-1).ESR;
  expect(last).toMatchObject({ TN: 'V', RFN: 'FS 1_1.26/1' });
  expect(last).not.toHaveProperty('NF');
});

it('a sale of one company is not signed by the register of another', async () => {
  const { post, records } = await runService();
  const other = { ...PORTUGAL, Cmp: { ...PORTUGAL.Cmp, TaxId: 'PT509876544' } };
  const rn = encodeURIComponent('PT599999993$9_1');
  await post(`/cfg?RN=${rn}`, { Cfg: { ...other, Loc: { TL: '9' } } });
  const body = sale('1.00', { TaxId: 'PT509876544', TL: '9', TT: '1' });
  expect((await post(`/register?RN=${rn}`, sale('1.00', { TL: '9' }))).json.TraC.Result.RC).toBe('OK');
  expect((await post('/register', body)).json.TraC.ESR.FN).toMatch(/^FS 9_1/);
  // Its name says one company, its configuration another.
  const wrong = sale('1.00', { TaxId: 'PT599999993', TL: '9', TT: '1' });
  const { status, json } = await post('/register', wrong);
  expect([status, json.TraC.Result.ErrorCode]).toEqual([400, '#REGISTER_UNCLEAR']);
  expect(await records('PT599999993$9_1', '_=Tra')).toHaveLength(2);
});

it('an element without anything is one, in XML as in JSON', async () => {
  const { post } = await runService();
  expect((await post('/register', '<TraS><ESR/></TraS>')).status).toBe(200);
  expect((await post('/register', { TraS: { ESR: {} } })).status).toBe(200);
  expect((await post('/register', '<Tra><ESR/></Tra>')).text).toContain('#POSA_MISSING');
});
