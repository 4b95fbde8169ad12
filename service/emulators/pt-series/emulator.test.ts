/** The simulator against requests that no client of ours sends. */
import { constants, createCipheriv, publicEncrypt, randomBytes, X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readAnswer, type Operation } from '../../countries/pt/authority/messages.ts';
import { authorityKey, createdText, securityHeader } from '../../countries/pt/authority/security.ts';
import { writeEnvelope } from '../../countries/base/soap.ts';
import { accessTo, NOW, PASSWORD, USER } from '../../countries/pt/authority/testing/access.ts';
import { post } from '../../countries/base/http-client.ts';
import { targetOf } from '../../countries/pt/authority/access.ts';
import { startSimulator, type Simulator } from './emulator.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ users: { [USER]: PASSWORD }, clock: { now: () => NOW } });
});
afterAll(() => simulator.stop());
afterEach(() => {
  simulator.series.length = 0;
  simulator.requests.length = 0;
});

const key = () => {
  const read = authorityKey(simulator.authorityCertificate);
  if ('problem' in read) throw new Error(read.problem);
  return read.key;
};
const login = (sessionKey = randomBytes(16)) =>
  securityHeader({ user: USER, password: PASSWORD, now: NOW, sessionKey }, key());

/** Sends a message as it is; the HTTP status, and the code in the answer. */
async function send(message: string, operation: Operation = 'registarSerie') {
  const posted = await post(targetOf(accessTo(simulator)), message);
  if (!('status' in posted)) throw new Error(JSON.stringify(posted));
  const { status, body } = posted;
  const answer = readAnswer(operation, body);
  const code = 'fault' in answer ? answer.fault.code : 'result' in answer ? answer.result.code : null;
  return { status, code, fault: 'fault' in answer, series: 'result' in answer ? answer.result.series : [] };
}

const call = (operation: string, fields: string, header = login()) =>
  writeEnvelope(`<a:${operation} xmlns:a="http://at.gov.pt/">${fields}</a:${operation}>`, header);

/** Fields as XML; a field that is null is left out. */
const xml = (fields: Record<string, string | null>) =>
  Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');

const REGISTRATION = {
  serie: '1_1.26',
  tipoSerie: 'N',
  classeDoc: 'SI',
  tipoDoc: 'FS',
  numInicialSeq: '1',
  dataInicioPrevUtiliz: '2026-01-15',
  numCertSWFatur: '9999',
  meioProcessamento: 'PI',
};
const registered = async (more: Partial<typeof REGISTRATION> = {}) => {
  const { series } = await send(call('registarSerie', xml({ ...REGISTRATION, ...more })));
  return series[0]!.code;
};

describe('the message', () => {
  it.each([
    ['no XML', 'registarSerie'],
    ['a document type declaration', '<!DOCTYPE x><x/>'],
    ['no envelope', '<a:registarSerie xmlns:a="http://at.gov.pt/"/>'],
  ])('is refused without login check when it has %s', async (_what, message) => {
    expect(await send(message)).toMatchObject({ status: 500, fault: true, code: 33 });
  });

  it.each([
    ['an unknown operation', () => call('apagarSerie', '')],
    ['another namespace', () => writeEnvelope('<a:registarSerie xmlns:a="http://at.gov.pt"/>', login())],
    ['no namespace', () => writeEnvelope('<registarSerie/>', login())],
    ['two operations', () => writeEnvelope('<a/><b/>', login())],
    ['none', () => writeEnvelope('', login())],
  ])('is refused with %s', async (_what, message) => {
    expect(await send(message())).toMatchObject({ fault: true, code: 33 });
  });

  it('is refused on another path, by another method, as another type and when it is too long', async () => {
    const other = { ...accessTo(simulator), url: simulator.url.replace('SeriesWSService', 'other') };
    expect(await post(targetOf(other), call('registarSerie', ''))).toMatchObject({ status: 404 });
    expect(await post(targetOf(accessTo(simulator)), 'x'.repeat(1_000_001))).toMatchObject({ status: 413 });
    expect(simulator.requests.map((r) => r.code)).toEqual([404, 413]);
  });
});

