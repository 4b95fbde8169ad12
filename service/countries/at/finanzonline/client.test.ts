/** The client against the emulator: all operations, and every refusal that can be brought about. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Done, FinanzOnlineAccess, Outcome } from './access.ts';
import { FinanzOnline, finanzOnline } from './client.ts';
import { startEmulator, type Emulator } from '../../../emulators/finanzonline/emulator.ts';
import { accessTo, fakeServer, NOW, packet, USER } from './testing/access.ts';
import { testUnit, type TestUnit } from './testing/certificates.ts';
import { build, KEY, receiptCode, REGISTER, ZERO } from './testing/receipts.ts';

const MINUTE = 60_000;
const OTHER = { participant: 'TESTTEIL2', user: 'kasse002', pin: 'Geheim4712abc' };

let now = NOW;
let emulator: Emulator;
let access: FinanzOnlineAccess & { lines: string[] };
let client: FinanzOnline;
let unit: TestUnit;

beforeAll(async () => {
  unit = testUnit(NOW);
  emulator = await startEmulator({ users: [USER, OTHER], clock: { now: () => now } });
});
afterAll(() => emulator.stop());
afterEach(() => {
  now = NOW;
  emulator.units.length = 0;
  emulator.registers.length = 0;
  emulator.requests.length = 0;
  emulator.users[0]!.mayNotReport = false;
  emulator.maintenance(false);
  emulator.up();
  emulator.fail('rkdb', { code: '0' }, 0);
  emulator.drop(0);
});

function fresh(more: Partial<FinanzOnlineAccess> = {}): FinanzOnline {
  access = accessTo(emulator.url, { now: () => now, ...more });
  client = new FinanzOnline(access);
  return client;
}

/** Registers unit and register. */
async function registered(): Promise<void> {
  fresh();
  const certificate = { der: unit.der };
  must(await client.registerUnit(packet(), { type: 'SIGNATURKARTE', provider: 'AT1', certificate }));
  must(await client.registerRegister(packet(), { register: REGISTER, key: KEY, note: 'Graz' }));
}

/** A code of the unit. */
const signed = (more = {}) => receiptCode({ signer: unit.privateKey, serial: unit.serial, ...more });

/** Registers unit and register and puts them into operation. */
async function inOperation(): Promise<void> {
  await registered();
  must(await client.checkReceipt(packet(), signed()));
}

