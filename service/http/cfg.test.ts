import { expect, it } from 'vitest';
import { runService } from '../testing/running-service.ts';
import { PORTUGAL, sale } from '../testing/sales.ts';

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

const EVERYTHING = {
  Cmp: {
    ...{ Nam: 'Laden GmbH', label: 'Laden', Adr: 'Ring', AdrNr: '1', Zip: '1010', City: 'Wien', Ctry: 'FR' },
    ...{
      TaxId: 'FR1',
      TIN: '12/345',
      Org: '556677-8899',
      VATonPayment: '1',
      FR_NAF: '4711F',
      FR_CAPITAL: '1000',
    },
  },
  Loc: { TL: '7', Nam: 'Mitte', label: 'M', Adr: 'Ring', State: 'W', Ctry: 'FR', TaxId: 'FR2', FR_SIR: '1' },
  Trm: { TT: '3', SW: 'Pos', SWVersion: '4.2', HW: 'Box', HWModel: 'B 2', Serial: 'S1' },
  Dev: [
    { Id: '1', HW: 'Scale', Serial: '9' },
    { Id: '2', SW: 'Kiosk', SWVersion: '1' },
  ],
  DE_Agentur: [{ Id: '1', Nam: 'Lotto', TaxId: 'DE1' }],
  Doc: { ContactName: 'A. B.', PaymentTerms: '14 Tage', PaymentPeriod: '14', AccountIBAN: 'AT61' },
};

it('keeps every record, and knows it again in XML and JSON', async () => {
  const { get, post, records } = await runService({ cfg: null });
  const typed = {
    ...EVERYTHING,
    Cmp: { ...EVERYTHING.Cmp, VATonPayment: true },
    Doc: { ...EVERYTHING.Doc, PaymentPeriod: 14 },
    DE_Agentur: { _: 'DE_Agentur', ...EVERYTHING.DE_Agentur[0] },
  };
  expect((await post('/cfg', { Cfg: typed })).status).toBe(200);
  expect((await get('/cfg')).json).toEqual({ Cfg: EVERYTHING });
  const xml = (await get('/cfg', { accept: 'xml' })).text;
  expect(xml).toContain('<Dev Id="1" HW="Scale" Serial="9"/><Dev Id="2"');
  const again = await post('/cfg', xml, { 'content-type': 'text/xml' });
  expect(again.text).toContain('<CfgC SQ="1">');
  expect(await records()).toHaveLength(1);
});

it('warns of names that it does not know, each time', async () => {
  const { get, post } = await runService({ cfg: null });
  const { Cmp, Loc, Trm } = PORTUGAL;
  const Cfg = {
    Cmp: { ...Cmp, Xy: '1', Partner: '2', PT_Z: '3' },
    Loc,
    Trm,
    Dev: { Id: '1', Cop: '2' },
    Foo: {},
  };
  const Warning = ['Cfg.Cmp.Xy', 'Cfg.Dev[0].Cop', 'Cfg.Foo'].map(
    (place) => `${place}: unknown name, kept; extensions need names of five letters or more`,
  );
  for (let sent = 1; sent <= 2; sent++) {
    const { Result } = (await post('/cfg', { Cfg })).json.CfgC;
    expect(Result).toEqual({ RC: 'OK', Warning });
  }
  expect((await get('/cfg')).json.Cfg.Cmp).toMatchObject({ Xy: '1' });
});

it('changes the records that were sent, and leaves the others', async () => {
  const { get, post, records } = await runService({ cfg: null });
  await post('/cfg', { Cfg: EVERYTHING });
  const answer = await post('/cfg', { Cfg: { Trm: { TT: '3', SW: 'Pos', SWVersion: '4.3' } } });
  expect(answer.json.CfgC).toMatchObject({ SQ: 2, Result: { RC: 'OK' } });
  const changed = { ...EVERYTHING, Trm: { TT: '3', SW: 'Pos', SWVersion: '4.3' } };
  expect((await get('/cfg')).json).toEqual({ Cfg: changed });
  expect((await post('/cfg', { Cfg: { Loc: EVERYTHING.Loc } })).json.CfgC.SQ).toBe(2);
  expect(await records()).toHaveLength(2);
});