describe('the login', () => {
  /** A header from its four values; null leaves one out. */
  const header = (
    values: Record<string, string | null>,
    namespace = 'http://schemas.xmlsoap.org/ws/2002/12/secext',
  ) =>
    `<w:Security xmlns:w="${namespace}"><w:UsernameToken>${Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `<w:${name}>${value}</w:${name}>`)
      .join('')}</w:UsernameToken></w:Security>`;
  const aes = (text: string | Buffer, k: Buffer) => {
    const cipher = createCipheriv('aes-128-ecb', k, null);
    return Buffer.concat([cipher.update(text), cipher.final()]).toString('base64');
  };
  const rsa = (bytes: Buffer, padding: number = constants.RSA_PKCS1_PADDING) =>
    publicEncrypt({ key: key(), padding }, bytes).toString('base64');
  const valid = (k = randomBytes(16)) => ({
    Username: USER,
    Password: aes(PASSWORD, k),
    Nonce: rsa(k),
    Created: aes(createdText(NOW), k),
  });
  const codeOf = async (head: string) =>
    (await send(call('consultarSeries', '', head), 'consultarSeries')).code;

  it('is good with all four values in their namespace', async () => {
    expect(await codeOf(header(valid()))).toBe(2002);
  });

  const K = randomBytes(16);
  it.each([
    ['no header', () => '', 33],
    ['the later namespace', () => header(valid(), 'http://docs.oasis-open.org/wss/2004/01/secext'), 33],
    ['no token', () => '<w:Security xmlns:w="http://schemas.xmlsoap.org/ws/2002/12/secext"/>', 33],
    ['no user', () => header({ ...valid(), Username: null }), 1],
    ['no password', () => header({ ...valid(), Password: null }), 6],
    ['no key', () => header({ ...valid(), Nonce: '' }), 20],
    ['no time', () => header({ ...valid(), Created: null }), 19],
    ['a password in clear', () => header({ ...valid(), Password: PASSWORD }), 7],
    ['a time in clear', () => header({ ...valid(), Created: createdText(NOW) }), 7],
    ['a key in clear', () => header({ ...valid(K), Nonce: K.toString('base64') }), 8],
    ['another padding', () => header({ ...valid(K), Nonce: rsa(K, constants.RSA_PKCS1_OAEP_PADDING) }), 8],
    ['a key of 32 bytes', () => header({ ...valid(), Nonce: rsa(randomBytes(32)) }), 11],
    ['a time under another key', () => header({ ...valid(), Created: aes(createdText(NOW), K) }), 16],
    ['a time with milliseconds', () => header(withCreated('2026-01-15T10:15:30.457Z')), 9],
    ['a time without zone', () => header(withCreated('2026-01-15T10:15:30.45')), 9],
    ['a day that is none', () => header(withCreated('2026-13-15T10:15:30.45Z')), 9],
    ['an old time', () => header(withCreated('2026-01-15T10:10:30.00Z')), 10],
    ['a password under another key', () => header({ ...valid(), Password: aes(PASSWORD, K) }), 17],
    ['an empty password', () => header(withPassword('')), 13],
    ['another password', () => header(withPassword('x')), 99],
    ['a password that is not UTF-8', () => header(withPassword(Buffer.of(0xff))), 17],
  ])('is refused with %s', async (_what, head, code) => {
    expect(await codeOf(head())).toBe(code);
  });

  function withCreated(text: string) {
    const k = randomBytes(16);
    return { ...valid(k), Created: aes(text, k) };
  }
  function withPassword(text: string | Buffer) {
    const k = randomBytes(16);
    return { ...valid(k), Password: aes(text, k) };
  }

  it('is refused when its key was used before, even for a refused login', async () => {
    const k = randomBytes(16);
    expect(await codeOf(header({ ...valid(k), Password: aes('x', k) }))).toBe(99);
    expect(await codeOf(header(valid(k)))).toBe(12);
    expect(await codeOf(login(k))).toBe(12);
  });

  it('is checked with the key of the certificate', () => {
    expect(new X509Certificate(simulator.authorityCertificate).publicKey.asymmetricKeyType).toBe('rsa');
  });
});

describe('the fields', () => {
  it.each([
    ['qualified', xml(REGISTRATION).replaceAll(/<(\/?)/g, '<$1a:')],
    ['in a default namespace', xml(REGISTRATION).replace('<serie>', '<serie xmlns="http://at.gov.pt/">')],
    ['in another order', `<tipoSerie>N</tipoSerie>${xml({ ...REGISTRATION, tipoSerie: null })}`],
    ['twice', `${xml(REGISTRATION)}<meioProcessamento>PI</meioProcessamento>`],
    ['unknown', `${xml(REGISTRATION)}<outro>1</outro>`],
    ['with elements inside', xml({ ...REGISTRATION, serie: '<b>1_1.26</b>' })],
    ['between texts', `texto${xml(REGISTRATION)}`],
  ])('are refused with 4000 when they are %s', async (_what, fields) => {
    expect(await send(call('registarSerie', fields))).toMatchObject({ status: 200, code: 4000 });
    expect(simulator.series).toEqual([]);
  });

  it.each(Object.keys(REGISTRATION))('%s must be there', async (name) => {
    for (const value of [null, '', ' ']) {
      expect(await send(call('registarSerie', xml({ ...REGISTRATION, [name]: value })))).toMatchObject({
        code: 4002,
      });
    }
  });

  it.each([
    ['serie', 'AB.', 4003],
    ['serie', 'A B', 4003],
    ['serie', 'Ü1', 4003],
    ['serie', 'A._B', 4003],
    ['serie', 'at2026', 4003],
    ['tipoSerie', 'X', 4003],
    ['classeDoc', 'ZZ', 4045],
    ['tipoDoc', 'RG', 4046],
    ['tipoDoc', 'XX', 4046],
    ['numInicialSeq', '0', 4003],
    ['numInicialSeq', '-1', 4003],
    ['numInicialSeq', '1'.repeat(26), 4003],
    ['dataInicioPrevUtiliz', '15-01-2026', 4003],
    ['dataInicioPrevUtiliz', '2026-02-29', 4003],
    ['dataInicioPrevUtiliz', '2026-01-14', 4049],
    ['numCertSWFatur', '10000', 4003],
    ['numCertSWFatur', 'x', 4003],
    ['meioProcessamento', 'XX', 4003],
  ])('%s=%s is refused', async (name, value, code) => {
    expect(await send(call('registarSerie', xml({ ...REGISTRATION, [name]: value })))).toMatchObject({
      code,
    });
    expect(simulator.series).toEqual([]);
  });

  it.each(['A', 'a.B-c_1', '1'.repeat(35), '1_1.26'])('serie=%s is a name', async (serie) => {
    expect(await send(call('registarSerie', xml({ ...REGISTRATION, serie })))).toMatchObject({ code: 2001 });
  });
});