function must<T>(outcome: Outcome<T>): T {
  if (!('ok' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.ok;
}

const refusedBy = (code: string, more = {}) => ({
  refused: expect.objectContaining({ by: 'rkdb', code, ...more }) as unknown,
});
const DONE = { ok: { already: false } };
const ALREADY = { ok: { already: true } };
const register = { register: REGISTER };

describe('the start of a register', () => {
  it('goes from the unit to the checked start receipt', async () => {
    await registered();
    expect(must(await client.status(packet(), { serial: unit.serial }))).toMatchObject({
      status: 'IN_BETRIEB',
    });
    expect(must(await client.status(packet(), register))).toEqual({
      status: 'REGISTRIERT',
      registered: '2026-01-15T11:15:30.457+01:00',
      since: '2026-01-15T11:15:30.457+01:00',
    });
    now += MINUTE;
    expect(must(await client.checkReceipt(packet(), signed()))).toEqual({
      verdict: expect.stringMatching(/Startbeleg ist in Ordnung/),
    });
    expect(must(await client.status(packet(), register))).toMatchObject({
      status: 'IN_BETRIEB',
      since: '2026-01-15T11:16:30.457+01:00',
    });
    expect(emulator.registers).toMatchObject([{ participant: 'TESTTEIL1', mode: 'T', note: 'Graz' }]);
    expect(emulator.requests.map((r) => r.kind)).toEqual([
      'login',
      'registrierung_se',
      'registrierung_kasse',
      'status_see',
      'status_kasse',
      'belegpruefung',
      'status_kasse',
    ]);
  });

  it('tells the packet number and whether it is a test', async () => {
    fresh();
    await client.status({ number: 999_999_999, mode: 'P' }, register);
    expect(emulator.requests.at(-1)).toMatchObject({ packet: 999_999_999, mode: 'P' });
  });

  it('keeps tests and production apart', async () => {
    await registered();
    expect(must(await client.status(packet('T'), register))).not.toBeNull();
    expect(must(await client.status(packet('P'), register))).toBeNull();
  });

  it('takes a serial number of digits alone as hexadecimal', async () => {
    fresh();
    const certificate = { serial: '720097326' };
    must(await client.registerUnit(packet(), { type: 'EIGENES_HSM', provider: 'AT3', certificate }));
    expect(emulator.units).toMatchObject([{ serial: 0x720097326n, type: 'EIGENES_HSM' }]);
  });
});

describe('a registration', () => {
  const add = (provider: string, mode: 'T' | 'P' = 'T', certificate = { serial: '3a7f01' }) =>
    client.registerUnit(packet(mode), { type: 'SIGNATURKARTE', provider, certificate });

  it('is refused for a unit that is known, whatever became of it', async () => {
    await registered();
    expect(await add('AT1', 'T', { serial: unit.serial })).toEqual(refusedBy('B10', { known: true }));
    must(await client.retire(packet(), { serial: unit.serial }, 6));
    expect(await add('AT1', 'T', { serial: unit.serial })).toEqual(refusedBy('B10', { known: true }));
    expect(must(await client.status(packet(), { serial: unit.serial }))).toBeNull();
  });

  it('is refused for a register that is known', async () => {
    await registered();
    expect(await client.registerRegister(packet(), { register: REGISTER, key: KEY })).toEqual({
      refused: {
        by: 'rkdb',
        code: 'B1',
        known: true,
        message: expect.stringMatching(/schon registriert/),
        text: expect.stringMatching(
          /^the register is registered already; FinanzOnline says: Eine Registrier/,
        ),
      },
    });
  });

  it('is refused without a unit in operation', async () => {
    fresh();
    expect(await client.registerRegister(packet(), { register: REGISTER, key: KEY })).toEqual(
      refusedBy('B7'),
    );
  });

  it('is refused for providers that are none', async () => {
    fresh();
    expect(await add('DE1')).toEqual(refusedBy('36'));
    expect(await add('AT9', 'P')).toEqual(refusedBy('999'));
    expect(await add('AT9', 'T')).toEqual(DONE);
  });

  it('is refused for certificates that are none, or whose time has not come or is over', async () => {
    fresh();
    const der = (text: string) =>
      client.registerUnit(packet(), { type: 'SIGNATURKARTE', provider: 'AT1', certificate: { der: text } });
    expect(await der('QUJD')).toEqual(refusedBy('9'));
    expect(await der(testUnit(NOW, 'secp384r1').der)).toEqual(refusedBy('9'));
    now = NOW + 400 * 24 * 60 * MINUTE;
    expect(await der(unit.der)).toEqual(refusedBy('41'));
  });

  it('is refused with a certificate that the provider does not have or that is not good', async () => {
    const [known, foreign, revoked, unsuitable] = [1, 2, 3, 4].map(() => testUnit(NOW)) as [
      TestUnit,
      TestUnit,
      TestUnit,
      TestUnit,
    ];
    const entry = ({ certificate }: TestUnit, more = {}) => ({ provider: 'AT1', certificate, ...more });
    const strict = await startEmulator({
      users: [USER],
      clock: { now: () => now },
      certificates: [
        entry(known),
        entry(foreign, { participant: 'TESTTEIL2' }),
        entry(revoked, { revoked: true }),
        entry(unsuitable, { unsuitable: true }),
      ],
    });
    try {
      client = new FinanzOnline(accessTo(strict.url));
      expect(await add('AT1')).toEqual(refusedBy('4'));
      expect(await add('AT2', 'T', { serial: known.serial })).toEqual(refusedBy('4'));
      expect(await add('AT1', 'T', { serial: foreign.serial })).toEqual(refusedBy('7'));
      expect(await add('AT1', 'T', { serial: revoked.serial })).toEqual(refusedBy('5'));
      expect(await add('AT1', 'T', { serial: unsuitable.serial })).toEqual(refusedBy('6'));
      expect(await add('AT1', 'T', { serial: known.serial })).toEqual(DONE);
      expect(strict.units).toMatchObject([{ serial: BigInt(`0x${known.serial}`) }]);
    } finally {
      await strict.stop();
    }
  });

  it('is one of the company alone', async () => {
    await registered();
    const other = new FinanzOnline(accessTo(emulator.url, { ...OTHER }));
    expect(must(await other.status(packet(), register))).toBeNull();
    expect(must(await other.status(packet(), { serial: unit.serial }))).toBeNull();
    const certificate = { serial: unit.serial };
    expect(
      await other.registerUnit(packet(), { type: 'SIGNATURKARTE', provider: 'AT1', certificate }),
    ).toEqual(refusedBy('B10', { known: true }));
  });
});

describe.each(['unit', 'register'] as const)('the outage of a %s', (kind) => {
  const subject = () => (kind === 'unit' ? { serial: unit.serial } : register);
  const fails = (since: number): Promise<Outcome<Done>> =>
    kind === 'unit'
      ? client.reportUnitOutage(packet(), unit.serial, 2, since)
      : client.reportRegisterOutage(packet(), REGISTER, 5, since);

  it('begins and ends', async () => {
    await inOperation();
    now += 60 * MINUTE;
    expect(await fails(now - 30 * MINUTE)).toEqual(DONE);
    expect(must(await client.status(packet(), subject()))).toMatchObject({
      status: 'AUSFALL',
      since: '2026-01-15T11:45:30.000+01:00',
    });
    expect(await client.reportBack(packet(), subject(), now - MINUTE)).toEqual(DONE);
    expect(must(await client.status(packet(), subject()))).toMatchObject({
      status: 'IN_BETRIEB',
      since: '2026-01-15T12:14:30.000+01:00',
    });
  });

  it('is reported twice without harm', async () => {
    await inOperation();
    now += 60 * MINUTE;
    expect(await client.reportBack(packet(), subject(), now)).toEqual(ALREADY);
    must(await fails(now));
    expect(await fails(now)).toEqual(ALREADY);
  });

  it('may begin in the second in which something else was reported', async () => {
    await inOperation();
    expect(await fails(now)).toEqual(DONE);
    expect(await client.reportBack(packet(), subject(), now)).toEqual(DONE);
  });

  it('is refused for times in the future or before the last change', async () => {
    await inOperation();
    expect(await fails(now + MINUTE)).toEqual(refusedBy('B21'));
    expect(await fails(now - MINUTE)).toEqual(refusedBy('B5'));
    must(await fails(now));
    expect(await client.reportBack(packet(), subject(), now + MINUTE)).toEqual(refusedBy('B21'));
    expect(await client.reportBack(packet(), subject(), now - MINUTE)).toEqual(refusedBy('B5'));
  });

  it('is refused for what is not registered', async () => {
    fresh();
    const code = kind === 'unit' ? 'B33' : 'B32';
    expect(await fails(now)).toEqual(refusedBy(code));
    expect(await client.reportBack(packet(), subject(), now)).toEqual(refusedBy(code));
    expect(await client.retire(packet(), subject(), 6)).toEqual(refusedBy(code));
  });

  it('is refused after the end for good, which can be reported twice', async () => {
    await inOperation();
    expect(await client.retire(packet(), subject(), 7)).toEqual(DONE);
    expect(await client.retire(packet(), subject(), 6)).toEqual(ALREADY);
    expect(must(await client.status(packet(), subject()))).toBeNull();
    expect(await fails(now)).toEqual(refusedBy('B6'));
    expect(await client.reportBack(packet(), subject(), now)).toEqual(refusedBy('B6'));
  });
});

describe('a register that was never in operation', () => {
  it('has no outage, and can be taken back', async () => {
    await registered();
    expect(await client.reportRegisterOutage(packet(), REGISTER, 1, now)).toEqual(refusedBy('B9'));
    expect(await client.reportBack(packet(), register, now)).toEqual(refusedBy('B22'));
    expect(await client.retire(packet(), register, 6)).toEqual(DONE);
  });

  it('comes back only with a unit in operation', async () => {
    await inOperation();
    must(await client.reportRegisterOutage(packet(), REGISTER, 99, now));
    must(await client.reportUnitOutage(packet(), unit.serial, 1, now));
    expect(await client.reportBack(packet(), register, now)).toEqual(refusedBy('B7'));
  });
});

describe('the check of a receipt', () => {
  const finding = (id: string) => refusedBy('43', { findings: [expect.objectContaining({ id })] });
  const check = (more = {}) => client.checkReceipt(packet(), signed(more));

  it('says why it failed, in German, and in the log with the names of the checks', async () => {
    await registered();
    expect(await check({ key: Buffer.alloc(32) })).toEqual({
      refused: {
        by: 'rkdb',
        code: '43',
        message: 'Der maschinenlesbare Code ist fehlerhaft.',
        text: expect.stringMatching(/^the receipt is faulty.* \| TYPE_OF_RECEIPT: Der Beleg passt zu keinem/),
        findings: [
          {
            id: 'TYPE_OF_RECEIPT',
            name: 'Feststellen des Belegtyps',
            message: 'Der Beleg passt zu keinem Belegtyp.',
          },
        ],
      },
    });
  });

  it('fails for registers and units that are not those of the company', async () => {
    await registered();
    expect(await check({ register: 'Kassa-2' })).toEqual(finding('EXISTS_CASHBOX'));
    expect(await check({ serial: '1' })).toEqual(finding('MATCH_COMPANY'));
    expect(await check({ provider: 'AT2' })).toEqual(finding('MATCH_COMPANY'));
    must(await client.retire(packet(), { serial: unit.serial }, 6));
    expect(await check()).toEqual(finding('MATCH_COMPANY'));
    must(await client.retire(packet(), register, 6));
    expect(await check()).toEqual(finding('EXISTS_CASHBOX'));
  });

  it('fails for a signature of another unit', async () => {
    await registered();
    expect(await check({ signer: testUnit(NOW).privateKey })).toEqual(finding('CRYPTO_SIGNATURE'));
  });

  it.each([
    ['a counter that is not zero', { counter: 1n }],
    ['an amount', { amounts: ['1,00', ...ZERO.slice(1)] }],
    ['no signature', { signer: null }],
    ['a chain that does not begin', { previous: 'x', signer: null }],
  ])('takes no start receipt with %s', async (_what, more) => {
    await registered();
    expect(await check(more)).toEqual(finding('TYPE_OF_RECEIPT'));
    expect(emulator.registers).toMatchObject([{ state: 'REGISTRIERT' }]);
  });

  it('goes by the status of register and unit', async () => {
    await registered();
    const { jws } = build({ signer: unit.privateKey, serial: unit.serial });
    const second = { number: '2', previous: jws };
    expect(await check(second)).toEqual(finding('STATE_CASHBOX'));
    must(await client.reportUnitOutage(packet(), unit.serial, 2, now));
    expect(await check()).toEqual(finding('STATE_SIGDEVICE'));
    must(await client.reportBack(packet(), { serial: unit.serial }, now));
    must(await check());
    expect(await check()).toEqual(finding('STATE_CASHBOX'));
    expect(await check(second)).toEqual({ ok: { verdict: 'Der Beleg ist in Ordnung.' } });
    must(await client.reportRegisterOutage(packet(), REGISTER, 5, now));
    expect(await check(second)).toEqual(finding('STATE_CASHBOX'));
  });

  it('knows all kinds of receipts', async () => {
    await inOperation();
    const previous = build().jws;
    const amounts = ['12,00', '-5,50', '0,00', '0,00', '0,99'];
    for (const more of [
      { amounts, counter: 749n },
      { amounts, counter: -749n, counterBytes: 5 },
      { amounts, counter: 749n, signer: null },
      { amounts, counter: 'TRA' },
      { amounts, counter: 'STO' },
      { counter: 749n },
    ]) {
      expect(await check({ number: '2', previous, ...more })).toHaveProperty('ok');
    }
  });
});

describe('an expired session', () => {
  it('is opened anew once, and the request comes through', async () => {
    await registered();
    emulator.expireSessions();
    emulator.requests.length = 0;
    expect(must(await client.status(packet(), register))).toMatchObject({ status: 'REGISTRIERT' });
    expect(emulator.requests.map((r) => [r.kind, r.code])).toEqual([
      ['status_kasse', '-1'],
      ['login', '0'],
      ['status_kasse', '0'],
    ]);
    expect(emulator.requests[0]!.packet).toBe(emulator.requests[2]!.packet);
  });

  it('is opened anew once for many requests at the same time', async () => {
    await registered();
    emulator.expireSessions();
    emulator.requests.length = 0;
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.status(packet(), register)));
    for (const answer of answers) expect(must(answer)).toMatchObject({ status: 'REGISTRIERT' });
    expect(emulator.requests.filter((r) => r.kind === 'login')).toHaveLength(1);
  });

  it('is not opened for ever', async () => {
    await registered();
    emulator.requests.length = 0;
    emulator.fail('rkdb', { code: '-1' }, 9);
    expect(await client.status(packet(), register)).toEqual({
      later: { reason: 'session', code: '-1', text: 'a new session is not valid', maybeDone: false },
    });
    expect(emulator.requests.map((r) => r.kind)).toEqual(['status_kasse', 'login', 'status_kasse']);
  });

  it('ends in the refusal of the login, if that is refused', async () => {
    await registered();
    emulator.expireSessions();
    emulator.users[0]!.locked = true;
    expect(await client.status(packet(), register)).toMatchObject({ refused: { by: 'session', code: '-6' } });
    emulator.users[0]!.locked = false;
    expect(await client.status(packet(), register)).toMatchObject({ refused: { code: '-6' } });
    client.tryAgain();
    expect(await client.status(packet(), register)).toHaveProperty('ok');
  });
});

