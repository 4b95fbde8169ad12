/** The emulator against requests that no client of ours sends. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NOW, PRODUCER, USER } from '../../countries/at/finanzonline/testing/access.ts';
import { KEY, receiptCode } from '../../countries/at/finanzonline/testing/receipts.ts';
import { startEmulator, type Emulator } from './emulator.ts';
import { timeOf, viennaTime } from './time.ts';

const { participant, user, pin } = USER;

let emulator: Emulator;
let session: string;
beforeAll(async () => {
  emulator = await startEmulator({ users: [USER], clock: { now: () => NOW } });
});
afterAll(() => emulator.stop());
afterEach(() => {
  emulator.units.length = 0;
  emulator.registers.length = 0;
  emulator.databox.length = 0;
  emulator.requests.length = 0;
});

interface Sent {
  path?: string;
  action?: string;
  type?: string;
  method?: string;
}

/** Sends text as it is. */
async function send(
  text: string,
  { path = '/rkdb', action = '"rkdb"', type = 'text/xml', method = 'POST' }: Sent = {},
) {
  const response = await fetch(emulator.url + path, {
    method,
    headers: { 'content-type': type, soapaction: action },
    ...(method === 'POST' && { body: text }),
  });
  const body = await response.text();
  const part = (name: string) => new RegExp(`<(?:\\w+:)?${name}[^>]*>([^<]*)</`).exec(body)?.[1] ?? '';
  return { status: response.status, body, rc: part('rc'), detail: part('ValidationError'), id: part('id') };
}

const envelope = (body: string, namespace = 'http://schemas.xmlsoap.org/soap/envelope/') =>
  `<s:Envelope xmlns:s="${namespace}"><s:Body>${body}</s:Body></s:Envelope>`;
const loginText = (fields: string) =>
  envelope(`<loginRequest xmlns="https://finanzonline.bmf.gv.at/fon/ws/session">${fields}</loginRequest>`);
const FIELDS = `<tid>${participant}</tid><benid>${user}</benid><pin>${pin}</pin><herstellerid>${PRODUCER}</herstellerid>`;
const login = (fields = FIELDS) => send(loginText(fields), { path: '/session', action: 'login' });
const logout = (id: string) =>
  send(
    envelope(
      `<logoutRequest xmlns="https://finanzonline.bmf.gv.at/fon/ws/session"><tid>${participant}</tid><benid>${user}</benid><id>${id}</id></logoutRequest>`,
    ),
    { path: '/session', action: '"logout"' },
  );
const head = (mode = 'T', id = session) =>
  `<tid>${participant}</tid><benid>${user}</benid><id>${id}</id><art_uebermittlung>${mode}</art_uebermittlung>`;
const NAME = '<paket_nr>1</paket_nr><ts_erstellung>2026-01-15T11:15:30</ts_erstellung>';
const request = (content: string, first = head()) =>
  envelope(`<rkdbRequest xmlns="https://finanzonline.bmf.gv.at/rkdb">${first}${content}</rkdbRequest>`);
const rkdb = (content: string, first = head()) => send(request(`<rkdb>${NAME}${content}</rkdb>`, first));
const unit = (serial: string, entry = 1, hex = ' hex="true"') =>
  `<registrierung_se><satznr>${entry}</satznr><kundeninfo>Kunde ${entry}</kundeninfo><art_se>SIGNATURKARTE</art_se>` +
  `<vda_id>AT1</vda_id><zertifikatsseriennummer${hex}>${serial}</zertifikatsseriennummer></registrierung_se>`;
const register = (id: string, key = KEY) =>
  `<registrierung_kasse><satznr>1</satznr><kassenidentifikationsnummer>${id}</kassenidentifikationsnummer>` +
  `<benutzerschluessel>${key}</benutzerschluessel></registrierung_kasse>`;
const statusOf = (id: string, first = head()) =>
  send(
    request(
      `<status_kasse>${NAME}<satznr>1</satznr><kassenidentifikationsnummer>${id}</kassenidentifikationsnummer></status_kasse>`,
      first,
    ),
  );

beforeAll(async () => {
  session = (await login()).id;
  emulator.requests.length = 0;
});

