/** The client against the simulator: real HTTPS with client certificates. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AuthorityAccess } from './access.ts';
import { annulSeries, finaliseSeries, querySeries, registerSeries } from './client.ts';
import type { Registration } from './messages.ts';
import { makeIdentity } from '../../../emulators/pt-series/identity.ts';
import { startSimulator, type Simulator } from '../../../emulators/pt-series/emulator.ts';
import { accessTo, NOW, PASSWORD, registration, USER } from './testing/access.ts';

const DAY = 24 * 3_600_000;
const OTHER_USER = '599999993/37';

let now = NOW;
let simulator: Simulator;
let access: AuthorityAccess;

beforeAll(async () => {
  simulator = await startSimulator({
    users: { [USER]: PASSWORD, [OTHER_USER]: PASSWORD },
    clock: { now: () => now },
  });
  access = accessTo(simulator, { now: () => now });
});
afterAll(() => simulator.stop());
afterEach(() => {
  now = NOW;
  simulator.up();
  simulator.fail(0, 0);
  simulator.drop(0);
  // Lets go of what a failed test has left waiting.
  simulator.hold()();
  simulator.series.length = 0;
  simulator.requests.length = 0;
  simulator.inactive.clear();
});

const NAME = { series: '1_1.26', documentClass: 'SI', documentType: 'FS' };

async function registered(more: Partial<Registration> = {}): Promise<string> {
  const answer = await registerSeries(access, registration(NAME.series, more));
  if (!('ok' in answer)) throw new Error(JSON.stringify(answer));
  return answer.ok.code;
}

/** A refusal whose text matches. */
const refused = (code: number, text: RegExp) => ({
  refused: { code, text: expect.stringMatching(text) },
});

describe('registering', () => {
  it('gets a validation code and tells all that the authority wants to know', async () => {
    const code = await registered({ kind: 'R', first: 7, from: '2027-01-01' });
    expect(code).toMatch(/^[A-Z0-9]{8}$/);
    expect(simulator.series).toMatchObject([
      {
        serie: '1_1.26',
        tipoSerie: 'R',
        classeDoc: 'SI',
        tipoDoc: 'FS',
        numInicialSeq: '7',
        dataInicioPrevUtiliz: '2027-01-01',
        numCertSWFatur: '9999',
        meioProcessamento: 'PI',
        codValidacaoSerie: code,
        dataRegisto: '2026-01-15',
        estado: 'A',
        nifComunicou: '555555550',
      },
    ]);
  });

  it('gives one series name a code per document type', async () => {
    const fs = await registered();
    const nc = await registered({ documentType: 'NC' });
    const gt = await registered({ documentType: 'GT', documentClass: 'MG' });
    expect(new Set([fs, nc, gt]).size).toBe(3);
  });

  it.each([
    [{ series: 'A/1' }, 4003, /fields have wrong values.*serie/],
    [{ series: 'a..b' }, 4003, /serie/],
    [{ series: '_1' }, 4003, /serie/],
    [{ series: 'x'.repeat(36) }, 4003, /serie/],
    [{ series: 'AT_1.26' }, 4003, /serie/],
    [{ series: '' }, 4002, /mandatory fields are missing.*serie/],
    [{ documentClass: 'XX' }, 4045, /document class is unknown/],
    [{ documentType: 'GT' }, 4046, /does not fit the document class/],
    [{ from: '2026-01-14' }, 4049, /first day of use lies before today/],
    [{ from: '2026-02-30' }, 4003, /dataInicioPrevUtiliz/],
    [{ first: 0 }, 4003, /numInicialSeq/],
    [{ certificate: '12345' }, 4003, /numCertSWFatur/],
  ] as [Partial<Registration>, number, RegExp][])('is refused for %o', async (more, code, text) => {
    expect(await registerSeries(access, registration('1_1.26', more))).toEqual(refused(code, text));
    expect(simulator.series).toEqual([]);
  });

  it("says what the authority says, in the authority's language", async () => {
    const answer = await registerSeries(access, registration('1_1.26', { from: '2026-01-14' }));
    expect(answer).toEqual(refused(4049, /; the tax authority says: A data de início de utilização/));
  });

  it('is refused without open activity', async () => {
    simulator.inactive.add('555555550');
    expect(await registerSeries(access, registration('1_1.26'))).toEqual(refused(4043, /no open activity/));
  });

  it('counts days as Lisbon does', async () => {
    // 23:30 UTC in summer: the next day has begun in Lisbon.
    now = Date.parse('2026-06-30T23:30:00Z');
    expect(await registerSeries(access, registration('1_1.26', { from: '2026-06-30' }))).toHaveProperty(
      'refused',
    );
    expect(await registerSeries(access, registration('1_1.26', { from: '2026-07-01' }))).toHaveProperty('ok');
  });
});

