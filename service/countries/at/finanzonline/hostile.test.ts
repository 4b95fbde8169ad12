/** The client against servers that answer nonsense, too much, too late or with secrets. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:https';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeCertificate } from '../../../certificates/write.ts';
import type { FinanzOnlineAccess } from './access.ts';
import { FinanzOnline } from './client.ts';
import { startEmulator } from '../../../emulators/finanzonline/emulator.ts';
import { accessTo, fakeServer, USER } from './testing/access.ts';
import { KEY, receiptCode, REGISTER } from './testing/receipts.ts';

const SESSION = 'lB0BWZjc2qyw1RJzAxpw64WT';
const PACKET = { number: 7, mode: 'T' } as const;
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

const envelope = (body: string) =>
  `<E:Envelope xmlns:E="${SOAP}"><E:Header/><E:Body>${body}</E:Body></E:Envelope>`;
const LOGIN = envelope(
  `<loginResponse xmlns="https://finanzonline.bmf.gv.at/fon/ws/session"><id>${SESSION}</id><rc>0</rc></loginResponse>`,
);
const response = (inner: string) =>
  envelope(`<n:rkdbResponse xmlns:n="https://finanzonline.bmf.gv.at/rkdb">${inner}</n:rkdbResponse>`);
const HEAD = '<n:paket_nr>7</n:paket_nr><n:ts_erstellung>2026-01-15T11:15:30</n:ts_erstellung>';
const message = (rc: string, msg = '') =>
  `<n:rkdbMessage><n:rc>${rc}</n:rc>${msg === '' ? '<n:msg/>' : `<n:msg>${msg}</n:msg>`}</n:rkdbMessage>`;
const result = (rc: string, more = '', msg = '') =>
  response(`${HEAD}<n:result><n:satznr>1</n:satznr>${message(rc, msg)}${more}</n:result>`);
const status = (text: string) =>
  `<n:abfrage_ergebnis><ts_registrierung>2026-01-15T11:15:30.852+01:00</ts_registrierung><status>${text}</status>` +
  '<ts_status>2026-01-15T11:15:31.000+01:00</ts_status></n:abfrage_ergebnis>';

const answer =
  (text: string | Buffer, code = 200): RequestListener =>
  (_request, reply) => {
    reply.writeHead(code, { 'content-type': 'text/xml' }).end(text);
  };

/** A client of a server whose cash register service does this; the login works unless told otherwise. */
async function clientOf(
  rkdb: RequestListener,
  more: Partial<FinanzOnlineAccess> = {},
  login: RequestListener = answer(LOGIN),
) {
  const server = await fakeServer((request, reply) => {
    (request.url === '/fonws/ws/session' ? login : rkdb)(request, reply);
  });
  stop = server.stop;
  const access = accessTo(server.url, more);
  return { client: new FinanzOnline(access), access };
}

async function ask(rkdb: RequestListener, more: Partial<FinanzOnlineAccess> = {}) {
  const { client } = await clientOf(rkdb, more);
  return client.status(PACKET, { register: REGISTER });
}

const unreadable = (text: RegExp) => ({
  later: { reason: 'unreadable', code: null, text: expect.stringMatching(text), maybeDone: true },
});

it('understands an answer of the shape that FinanzOnline gives', async () => {
  expect(await ask(answer(result('0', status('AUSFALL'))))).toEqual({
    ok: {
      status: 'AUSFALL',
      registered: '2026-01-15T11:15:30.852+01:00',
      since: '2026-01-15T11:15:31.000+01:00',
    },
  });
});