describe('HTTP', () => {
  it('goes to the two addresses, by POST, as XML', async () => {
    expect((await send('', { path: '/other' })).status).toBe(404);
    expect((await send('', { method: 'GET' })).status).toBe(405);
    expect((await send('', { type: 'application/soap+xml' })).status).toBe(415);
    expect((await send('x'.repeat(10_000_001))).status).toBe(413);
    expect(emulator.requests.map((r) => r.code)).toEqual(['404', '405', '415', '413']);
  });

  it('needs the operation of the address', async () => {
    for (const action of ['', '"login"', 'other']) {
      expect(await send(request(''), { action })).toMatchObject({ status: 500 });
    }
    expect(await send(loginText(FIELDS), { path: '/session', action: '"rkdb"' })).toMatchObject({
      status: 500,
    });
  });
});

describe('the message', () => {
  it.each([
    ['no XML', 'rkdb'],
    ['a document type declaration', `<!DOCTYPE x><x/>`],
    ['no envelope', '<rkdbRequest xmlns="https://finanzonline.bmf.gv.at/rkdb"/>'],
    ['SOAP 1.2', envelope('<x/>', 'http://www.w3.org/2003/05/soap-envelope')],
    ['an empty body', envelope('')],
    ['two requests', envelope('<x/><x/>')],
    ['deep nesting', envelope('<a>'.repeat(30) + '</a>'.repeat(30))],
  ])('is a fault with %s', async (_what, text) => {
    const answer = await send(text);
    expect(answer.status).toBe(500);
    expect(answer.body).toContain('<faultcode>SOAP-ENV:Client</faultcode>');
  });

  it.each([
    ['another request', envelope('<loginRequest xmlns="https://finanzonline.bmf.gv.at/fon/ws/session"/>')],
    ['no namespace', envelope('<rkdbRequest/>')],
    ['another namespace', envelope('<rkdbRequest xmlns="https://finanzonline.bmf.gv.at/RKDB"/>')],
  ])('is a fault with %s', async (_what, text) => {
    expect((await send(text)).detail).not.toBe('');
  });
});

describe('the schema', () => {
  const DONE = unit('3a7f01');
  const replaced = (from: string | RegExp, to: string) => DONE.replace(from, to);

  it('takes what follows it', async () => {
    expect(await rkdb(DONE)).toMatchObject({ status: 200, rc: '0' });
  });

  it.each([
    ['no entry', '', /the end found, expected: registrierung_se/],
    ['two kinds of entries', DONE + register('K'), /registrierung_kasse found, expected: nothing/],
    ['an unknown element', replaced('<art_se>', '<x/><art_se>'), /x found, expected: art_se/],
    [
      'another order',
      replaced(/(<art_se>.*<\/art_se>)(<vda_id>.*<\/vda_id>)/, '$2$1'),
      /vda_id found, expected: art_se/,
    ],
    ['a missing field', replaced(/<vda_id>.*<\/vda_id>/, ''), /expected: vda_id/],
    [
      'no certificate',
      replaced(/<zert.*nummer>/, ''),
      /the end found, expected: zertifikatsseriennummer, zertifikat/,
    ],
    [
      'two certificates',
      replaced('</registrierung_se>', '<zertifikat>QUJD</zertifikat></registrierung_se>'),
      /zertifikat found, expected: nothing/,
    ],
    ['text between', replaced('<art_se>', 'x<art_se>'), /has text/],
    ['elements in a text', replaced('AT1', '<x/>'), /has elements/],
    ['an attribute', replaced('<vda_id>', '<vda_id x="1">'), /attribute x/],
    ['a wrong attribute', replaced('"true"', '"ja"'), /attribute hex/],
    ['a wrong kind', replaced('SIGNATURKARTE', 'KARTE'), /'KARTE' of element art_se/],
    ['a wrong provider', replaced('AT1', 'AT100'), /vda_id/],
    ['blanks', replaced('AT1', ' AT1'), /vda_id/],
    ['a wrong serial number', replaced('3a7f01', '0x3a'), /zertifikatsseriennummer/],
    ['entry 0', replaced('<satznr>1<', '<satznr>0<'), /satznr/],
    ['no customer', replaced('Kunde 1', ''), /kundeninfo/],
    ['a short key', register('K', KEY.slice(1)), /benutzerschluessel/],
    ['an underscore', register('K_1'), /kassenidentifikationsnummer/],
    ['a long id', register('K'.repeat(51)), /kassenidentifikationsnummer/],
    [
      'two receipts',
      `<belegpruefung><satznr>1</satznr><beleg>${receiptCode()}</beleg></belegpruefung>`.repeat(2),
      /expected: nothing/,
    ],
    ['half a receipt', '<belegpruefung><satznr>1</satznr><beleg>_R1-AT1_K</beleg></belegpruefung>', /beleg/],
    [
      'an outage without a time',
      '<ausfall_kasse><satznr>1</satznr><kassenidentifikationsnummer>K</kassenidentifikationsnummer><ausfall><begruendung>1</begruendung></ausfall></ausfall_kasse>',
      /expected: beginn_ausfall/,
    ],
    [
      'a time that is none',
      '<wiederinbetriebnahme_kasse><satznr>1</satznr><kassenidentifikationsnummer>K</kassenidentifikationsnummer><ende_ausfall>2026-02-30T00:00:00Z</ende_ausfall></wiederinbetriebnahme_kasse>',
      /ende_ausfall/,
    ],
  ])('refuses %s', async (_what, content, detail) => {
    const answer = await rkdb(content);
    expect(answer).toMatchObject({ status: 500, detail: expect.stringMatching(detail) });
    expect(emulator.units).toEqual([]);
  });

  it.each([
    ['a session id', head('T', 'short')],
    ['a mode', head('X')],
    ['the order', head().replace(/(<tid>.*<\/tid>)(<benid>.*<\/benid>)/, '$2$1')],
    ['a flag', `${head()}<erzwinge_asynchron>ja</erzwinge_asynchron>`],
  ])('refuses %s of the head that is wrong', async (_what, first) => {
    expect(await rkdb(DONE, first)).toMatchObject({ status: 500, detail: expect.stringMatching(/./) });
  });

  it.each(['0', '1000000000', '1.5', '-1', 'x'])('refuses %s as packet number', async (number) => {
    const text = request(`<rkdb>${NAME}${DONE}</rkdb>`).replace('>1</paket_nr>', `>${number}</paket_nr>`);
    expect((await send(text)).detail).toMatch(/paket_nr/);
  });

  it('takes no more than 2000 units', async () => {
    const units = Array.from({ length: 2001 }, (_, i) => unit(`a${i}`, i + 1)).join('');
    expect((await rkdb(units)).detail).toMatch(/registrierung_se found, expected: nothing/);
  });

  it.each([
    ['tid', FIELDS.replace(participant, 'short')],
    ['benid', FIELDS.replace(user, 'abcd')],
    ['pin', FIELDS.replace(pin, 'x'.repeat(129))],
    ['herstellerid', FIELDS.replace(PRODUCER, 'ATU')],
    ['herstellerid', FIELDS.replace(/<herst.*/, '')],
  ])('of the login refuses a wrong %s', async (field, fields) => {
    expect(await login(fields)).toMatchObject({ status: 500, detail: expect.stringContaining(field) });
  });
});