it('keeps location and terminal of a register by its name when they are left out', async () => {
  const { get, post } = await runService({ cfg: null });
  const at = '/cfg?rn=FR1$7_3';
  await post(at, { Cfg: { Cmp: EVERYTHING.Cmp } });
  await post(at, { Cfg: { Loc: { TL: '7', Nam: 'Mitte' } } });
  await post(at, { Cfg: { Cmp: EVERYTHING.Cmp } });
  expect((await get(at)).json.Cfg).toEqual({
    Cmp: EVERYTHING.Cmp,
    Loc: { TL: '7', Nam: 'Mitte' },
    Trm: { TT: '3' },
  });
});

it('needs the company first', async () => {
  const { post, records } = await runService({ cfg: null });
  const answer = await post('/cfg', { Cfg: { Trm: { TT: '1' } } });
  expect(answer.status).toBe(400);
  expect(answer.json.CfgC.Result.Warning.join()).toMatch(/Cfg\.Cmp/);
  expect(await records()).toHaveLength(0);
});

it('warns that no fiscal law is known of the country', async () => {
  const { post } = await runService({ cfg: null });
  const answer = await post('/cfg', { Cfg: { Cmp: { Ctry: 'CH', TaxId: '1' } } });
  expect(answer.status).toBe(200);
  expect(answer.json.CfgC.Result).toMatchObject({ RC: 'OK', Warning: [expect.stringMatching(/ of CH; /)] });
});

const { Cmp } = PORTUGAL;
it.each<[string, unknown, string, RegExp]>([
  ['no Cfg', { Tra: {} }, '#CFG', /Cfg/],
  ['no country', { Cfg: { Cmp: { TaxId: '1' } } }, '#CFG', /Cfg\.Cmp\.Ctry/],
  ['a country that is no code', { Cfg: { Cmp: { ...Cmp, Ctry: 'Portugal' } } }, '#CFG', /Cfg\.Cmp\.Ctry/],
  ['no tax id', { Cfg: { Cmp: { Ctry: 'PT' } } }, '#CFG', /Cfg\.Cmp\.TaxId/],
  ['a long label', { Cfg: { Cmp: { ...Cmp, label: '12345678901' } } }, '#CFG', /Cfg\.Cmp\.label/],
  ['nothing', { Cfg: {} }, '#CFG', /Cfg/],
  ['a text for a device', { Cfg: { Cmp, Dev: ['x'] } }, '#CFG', /Cfg\.Dev\[0\]/],
  ['a period that is none', { Cfg: { Cmp, Doc: { PaymentPeriod: 'soon' } } }, '#CFG', /Doc\.PaymentPeriod/],
  ['a flag that is none', { Cfg: { Cmp: { ...Cmp, VATonPayment: 'yes' } } }, '#CFG', /VATonPayment/],
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
  expect((await get('/cfg?rn=../x')).status).toBe(400);
});

it('sets up no more registers than the profile allows, and those that are there sell on', async () => {
  const running = await runService();
  await running.post('/profile', { Attributes: 'Register_max=3' });
  const setUp = (rn: string) =>
    running.post(`/cfg?RN=${rn}`, { Cfg: { Cmp: { Nam: 'Example', Ctry: 'LU', TaxId: `LU-${rn}` } } });
  for (const rn of ['b', 'c']) expect((await setUp(rn)).status).toBe(200);
  const refused = await setUp('d');
  expect([refused.status, refused.json.CfgC.Result]).toMatchObject([
    406,
    { RC: 'NO', ErrorCode: '#REGISTERS_FULL' },
  ]);
  // A till that names another terminal would be one more, too.
  const other = await running.post('/register', {
    Tra: { ESR: { ...sale('1.00').Tra.ESR, TaxId: 'PT599999993', TL: '9', TT: '9' } },
  });
  expect(other.json.TraC.Result.ErrorCode).toBe('#REGISTERS_FULL');
  expect((await running.post('/register?RN=b', sale('1.00'))).status).toBe(200);
  await running.post('/profile', { Attributes: 'Register_max=4' });
  expect((await setUp('d')).status).toBe(200);
});

it.each(['application/json', 'text/xml'])('takes what /last answered as unchanged (%s)', async (type) => {
  const { get, post } = await runService();
  const before = (await post('/cfg', { Cfg: PORTUGAL })).json.CfgC.SQ;
  const last = async () => (await get('/last?_=Cfg', { accept: type })).text;
  const answered = await last();
  const again = await post('/cfg', answered, { 'content-type': type, accept: 'application/json' });
  expect(again.json).toEqual({ CfgC: { SQ: before, Result: { RC: 'OK' } } });
  expect(await last()).toBe(answered);
  expect((await get('/cfg')).json).toEqual({ Cfg: PORTUGAL });
});