describe('a series that is registered already', () => {
  it('is adopted when an earlier answer was lost', async () => {
    simulator.drop();
    const lost = await registerSeries(access, registration('1_1.26'));
    expect(lost).toEqual({ unreachable: expect.stringMatching(/no answer from localhost:\d+/) });
    expect(simulator.series).toHaveLength(1);
    expect(await registerSeries(access, registration('1_1.26'))).toEqual({
      ok: { code: simulator.series[0]!.codValidacaoSerie },
    });
    expect(simulator.series).toHaveLength(1);
  });

  it('is adopted by name in either case, as names are unique in either case', async () => {
    const code = await registered({ series: 'ab' });
    expect(await registerSeries(access, registration('AB'))).toEqual({ ok: { code } });
  });

  it('gives all who register it at once the same code', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => registerSeries(access, registration('1_1.26'))),
    );
    expect(simulator.series).toHaveLength(1);
    const code = simulator.series[0]!.codValidacaoSerie;
    expect(answers).toEqual(Array.from({ length: 8 }, () => ({ ok: { code } })));
  });

  it.each([
    [{ estado: 'F' }, /it was finalised, and no name is given twice/],
    [{ estado: 'N' }, /it was annulled, and no name is given twice/],
    [{ estado: 'X' }, /its status is X/],
    [{ tipoSerie: 'F' }, /its kind is F, not N/],
    [{ meioProcessamento: 'PF' }, /other means of processing \(PF\)/],
    [{ nifComunicou: '599999993' }, /599999993 registered it, not 555555550/],
    [{ numCertSWFatur: '1234' }, /the program with certificate 1234 registered it/],
    [{ numInicialSeq: '100' }, /it begins with number 100, not 1/],
    [{ seqUltimoDocEmitido: '12' }, /it has documents up to number 12/],
    [{ estado: 'X'.repeat(5000) }, /^.{100,700}…$/],
  ])('is not adopted with %o', async (change, text) => {
    await registered();
    Object.assign(simulator.series[0]!, change);
    expect(await registerSeries(access, registration('1_1.26'))).toEqual(refused(4001, text));
  });

  it.each([
    [null, /it was registered before this register tried to/],
    ['2026-01-16', /it was registered on 2026-01-15, before this register tried to/],
  ])('is not adopted when the first attempt of this register was %s', async (since, text) => {
    await registered();
    expect(await registerSeries(access, registration('1_1.26', { since }))).toEqual(refused(4001, text));
  });

  it('is not adopted when the authority does not show it', async () => {
    simulator.fail(4001);
    expect(await registerSeries(access, registration('1_1.26'))).toEqual(
      refused(4001, /^the series is registered already .* FS 1_1\.26 is not taken over: .* does not show it/),
    );
  });

  it('is not adopted without a usable code', async () => {
    await registered();
    simulator.series[0]!.codValidacaoSerie = 'A*B';
    expect(await registerSeries(access, registration('1_1.26'))).toEqual(
      refused(0, /no usable validation code/),
    );
  });

  /** Registers again and stops before the question that follows the refusal is answered. */
  async function questioned() {
    await registered();
    const releaseFirst = simulator.hold();
    const answer = registerSeries(access, registration('1_1.26'));
    await vi.waitFor(() => expect(simulator.requests).toHaveLength(2));
    releaseFirst();
    const release = simulator.hold();
    await vi.waitFor(() => expect(simulator.requests).toHaveLength(3));
    return { answer, release };
  }

  it('waits for another try when the authority is lost in between', async () => {
    const { answer, release } = await questioned();
    simulator.down();
    release();
    expect(await answer).toHaveProperty('unreachable');
  });

  it('stays refused when asking for it is refused', async () => {
    const { answer, release } = await questioned();
    simulator.fail(99);
    release();
    expect(await answer).toEqual(refused(4001, /asking for it was refused: the password is wrong/));
  });
});