describe('the rules', () => {
  it('a name is given once per type, whatever the case of its letters', async () => {
    await registered({ serie: 'AB' });
    expect(await send(call('registarSerie', xml({ ...REGISTRATION, serie: 'ab' })))).toMatchObject({
      code: 4001,
    });
    expect(
      await send(call('registarSerie', xml({ ...REGISTRATION, serie: 'ab', tipoDoc: 'FT' }))),
    ).toMatchObject({
      code: 2001,
    });
  });

  const annulment = (code: string, more: Record<string, string> = {}) =>
    xml({
      serie: '1_1.26',
      classeDoc: 'SI',
      tipoDoc: 'FS',
      codValidacaoSerie: code,
      motivo: 'ER',
      declaracaoNaoEmissao: 'true',
      ...more,
    });
  const annul = async (fields: string) => (await send(call('anularSerie', fields), 'anularSerie')).code;

  it.each([
    [{ motivo: 'XX' }, 4051],
    [{ motivo: 'erro' }, 4003],
    [{ declaracaoNaoEmissao: 'false' }, 4004],
    [{ declaracaoNaoEmissao: 'sim' }, 4003],
    [{ codValidacaoSerie: 'ABC' }, 4003],
    [{ codValidacaoSerie: 'ABCDEFGH' }, 4004],
    [{ serie: '1_2.26' }, 4004],
  ])('an annulment with %o is refused', async (more, code) => {
    expect(await annul(annulment(await registered(), more))).toBe(code);
  });

  it('an annulment may declare it as 1', async () => {
    expect(await annul(annulment(await registered(), { declaracaoNaoEmissao: '1' }))).toBe(2003);
  });

  it('a query filters by everything', async () => {
    const code = await registered();
    await registered({ serie: 'B', tipoSerie: 'F', tipoDoc: 'FT', meioProcessamento: 'OM' });
    const query = async (fields: Record<string, string>) => {
      const { code: result, series } = await send(call('consultarSeries', xml(fields)), 'consultarSeries');
      return result === 2002 ? series.map((s) => s.series) : result;
    };
    expect(await query({})).toEqual(['1_1.26', 'B']);
    expect(await query({ serie: 'b' })).toEqual(['B']);
    expect(await query({ tipoSerie: 'F' })).toEqual(['B']);
    expect(await query({ tipoDoc: 'FS' })).toEqual(['1_1.26']);
    expect(await query({ codValidacaoSerie: code })).toEqual(['1_1.26']);
    expect(await query({ meioProcessamento: 'OM' })).toEqual(['B']);
    expect(await query({ estado: 'F' })).toEqual([]);
    expect(await query({ dataRegistoDe: '2026-01-15', dataRegistoAte: '2026-01-15' })).toHaveLength(2);
    expect(await query({ dataRegistoDe: '2026-01-16' })).toEqual([]);
    expect(await query({ dataRegistoAte: '2026-01-14' })).toEqual([]);
    expect(await query({ dataRegistoDe: '2026-01-16', dataRegistoAte: '2026-01-15' })).toBe(4048);
    expect(await query({ estado: 'X' })).toBe(4003);
    expect(await query({ serie: '' })).toBe(4003);
  });
});

describe('the simulator itself', () => {
  it('notes requests without passwords', async () => {
    await registered();
    expect(simulator.requests).toEqual([
      { at: NOW, operation: 'registarSerie', user: USER, fields: REGISTRATION, code: 2001 },
    ]);
  });

  it('says when its port is taken', async () => {
    const port = Number(new URL(simulator.url).port);
    await expect(startSimulator({ port, users: {} })).rejects.toThrow(/EADDRINUSE/);
  });
});