describe('codes of FinanzOnline', () => {
  const LATER = ['-3', '14', '1336', '1337', 'B4', 'C1', 'V1', 'V9', 'V10', 'V16'];

  it.each(LATER)('%s asks for another try', async (code) => {
    await registered();
    emulator.fail('rkdb', { code });
    expect(await client.status(packet(), register)).toMatchObject({
      later: { reason: 'technical', code, maybeDone: true },
    });
  });

  it('-2 is maintenance, in which nothing is done', async () => {
    fresh();
    emulator.maintenance(true);
    const expected = { later: { reason: 'maintenance', code: '-2', maybeDone: false } };
    expect(await client.status(packet(), register)).toMatchObject(expected);
    emulator.maintenance(false);
    await registered();
    emulator.maintenance(true);
    expect(await client.status(packet(), register)).toMatchObject(expected);
  });

  it.each([
    '-4',
    '4',
    '8',
    '13',
    '31',
    '32',
    '998',
    'B2',
    'B3',
    'B8',
    'B14',
    'B18',
    'B19',
    'B20',
    'B35',
    'V17',
    'Q1',
  ])('%s is a refusal of every report', async (code) => {
    fresh();
    const reports = [
      () =>
        client.registerUnit(packet(), {
          type: 'SIGNATURKARTE',
          provider: 'AT1',
          certificate: { serial: '1' },
        }),
      () => client.registerRegister(packet(), { register: REGISTER, key: KEY }),
      () => client.reportUnitOutage(packet(), '1', 1, now),
      () => client.reportRegisterOutage(packet(), REGISTER, 1, now),
      () => client.reportBack(packet(), register, now),
      () => client.retire(packet(), register, 6),
      () => client.checkReceipt(packet(), receiptCode()),
      () => client.status(packet(), register),
    ];
    emulator.fail('rkdb', { code }, reports.length);
    for (const report of reports) expect(await report()).toEqual(refusedBy(code));
  });

  it.each([
    ['B13', 'retire', refusedBy('B13')],
    ['B6', 'reportBack', refusedBy('B6')],
    ['B13', 'register', refusedBy('B13')],
  ] as const)('%s is no goal of %s', async (code, what, expected) => {
    fresh();
    emulator.fail('rkdb', { code });
    const reports = {
      retire: () => client.retire(packet(), register, 6),
      reportBack: () => client.reportBack(packet(), register, now),
      register: () => client.registerRegister(packet(), { register: REGISTER, key: KEY }),
    };
    expect(await reports[what]()).toEqual(expected);
  });

  it('-4 is also what a user without the right gets', async () => {
    fresh();
    emulator.users[0]!.mayNotReport = true;
    expect(await client.status(packet(), register)).toEqual(refusedBy('-4'));
  });

  it.each([
    [{ fault: 'Server' }, { later: { reason: 'technical', maybeDone: true } }],
    [{ fault: 'Client' }, { refused: { by: 'local', code: 'FAULT' } }],
    [{ http: 500 }, { later: { reason: 'unreachable', maybeDone: true } }],
    [{ http: 503 }, { later: { reason: 'unreachable', maybeDone: true } }],
    [{ http: 429 }, { later: { reason: 'unreachable', maybeDone: false } }],
    [{ http: 403 }, { refused: { by: 'local', code: 'HTTP', text: 'FinanzOnline answered with HTTP 403' } }],
    [{ http: 404 }, { refused: { by: 'local', code: 'HTTP' } }],
  ] as const)('and %o are told apart', async (what, expected) => {
    fresh();
    emulator.fail('rkdb', what);
    expect(await client.status(packet(), register)).toMatchObject(expected);
  });
});