describe('an answer that cannot be understood', () => {
  it.each([
    ['nothing', '', /not well-formed XML/],
    ['a page', '<!DOCTYPE html><html><body>Wartung</body></html>', /document type declaration/],
    ['a broken page', '<html><p>Wartung<br></html>', /not well-formed XML/],
    ['JSON', '{"rc":0}', /not well-formed XML/],
    ['half an answer', result('0').slice(0, 250), /not well-formed XML/],
    ['an empty body', envelope(''), /is empty/],
    ['another answer', LOGIN, /it is loginResponse/],
    ['no result', response(HEAD), /0 results/],
    ['two results', response(HEAD + '<n:result/>'.repeat(2)), /2 results/],
    ['no return code', response(`${HEAD}<n:result><n:satznr>1</n:satznr></n:result>`), /no return code/],
    ['an empty return code', result(''), /no return code/],
    ['a long return code', result('B'.repeat(13)), /no return code/],
    ['another packet', result('0').replace('>7<', '>8<'), /about another packet/],
    ['no packet', result('0').replace(HEAD, ''), /about another packet/],
    ['a status that is none', result('0', status('KAPUTT')), /status that is not known/],
    ['no status', result('0'), /has no status/],
    ['entities', `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(99)}">]>${envelope('<x>&a;</x>')}`, /document type/],
    ['an unknown entity', envelope('<x>&a;</x>'), /not well-formed XML/],
    ['too deep a tree', envelope('<a>'.repeat(5000)), /nested elements/],
    ['bytes', Buffer.from([0xff, 0xfe, 0x3c]), /not UTF-8/],
    ['too much', `${result('0')}${' '.repeat(1_000_001)}`, /longer than 1000000 bytes/],
  ])('for %s', async (_what, text, expected) => {
    expect(await ask(answer(text))).toEqual(unreadable(expected));
  });
});

describe('return codes', () => {
  it('of the session or the service as a whole need no packet', async () => {
    expect(await ask(answer(result('-2').replace(HEAD, '')))).toMatchObject({
      later: { reason: 'maintenance' },
    });
  });

  it('that are several: the first that is not 0 decides, all messages are told', async () => {
    const several = message('0', 'gut') + message('B5', 'zu früh') + message('B21', 'zu spät');
    const text = response(`${HEAD}<n:result><n:satznr>1</n:satznr>${several}</n:result>`);
    expect(await ask(answer(text))).toMatchObject({
      refused: { code: 'B5', message: 'gut – zu früh – zu spät' },
    });
  });

  it('are told with one line of bounded length', async () => {
    const said = `eins\nzwei\u0085drei\u202Evier ${'x'.repeat(100_000)}`;
    const outcome = await ask(answer(result('B5', '', said)));
    expect(outcome).toMatchObject({
      refused: { message: expect.stringMatching(/^eins zwei drei vier x+…$/) },
    });
    expect(JSON.stringify(outcome).length).toBeLessThan(1500);
  });
});

describe('the result of a receipt check', () => {
  const check = (id: string, state: string, text = '', inner = '') =>
    `<n:verificationResult><n:verificationId>${id}</n:verificationId><n:verificationState>${state}</n:verificationState>` +
    `<n:verificationResultDetailedMessage>${text}</n:verificationResultDetailedMessage>` +
    '<n:input><RECEIPT xmlns="urn:x">_R1-AT1</RECEIPT></n:input>' +
    `${inner === '' ? '' : list(inner)}</n:verificationResult>`;
  const list = (inner: string) => `<n:verificationResultList>${inner}</n:verificationResultList>`;
  const checked = async (text: string) => {
    const { client } = await clientOf(answer(text));
    return client.checkReceipt(PACKET, receiptCode());
  };

  it('passes by its code, with or without a tree', async () => {
    expect(await checked(result('0'))).toEqual({ ok: { verdict: '' } });
    expect(await checked(result('0', list(check('A', 'PASS', 'gut'))))).toEqual({ ok: { verdict: 'gut' } });
  });

  it('does not pass when code and tree contradict each other', async () => {
    expect(await checked(result('0', list(check('A', 'FAIL', 'schlecht'))))).toMatchObject({
      refused: { code: '43', message: 'schlecht', findings: [{ id: 'A' }] },
    });
  });

  it('names the innermost checks that failed and have words, and no others', async () => {
    const tree = check(
      'ROOT',
      'FAIL',
      'alles',
      check('OK', 'PASS', '', check('UNDER_OK', 'FAIL', 'zählt nicht')) +
        check('MIDDLE', 'FAIL', 'Mitte', check('SILENT', 'FAIL')) +
        check('OUTER', 'FAIL', 'außen', check('INNER', 'FAIL', 'innen')) +
        check('NOT', 'NOT_EXECUTED', 'nein'),
    );
    expect(await checked(result('43', list(tree)))).toMatchObject({
      refused: {
        message: 'alles',
        findings: [
          { id: 'MIDDLE', message: 'Mitte' },
          { id: 'INNER', message: 'innen' },
        ],
      },
    });
  });

  it('has a bounded number of findings', async () => {
    const many = check('ROOT', 'FAIL', '', check('A', 'FAIL', 'x').repeat(500));
    const outcome = await checked(result('43', list(many)));
    expect(outcome).toMatchObject({ refused: { findings: { length: 20 } } });
  });
});