describe('finalising', () => {
  it('closes a series with the number of its last document', async () => {
    const code = await registered();
    expect(await finaliseSeries(access, { ...NAME, code, last: 57, reason: 'fim do ano' })).toEqual({
      ok: true,
    });
    expect(simulator.series).toMatchObject([
      { estado: 'F', seqUltimoDocEmitido: '57', justificacao: 'fim do ano' },
    ]);
  });

  it('is done when it was done before, and only then', async () => {
    const code = await registered();
    simulator.drop();
    expect(await finaliseSeries(access, { ...NAME, code, last: 57 })).toHaveProperty('unreachable');
    expect(await finaliseSeries(access, { ...NAME, code, last: 57 })).toEqual({ ok: true });
    expect(await finaliseSeries(access, { ...NAME, code, last: 58 })).toEqual(
      refused(4005, /cannot be finalised/),
    );
    expect(simulator.series).toMatchObject([{ seqUltimoDocEmitido: '57' }]);
  });

  it('is refused for an unknown series, a wrong code, a last number before the first, an annulled series', async () => {
    const last = 57;
    const unknown = { ...NAME, code: 'CSDF7T5H', last };
    expect(await finaliseSeries(access, unknown)).toEqual(refused(4005, /cannot be finalised.*serie/));
    const code = await registered({ first: 10 });
    expect(await finaliseSeries(access, unknown)).toEqual(refused(4005, /codValidacaoSerie/));
    expect(await finaliseSeries(access, { ...NAME, code, last: 9 })).toEqual(
      refused(4047, /below the first/),
    );
    expect(simulator.series).toMatchObject([{ estado: 'A' }]);
    expect(await annulSeries(access, { ...NAME, code })).toEqual({ ok: true });
    expect(await finaliseSeries(access, { ...NAME, code, last })).toEqual(refused(4005, /estado N/));
  });
});

describe('annulling', () => {
  it('takes a registration back, once and for all', async () => {
    const code = await registered();
    expect(await annulSeries(access, { ...NAME, code })).toEqual({ ok: true });
    expect(simulator.series).toMatchObject([{ estado: 'N', motivoEstado: 'ER' }]);
    expect(await annulSeries(access, { ...NAME, code })).toEqual({ ok: true });
    expect(await registerSeries(access, registration('1_1.26'))).toEqual(refused(4001, /it was annulled/));
  });

  it('is possible by the end of the next day', async () => {
    const code = await registered();
    now = NOW + 2 * DAY;
    expect(await annulSeries(access, { ...NAME, code })).toEqual(refused(4004, /cannot be annulled.*prazo/));
    now = NOW + DAY;
    expect(await annulSeries(access, { ...NAME, code })).toEqual({ ok: true });
  });

  it('is refused for an unknown series, a wrong code and a finalised series', async () => {
    expect(await annulSeries(access, { ...NAME, code: 'CSDF7T5H' })).toEqual(refused(4004, /serie/));
    const code = await registered();
    expect(await annulSeries(access, { ...NAME, code: 'CSDF7T5H' })).toEqual(
      refused(4004, /codValidacaoSerie/),
    );
    await finaliseSeries(access, { ...NAME, code, last: 1 });
    expect(await annulSeries(access, { ...NAME, code })).toEqual(refused(4004, /estado F/));
  });
});

describe('asking', () => {
  it('lists the series of the taxpayer alone', async () => {
    await registered();
    await registered({ series: '1_2.26' });
    expect(await querySeries(access, {})).toMatchObject({ ok: [{ series: '1_1.26' }, { series: '1_2.26' }] });
    expect(await querySeries(access, { series: '1_2.26' })).toMatchObject({ ok: [{ series: '1_2.26' }] });
    expect(await querySeries({ ...access, user: OTHER_USER }, {})).toEqual({ ok: [] });
  });
});

describe('codes of the authority', () => {
  it.each([4000, 4002, 4003, 4005, 4048, 4051, 4999, 2004])('%i is a refusal', async (code) => {
    simulator.fail(code);
    expect(await registerSeries(access, registration('1_1.26'))).toEqual(refused(code, /./));
  });

  it('5000 is worth another try', async () => {
    simulator.fail(5000);
    expect(await registerSeries(access, registration('1_1.26'))).toEqual({
      answered: true,
      unreachable: expect.stringMatching(/technical error of the authority.*Erro técnico/),
    });
  });

  it.each([500, 502, 503])('so is HTTP %i', async (code) => {
    simulator.fail(code);
    expect(await finaliseSeries(access, { ...NAME, code: 'CSDF7T5H', last: 1 })).toEqual({
      unreachable: `the tax authority answered with HTTP ${code}`,
    });
  });

  it.each([403, 404, 429])('HTTP %i is a refusal', async (code) => {
    simulator.fail(code);
    expect(await annulSeries(access, { ...NAME, code: 'CSDF7T5H' })).toEqual(refused(code, /HTTP 4/));
  });
});