describe('a lost answer', () => {
  it('may stand for a report that was taken: the next try tells', async () => {
    await registered();
    emulator.registers.length = 0;
    emulator.drop();
    const add = () => client.registerRegister(packet(), { register: REGISTER, key: KEY });
    expect(await add()).toMatchObject({ later: { reason: 'unreachable', maybeDone: true } });
    expect(await add()).toEqual(refusedBy('B1', { known: true }));
    expect(must(await client.status(packet(), register))).toMatchObject({ status: 'REGISTRIERT' });
  });

  it('may stand for a start receipt that has passed: the status tells', async () => {
    await registered();
    emulator.drop();
    expect(await client.checkReceipt(packet(), signed())).toMatchObject({ later: { maybeDone: true } });
    expect(must(await client.status(packet(), register))).toMatchObject({ status: 'IN_BETRIEB' });
  });

  it('cannot be when nobody took the call', async () => {
    await registered();
    const { url, stop } = await fakeServer(() => undefined);
    await stop();
    client = new FinanzOnline({ ...access, url });
    expect(await client.retire(packet(), register, 6)).toMatchObject({
      later: { reason: 'unreachable', maybeDone: false },
    });
  });
});

it('sends nothing that breaks the rules', async () => {
  fresh();
  expect(await client.status(packet(), { register: 'K_1' })).toMatchObject({
    refused: { by: 'local', code: 'REQUEST', text: expect.stringMatching(/register id/) },
  });
  expect(await client.retire({ number: 0, mode: 'T' }, register, 6)).toMatchObject({
    refused: { by: 'local', code: 'REQUEST' },
  });
  expect(emulator.requests).toEqual([]);
});