describe('HTTP', () => {
  it('redirects are not followed', async () => {
    let requests = 0;
    const outcome = await ask((_request, reply) => {
      requests += 1;
      reply.writeHead(302, { location: '/fonws/ws/rkdb' }).end();
    });
    expect(outcome).toMatchObject({ refused: { code: 'HTTP', text: 'FinanzOnline answered with HTTP 302' } });
    expect(requests).toBe(1);
  });

  it('a result with an error status is none', async () => {
    expect(await ask(answer(result('0', status('IN_BETRIEB')), 500))).toMatchObject({
      later: { reason: 'unreachable', text: 'FinanzOnline answered with HTTP 500', maybeDone: true },
    });
  });

  it('an answer that breaks off is worth another try', async () => {
    const outcome = await ask((_request, reply) => {
      reply.writeHead(200, { 'content-length': 1000 });
      reply.write('<E:Envelope', () => reply.destroy());
    });
    expect(outcome).toMatchObject({
      later: {
        reason: 'unreachable',
        text: expect.stringMatching(/no answer from localhost/),
        maybeDone: true,
      },
    });
  });

  it('an answer that does not come, or drop by drop, is given up', async () => {
    const late = { later: { reason: 'unreachable', text: 'FinanzOnline did not answer within 200 ms' } };
    const { client, access } = await clientOf(() => undefined);
    await client.status({ number: 0, mode: 'T' }, { register: REGISTER });
    const impatient = new FinanzOnline({ ...access, timeoutMs: 200 });
    expect(await impatient.status(PACKET, { register: REGISTER })).toMatchObject(late);
    await stop?.();
    const slow: RequestListener = (_request, reply) => {
      reply.writeHead(200);
      reply.write('<E:Envelope');
    };
    expect(await ask(slow, { timeoutMs: 200 })).toMatchObject(late);
  });

  it('the request is what SOAP 1.1 asks for', async () => {
    const seen: string[] = [];
    const note =
      (then: RequestListener): RequestListener =>
      (request, reply) => {
        const { 'content-type': type, soapaction } = request.headers;
        seen.push(`${request.method} ${request.url} ${type} ${String(soapaction)}`);
        then(request, reply);
      };
    const { client } = await clientOf(
      note(answer(result('0', status('IN_BETRIEB')))),
      {},
      note(answer(LOGIN)),
    );
    await client.status(PACKET, { register: REGISTER });
    await client.close();
    expect(seen).toEqual([
      'POST /fonws/ws/session text/xml; charset=utf-8 "login"',
      'POST /fonws/ws/rkdb text/xml; charset=utf-8 "rkdb"',
      'POST /fonws/ws/session text/xml; charset=utf-8 "logout"',
    ]);
  });

  it.each([
    'http://finanzonline.bmf.gv.at/fonws/ws',
    'http://127.0.0.1.example.com/x',
    'ftp://localhost/',
    'x',
  ])('secrets are not sent to %s', async (url) => {
    const client = new FinanzOnline(accessTo(url));
    expect(await client.status(PACKET, { register: REGISTER })).toMatchObject({
      refused: { by: 'local', code: 'ADDRESS', text: expect.stringMatching(/is not an https address/) },
    });
  });
});

describe('the login', () => {
  const login = (inner: string) =>
    LOGIN.replace(/(<loginResponse[^>]*>).*(<\/loginResponse>)/, `$1${inner}$2`);

  it.each([
    ['no session id', login('<rc>0</rc>')],
    ['a session id with blanks', login('<id>a b c d e f g</id><rc>0</rc>')],
    ['a long session id', login(`<id>${'a'.repeat(25)}</id><rc>0</rc>`)],
    ['no return code', login(`<id>${SESSION}</id>`)],
    ['a text as return code', login('<rc>gut</rc>')],
    ['another answer', result('0')],
    ['a page', '<html/>'],
  ])('with %s is none', async (_what, text) => {
    const { client } = await clientOf(answer(result('0', status('IN_BETRIEB'))), {}, answer(text));
    expect(await client.status(PACKET, { register: REGISTER })).toMatchObject({
      later: { reason: 'unreadable', maybeDone: false },
    });
  });
});