describe('sessions', () => {
  it('are those of one user, until they are closed', async () => {
    const { id, rc } = await login();
    expect(rc).toBe('0');
    expect(await statusOf('K', head('T', id))).toMatchObject({ rc: 'B32' });
    expect(await statusOf('K', head('T', id).replace(user, 'kasse009'))).toMatchObject({ rc: '-1' });
    expect(await logout(id)).toMatchObject({ rc: '0' });
    expect(await logout(id)).toMatchObject({ rc: '-1' });
    expect(await statusOf('K', head('T', id))).toMatchObject({ status: 200, rc: '-1' });
  });

  it('are not checked before the schema', async () => {
    expect(await rkdb('', head('T', 'nosuchsession'))).toMatchObject({ status: 500 });
  });
});

describe('several reports in a packet', () => {
  it('are carried out, with the results in the DataBox and nothing but a receipt in the answer', async () => {
    const answer = await rkdb(unit('a1', 1) + unit('a2', 2) + unit('a1', 3));
    expect(answer.body.match(/<ns0:result>/g)).toHaveLength(1);
    expect(answer.rc).toBe('0');
    expect(emulator.databox).toEqual([
      { packet: '1', entry: '1', customer: 'Kunde 1', code: '0' },
      { packet: '1', entry: '2', customer: 'Kunde 2', code: '0' },
      { packet: '1', entry: '3', customer: 'Kunde 3', code: 'B10' },
    ]);
    expect(emulator.units).toHaveLength(2);
  });

  it('are what one report can be made, but neither status nor receipt', async () => {
    const forced = `${head()}<erzwinge_asynchron>true</erzwinge_asynchron>`;
    expect(await rkdb(unit('a1'), forced)).toMatchObject({ rc: '0' });
    expect(await rkdb(unit('a1'), forced)).toMatchObject({ rc: '0' });
    expect(emulator.databox.map((d) => d.code)).toEqual(['0', 'B10']);
    expect(await statusOf('K', forced)).toMatchObject({ rc: '998' });
    const receipt = `<belegpruefung><satznr>1</satznr><beleg>${receiptCode()}</beleg></belegpruefung>`;
    expect(await rkdb(receipt, forced)).toMatchObject({ rc: '43' });
  });
});