describe('the login', () => {
  it.each([
    ['wrong password', { password: 'Errado-4711' }, 99, /password is wrong or the access is suspended/],
    ['unknown sub-user', { user: '555555550/2' }, 99, /password is wrong/],
    ['no user', { user: '' }, 1, /user is empty/],
    ['no sub-user', { user: '555555550' }, 4, /wrong format/],
    ['wrong NIF', { user: '555555551/1' }, 3, /NIF of the user is wrong/],
    ['sub-user in words', { user: '555555550/um' }, 5, /sub-user has a wrong format/],
    ['long user', { user: '555555550/123456' }, 2, /wrong length/],
    ['no password', { password: '' }, 13, /wrong structure/],
    ['slow clock', { now: () => NOW - 6 * 60_000 }, 10, /check the clock/],
    ['fast clock', { now: () => NOW + 6 * 60_000 }, 10, /check the clock/],
  ])('is refused with %s', async (_name, more, code, text) => {
    const answer = await registerSeries({ ...access, ...more }, registration('1_1.26'));
    expect(answer).toEqual(refused(code, text));
    expect(JSON.stringify(answer)).not.toContain('4711');
    expect(simulator.requests).toMatchObject([{ user: null, code }]);
    expect(simulator.series).toEqual([]);
  });

  it("is refused under another certificate than the authority's", async () => {
    const { authority } = await makeIdentity(Date.now());
    const wrong = { ...access, authorityCertificate: authority.certificate };
    expect(await registerSeries(wrong, registration('1_1.26'))).toEqual(
      refused(8, /not encrypted with the authority's current certificate/),
    );
  });
});

describe('the connection', () => {
  it('needs a client certificate of the authority', async () => {
    const { client } = await makeIdentity(Date.now());
    const { client: _client, ...without } = access;
    for (const wrong of [{ ...access, client }, without]) {
      expect(await registerSeries(wrong, registration('1_1.26'))).toEqual({
        unreachable: expect.stringMatching(/no answer from localhost/),
      });
    }
    expect(simulator.requests).toEqual([]);
  });

  it('goes to a server with a certificate that can be verified, and to no other', async () => {
    const { ca } = await makeIdentity(Date.now());
    const { ca: _ca, ...withPublicIssuers } = access;
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    for (const wrong of [{ ...access, ca }, withPublicIssuers]) {
      expect(await registerSeries(wrong, registration('1_1.26'))).toEqual({
        unreachable: expect.stringMatching(/certificate/),
      });
    }
    vi.unstubAllEnvs();
    warning.mockRestore();
    expect(simulator.requests).toEqual([]);
  });

  it('says which setting cannot be used, and not what it is', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nc2VncmVkbw==\n-----END PRIVATE KEY-----\n';
    const other = (await makeIdentity(Date.now())).client.key;
    for (const bad of [key, other, 'c2VncmVkbw==']) {
      const client = { certificate: simulator.clientCertificate, key: bad };
      const answer = await registerSeries({ ...access, client }, registration('1_1.26'));
      expect(answer).toEqual(refused(0, /^the client certificate or its key cannot be used: /));
      expect(JSON.stringify(answer)).not.toContain('c2VncmVkbw');
    }
    expect(await registerSeries({ ...access, authorityCertificate: '' }, registration('1_1.26'))).toEqual(
      refused(0, /^the tax authority's certificate cannot be used: it is not an X.509/),
    );
    for (const url of ['', 'http://localhost:1/', 'localhost']) {
      expect(await registerSeries({ ...access, url }, registration('1_1.26'))).toEqual(
        refused(0, /is not an https address/),
      );
    }
  });

  it('may fail, and then works again', async () => {
    simulator.down();
    expect(await registerSeries(access, registration('1_1.26'))).toHaveProperty('unreachable');
    simulator.up();
    expect(await registerSeries(access, registration('1_1.26'))).toHaveProperty('ok');
  });

  it('fails where nobody listens', async () => {
    const gone = await startSimulator({ users: {} });
    await gone.stop();
    expect(await registerSeries({ ...access, url: gone.url }, registration('1_1.26'))).toEqual({
      unreachable: expect.stringMatching(/no answer from localhost:\d+: .*ECONNREFUSED/),
    });
  });

  it('is given up after a while, and what was registered is adopted later', async () => {
    const release = simulator.hold();
    expect(await registerSeries({ ...access, timeoutMs: 300 }, registration('1_1.26'))).toEqual({
      unreachable: 'the tax authority did not answer within 300 ms',
    });
    release();
    expect(await registerSeries(access, registration('1_1.26'))).toHaveProperty('ok');
    expect(simulator.series).toHaveLength(1);
  });
});