it('logs out when it is closed, and back in when it is needed', async () => {
  await registered();
  const open = emulator.sessions();
  await client.close();
  expect(emulator.sessions()).toBe(open - 1);
  expect(await client.status(packet(), register)).toHaveProperty('ok');
});

it('logs what it asks for and what comes of it, and no secret', async () => {
  await inOperation();
  await client.checkReceipt(packet(), signed());
  emulator.fail('rkdb', { code: '-3' });
  await client.status(packet(), register);
  const lines = access.lines.join('\n');
  expect(lines).toMatch(/^FinanzOnline: registrierung_kasse, packet \d+ T, 0 ms: code 0$/m);
  expect(lines).toMatch(/^FinanzOnline: belegpruefung, packet \d+ T, 0 ms: code 43$/m);
  expect(lines).toMatch(/^FinanzOnline: status_kasse, .*code -3; FinanzOnline says: Technischer Fehler\.$/m);
  for (const secret of [USER.pin, KEY]) expect(lines).not.toContain(secret);
});

describe('one client for all registers of a user', () => {
  it('logs in once', async () => {
    fresh();
    const memory = new Map<string, unknown>();
    const clients = [1, 2, 3].map(() => finanzOnline(memory, { ...access }));
    await Promise.all(clients.map((one) => one.status(packet(), register)));
    expect(emulator.requests.filter((r) => r.kind === 'login')).toHaveLength(1);
  });

  it('is another one for another user or PIN', () => {
    fresh();
    const memory = new Map<string, unknown>();
    const one = finanzOnline(memory, access);
    expect(finanzOnline(memory, { ...access, ...OTHER })).not.toBe(one);
    expect(finanzOnline(memory, access)).toBe(one);
    const changed = finanzOnline(memory, { ...access, pin: 'Geheim4713abc' });
    expect(changed).not.toBe(one);
    expect(finanzOnline(memory, { ...access, pin: 'Geheim4713abc' })).toBe(changed);
  });
});