describe('reports', () => {
  it('come back with customer and entry', async () => {
    const { body } = await rkdb(unit('a1', 99));
    expect(body).toContain('<ns0:satznr>99</ns0:satznr><ns0:kundeninfo>Kunde 99</ns0:kundeninfo>');
  });

  it('have serial numbers in decimal or hexadecimal', async () => {
    await rkdb(unit('255', 1, ''));
    expect(emulator.units).toMatchObject([{ serial: 255n }]);
    expect(await rkdb(unit('ff'))).toMatchObject({ rc: 'B10' });
    expect(await rkdb(unit('00FF'))).toMatchObject({ rc: 'B10' });
    expect(await rkdb(unit('0ff', 1, ' hex="false"'))).toMatchObject({ rc: 'B10' });
    expect(await rkdb(unit('255'))).toMatchObject({ rc: '0' });
  });

  it.each([
    ['ausfall_se', 3, 'B35'],
    ['ausfall_se', 5, 'B20'],
    ['ausfall_se', 6, 'B20'],
    ['ausfall_kasse', 2, 'B20'],
    ['ausfall_kasse', 98, 'B35'],
  ])('%s for reason %d are refused with %s', async (kind, reason, code) => {
    await rkdb(unit('a1'));
    await rkdb(register('K'));
    const subject = kind.endsWith('_se')
      ? '<zertifikatsseriennummer hex="1">a1</zertifikatsseriennummer>'
      : '<kassenidentifikationsnummer>K</kassenidentifikationsnummer>';
    const outage = `<ausfall><begruendung>${reason}</begruendung><beginn_ausfall>2026-01-15T11:15:30</beginn_ausfall></ausfall>`;
    const report = (inner: string) => rkdb(`<${kind}><satznr>1</satznr>${subject}${inner}</${kind}>`);
    expect(await report(outage)).toMatchObject({ rc: code });
    const end = `<ausserbetriebnahme><begruendung>${reason === 6 ? 1 : reason}</begruendung></ausserbetriebnahme>`;
    expect(await report(end)).toMatchObject({ rc: code });
  });

  it('for others need a power of attorney', async () => {
    expect(await send(request(`<rkdb><fastnr>123456789</fastnr>${NAME}${unit('a1')}</rkdb>`))).toMatchObject({
      rc: '32',
    });
  });

  it('of keys that are none are refused', async () => {
    await rkdb(unit('a1'));
    expect(await rkdb(register('K', '='.repeat(44)))).toMatchObject({ rc: 'V1' });
  });

  it('leave no secret in the notes', async () => {
    await login();
    await rkdb(unit('a1'));
    await rkdb(register('K'));
    const notes = JSON.stringify(emulator.requests);
    for (const secret of [pin, session, KEY]) expect(notes).not.toContain(secret);
    expect(emulator.requests.at(-1)).toEqual({
      at: NOW,
      kind: 'registrierung_kasse',
      participant,
      packet: 1,
      mode: 'T',
      entries: 1,
      code: '0',
    });
  });
});

describe('times', () => {
  it.each([
    ['2026-01-15T11:15:30.457+01:00', '2026-01-15T10:15:30.457Z'],
    ['2026-07-15T12:15:30.000+02:00', '2026-07-15T10:15:30Z'],
    ['2026-10-25T02:30:00.000+02:00', '2026-10-25T00:30:00Z'],
    ['2026-10-25T02:30:00.000+01:00', '2026-10-25T01:30:00Z'],
  ])('%s are Austrian', (text, utc) => {
    expect(viennaTime(Date.parse(utc))).toBe(text);
    expect(timeOf(text)).toBe(Date.parse(utc));
  });

  it('without a zone are Austrian, too', () => {
    expect(timeOf('2026-01-15T11:15:30')).toBe(Date.parse('2026-01-15T10:15:30Z'));
    expect(timeOf('2026-07-15T12:15:30.5')).toBe(Date.parse('2026-07-15T10:15:30.500Z'));
  });
});

it('waits before it answers when it is told to', async () => {
  emulator.slow(150);
  const start = performance.now();
  await statusOf('K');
  emulator.slow(0);
  expect(performance.now() - start).toBeGreaterThan(140);
});