describe('a server that gives secrets away', () => {
  const secrets = [USER.pin, SESSION, KEY];
  const leak = secrets.join(' ');
  const fault = envelope(
    `<E:Fault><faultcode>E:Client</faultcode><faultstring>Validation error</faultstring><detail><v>${leak}</v></detail></E:Fault>`,
  );
  const tree =
    '<n:verificationResultList><n:verificationResult><n:verificationId>' +
    `${USER.pin}</n:verificationId><n:verificationName>${leak}</n:verificationName>` +
    `<n:verificationState>FAIL</n:verificationState><n:verificationResultDetailedMessage>${leak}` +
    '</n:verificationResultDetailedMessage></n:verificationResult></n:verificationResultList>';

  it.each([
    ['in a fault', fault, 500],
    ['in a fault of its own', fault.replace('E:Client', 'E:Server'), 500],
    ['in a message', result('B5', '', leak), 200],
    ['in a technical error', result('-3', '', leak), 200],
    ['in a tree', result('43', tree, leak), 200],
    ['in what is no XML', `<${leak}`, 200],
    ['in the name of an answer', envelope(`<x${SESSION}/>`), 200],
  ])('%s finds them masked, in outcomes and in the log', async (_where, text, code) => {
    const { client, access } = await clientOf(answer(text, code));
    const outcome = await client.registerRegister(PACKET, { register: REGISTER, key: KEY });
    const seen = JSON.stringify(outcome) + access.lines.join('\n');
    for (const secret of secrets) expect(seen).not.toContain(secret);
    const check = JSON.stringify(await client.checkReceipt(PACKET, receiptCode()));
    for (const secret of secrets.slice(0, 2)) expect(check).not.toContain(secret);
  });

  it('at the login finds them masked too', async () => {
    const refused = LOGIN.replace('<rc>0</rc>', `<rc>-4</rc><msg>PIN ${USER.pin} falsch</msg>`);
    const { client, access } = await clientOf(answer(''), {}, answer(refused));
    const outcome = await client.status(PACKET, { register: REGISTER });
    expect(outcome).toMatchObject({ refused: { by: 'session', code: '-4', message: 'PIN *** falsch' } });
    expect(access.lines.join('\n')).not.toContain(USER.pin);
  });
});

describe('TLS', () => {
  let identity: { ca: string; tls: { key: string; certificate: string } };
  beforeAll(() => {
    const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
    const [root, server] = [keys(), keys()];
    const now = Date.now();
    const made = {
      issuer: { subject: 'Test CA', privateKey: root.privateKey },
      from: now - 1e7,
      till: now + 1e9,
    };
    identity = {
      ca: writeCertificate({ ...made, subject: 'Test CA', publicKey: root.publicKey, purpose: 'issuer' }),
      tls: {
        key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        certificate: writeCertificate({
          ...made,
          subject: 'localhost',
          publicKey: server.publicKey,
          purpose: 'server',
          hosts: ['localhost'],
        }),
      },
    };
  });

  it('is spoken with a server that can be trusted, and with no other', async () => {
    const emulator = await startEmulator({ users: [USER], tls: identity.tls });
    stop = () => emulator.stop();
    const question = (more: Partial<FinanzOnlineAccess>) =>
      new FinanzOnline(accessTo(emulator.url, more)).status(PACKET, { register: REGISTER });
    expect(await question({ ca: identity.ca })).toEqual({ ok: null });
    expect(await question({})).toMatchObject({ later: { reason: 'unreachable', maybeDone: false } });
    expect(await question({ ca: 'no certificate' })).toMatchObject({ refused: { code: 'ADDRESS' } });
    const elsewhere = emulator.url.replace('localhost', '127.0.0.1');
    expect(await question({ ca: identity.ca, url: elsewhere })).toMatchObject({
      later: { text: expect.stringMatching(/altnames/i) },
    });
    expect(emulator.requests.map((r) => r.kind)).toEqual(['login', 'status_kasse']);
  });

  it('of old versions is not spoken', async () => {
    const { key, certificate: cert } = identity.tls;
    const old = createServer({ key, cert, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }, answer(LOGIN));
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
    stop = () => new Promise((resolve) => old.close(() => resolve()));
    const url = `https://localhost:${(old.address() as AddressInfo).port}/fonws/ws`;
    const client = new FinanzOnline(accessTo(url, { ca: identity.ca }));
    expect(await client.status(PACKET, { register: REGISTER })).toMatchObject({
      later: { reason: 'unreachable', maybeDone: false },
    });
  });
});
