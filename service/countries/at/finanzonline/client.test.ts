/** The client against the emulator: all operations, and every refusal that can be brought about. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator } from '../../../emulators/finanzonline/emulator.ts';
import type { Done, Outcome } from './access.ts';
import { FinanzOnline, finanzOnline } from './client.ts';
import { accessTo, NOW, packet, USER } from './testing/access.ts';
import { testUnit, type TestUnit } from './testing/certificates.ts';
import { build, KEY, REGISTER, ZERO } from './testing/receipts.ts';
import { ALREADY, DONE, must, OTHER, refusedBy, TestClient } from './testing/client.ts';

const MINUTE = 60_000;
const register = { register: REGISTER };

let its: TestClient;
beforeAll(async () => void (its = await TestClient.start()));
afterAll(() => its.stop());
afterEach(() => its.reset());

describe('the start of a register', () => {
  it('goes from the its.unit to the checked start receipt', async () => {
    await its.registered();
    expect(must(await its.client.status(packet(), { serial: its.unit.serial }))).toMatchObject({
      status: 'IN_BETRIEB',
    });
    expect(must(await its.client.status(packet(), register))).toEqual({
      status: 'REGISTRIERT',
      registered: '2026-01-15T11:15:30.457+01:00',
      since: '2026-01-15T11:15:30.457+01:00',
    });
    its.now += MINUTE;
    expect(must(await its.client.checkReceipt(packet(), its.signed()))).toEqual({
      verdict: expect.stringMatching(/Startbeleg ist in Ordnung/),
    });
    expect(must(await its.client.status(packet(), register))).toMatchObject({
      status: 'IN_BETRIEB',
      since: '2026-01-15T11:16:30.457+01:00',
    });
    expect(its.emulator.registers).toMatchObject([{ participant: 'TESTTEIL1', mode: 'T', note: 'Graz' }]);
    expect(its.emulator.requests.map((r) => r.kind)).toEqual([
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
    its.fresh();
    await its.client.status({ number: 999_999_999, mode: 'P' }, register);
    expect(its.emulator.requests.at(-1)).toMatchObject({ packet: 999_999_999, mode: 'P' });
  });

  it('keeps tests and production apart', async () => {
    await its.registered();
    expect(must(await its.client.status(packet('T'), register))).not.toBeNull();
    expect(must(await its.client.status(packet('P'), register))).toBeNull();
  });

  it('takes a serial number of digits alone as hexadecimal', async () => {
    its.fresh();
    const certificate = { serial: '720097326' };
    must(await its.client.registerUnit(packet(), { type: 'EIGENES_HSM', provider: 'AT3', certificate }));
    expect(its.emulator.units).toMatchObject([{ serial: 0x720097326n, type: 'EIGENES_HSM' }]);
  });
});

describe('a registration', () => {
  const add = (provider: string, mode: 'T' | 'P' = 'T', certificate = { serial: '3a7f01' }) =>
    its.client.registerUnit(packet(mode), { type: 'SIGNATURKARTE', provider, certificate });

  it('is refused for a its.unit that is known, whatever became of it', async () => {
    await its.registered();
    expect(await add('AT1', 'T', { serial: its.unit.serial })).toEqual(refusedBy('B10', { known: true }));
    must(await its.client.retire(packet(), { serial: its.unit.serial }, 6));
    expect(await add('AT1', 'T', { serial: its.unit.serial })).toEqual(refusedBy('B10', { known: true }));
    expect(must(await its.client.status(packet(), { serial: its.unit.serial }))).toBeNull();
  });

  it('is refused for a register that is known', async () => {
    await its.registered();
    expect(await its.client.registerRegister(packet(), { register: REGISTER, key: KEY })).toEqual({
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

  it('is refused without a its.unit in operation', async () => {
    its.fresh();
    expect(await its.client.registerRegister(packet(), { register: REGISTER, key: KEY })).toEqual(
      refusedBy('B7'),
    );
  });

  it('is refused for providers that are none', async () => {
    its.fresh();
    expect(await add('DE1')).toEqual(refusedBy('36'));
    expect(await add('AT9', 'P')).toEqual(refusedBy('999'));
    expect(await add('AT9', 'T')).toEqual(DONE);
  });

  it('is refused for certificates that are none, or whose time has not come or is over', async () => {
    its.fresh();
    const der = (text: string) =>
      its.client.registerUnit(packet(), {
        type: 'SIGNATURKARTE',
        provider: 'AT1',
        certificate: { der: text },
      });
    expect(await der('QUJD')).toEqual(refusedBy('9'));
    expect(await der(testUnit(NOW, 'secp384r1').der)).toEqual(refusedBy('9'));
    its.now = NOW + 400 * 24 * 60 * MINUTE;
    expect(await der(its.unit.der)).toEqual(refusedBy('41'));
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
      clock: { now: () => its.now },
      certificates: [
        entry(known),
        entry(foreign, { participant: 'TESTTEIL2' }),
        entry(revoked, { revoked: true }),
        entry(unsuitable, { unsuitable: true }),
      ],
    });
    try {
      its.client = new FinanzOnline(accessTo(strict.url));
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
    await its.registered();
    const other = new FinanzOnline(accessTo(its.emulator.url, { ...OTHER }));
    expect(must(await other.status(packet(), register))).toBeNull();
    expect(must(await other.status(packet(), { serial: its.unit.serial }))).toBeNull();
    const certificate = { serial: its.unit.serial };
    expect(
      await other.registerUnit(packet(), { type: 'SIGNATURKARTE', provider: 'AT1', certificate }),
    ).toEqual(refusedBy('B10', { known: true }));
  });
});

describe.each(['unit', 'register'] as const)('the outage of a %s', (kind) => {
  const subject = () => (kind === 'unit' ? { serial: its.unit.serial } : register);
  const fails = (since: number): Promise<Outcome<Done>> =>
    kind === 'unit'
      ? its.client.reportUnitOutage(packet(), its.unit.serial, 2, since)
      : its.client.reportRegisterOutage(packet(), REGISTER, 5, since);

  it('begins and ends', async () => {
    await its.inOperation();
    its.now += 60 * MINUTE;
    expect(await fails(its.now - 30 * MINUTE)).toEqual(DONE);
    expect(must(await its.client.status(packet(), subject()))).toMatchObject({
      status: 'AUSFALL',
      since: '2026-01-15T11:45:30.000+01:00',
    });
    expect(await its.client.reportBack(packet(), subject(), its.now - MINUTE)).toEqual(DONE);
    expect(must(await its.client.status(packet(), subject()))).toMatchObject({
      status: 'IN_BETRIEB',
      since: '2026-01-15T12:14:30.000+01:00',
    });
  });

  it('is reported twice without harm', async () => {
    await its.inOperation();
    its.now += 60 * MINUTE;
    expect(await its.client.reportBack(packet(), subject(), its.now)).toEqual(ALREADY);
    must(await fails(its.now));
    expect(await fails(its.now)).toEqual(ALREADY);
  });

  it('may begin in the second in which something else was reported', async () => {
    await its.inOperation();
    expect(await fails(its.now)).toEqual(DONE);
    expect(await its.client.reportBack(packet(), subject(), its.now)).toEqual(DONE);
  });

  it('is refused for times in the future or before the last change', async () => {
    await its.inOperation();
    expect(await fails(its.now + MINUTE)).toEqual(refusedBy('B21'));
    expect(await fails(its.now - MINUTE)).toEqual(refusedBy('B5'));
    must(await fails(its.now));
    expect(await its.client.reportBack(packet(), subject(), its.now + MINUTE)).toEqual(refusedBy('B21'));
    expect(await its.client.reportBack(packet(), subject(), its.now - MINUTE)).toEqual(refusedBy('B5'));
  });

  it('is refused for what is not registered', async () => {
    its.fresh();
    const code = kind === 'unit' ? 'B33' : 'B32';
    expect(await fails(its.now)).toEqual(refusedBy(code));
    expect(await its.client.reportBack(packet(), subject(), its.now)).toEqual(refusedBy(code));
    expect(await its.client.retire(packet(), subject(), 6)).toEqual(refusedBy(code));
  });

  it('is refused after the end for good, which can be reported twice', async () => {
    await its.inOperation();
    expect(await its.client.retire(packet(), subject(), 7)).toEqual(DONE);
    expect(await its.client.retire(packet(), subject(), 6)).toEqual(ALREADY);
    expect(must(await its.client.status(packet(), subject()))).toBeNull();
    expect(await fails(its.now)).toEqual(refusedBy('B6'));
    expect(await its.client.reportBack(packet(), subject(), its.now)).toEqual(refusedBy('B6'));
  });
});

describe('a register that was never in operation', () => {
  it('has no outage, and can be taken back', async () => {
    await its.registered();
    expect(await its.client.reportRegisterOutage(packet(), REGISTER, 1, its.now)).toEqual(refusedBy('B9'));
    expect(await its.client.reportBack(packet(), register, its.now)).toEqual(refusedBy('B22'));
    expect(await its.client.retire(packet(), register, 6)).toEqual(DONE);
  });

  it('comes back only with a its.unit in operation', async () => {
    await its.inOperation();
    must(await its.client.reportRegisterOutage(packet(), REGISTER, 99, its.now));
    must(await its.client.reportUnitOutage(packet(), its.unit.serial, 1, its.now));
    expect(await its.client.reportBack(packet(), register, its.now)).toEqual(refusedBy('B7'));
  });
});

describe('the check of a receipt', () => {
  const finding = (id: string) => refusedBy('43', { findings: [expect.objectContaining({ id })] });
  const check = (more = {}) => its.client.checkReceipt(packet(), its.signed(more));

  it('says why it failed, in German, and in the log with the names of the checks', async () => {
    await its.registered();
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
    await its.registered();
    expect(await check({ register: 'Kassa-2' })).toEqual(finding('EXISTS_CASHBOX'));
    expect(await check({ serial: '1' })).toEqual(finding('MATCH_COMPANY'));
    expect(await check({ provider: 'AT2' })).toEqual(finding('MATCH_COMPANY'));
    must(await its.client.retire(packet(), { serial: its.unit.serial }, 6));
    expect(await check()).toEqual(finding('MATCH_COMPANY'));
    must(await its.client.retire(packet(), register, 6));
    expect(await check()).toEqual(finding('EXISTS_CASHBOX'));
  });

  it('fails for a signature of another unit', async () => {
    await its.registered();
    expect(await check({ signer: testUnit(NOW).privateKey })).toEqual(finding('CRYPTO_SIGNATURE'));
  });

  it.each([
    ['a counter that is not zero', { counter: 1n }],
    ['an amount', { amounts: ['1,00', ...ZERO.slice(1)] }],
    ['no signature', { signer: null }],
    ['a chain that does not begin', { previous: 'x', signer: null }],
  ])('takes no start receipt with %s', async (_what, more) => {
    await its.registered();
    expect(await check(more)).toEqual(finding('TYPE_OF_RECEIPT'));
    expect(its.emulator.registers).toMatchObject([{ state: 'REGISTRIERT' }]);
  });

  it('goes by the status of register and unit', async () => {
    await its.registered();
    const { jws } = build({ signer: its.unit.privateKey, serial: its.unit.serial });
    const second = { number: '2', previous: jws };
    expect(await check(second)).toEqual(finding('STATE_CASHBOX'));
    must(await its.client.reportUnitOutage(packet(), its.unit.serial, 2, its.now));
    expect(await check()).toEqual(finding('STATE_SIGDEVICE'));
    must(await its.client.reportBack(packet(), { serial: its.unit.serial }, its.now));
    must(await check());
    expect(await check()).toEqual(finding('STATE_CASHBOX'));
    expect(await check(second)).toEqual({ ok: { verdict: 'Der Beleg ist in Ordnung.' } });
    must(await its.client.reportRegisterOutage(packet(), REGISTER, 5, its.now));
    expect(await check(second)).toEqual(finding('STATE_CASHBOX'));
  });

  it('knows all kinds of receipts', async () => {
    await its.inOperation();
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

it('sends nothing that breaks the rules', async () => {
  its.fresh();
  expect(await its.client.status(packet(), { register: 'K_1' })).toMatchObject({
    refused: { by: 'local', code: 'REQUEST', text: expect.stringMatching(/register id/) },
  });
  expect(await its.client.retire({ number: 0, mode: 'T' }, register, 6)).toMatchObject({
    refused: { by: 'local', code: 'REQUEST' },
  });
  expect(its.emulator.requests).toEqual([]);
});

it('logs out when it is closed, and back in when it is needed', async () => {
  await its.registered();
  const open = its.emulator.sessions();
  await its.client.close();
  expect(its.emulator.sessions()).toBe(open - 1);
  expect(await its.client.status(packet(), register)).toHaveProperty('ok');
});

it('logs what it asks for and what comes of it, and no secret', async () => {
  await its.inOperation();
  await its.client.checkReceipt(packet(), its.signed());
  its.emulator.fail('rkdb', { code: '-3' });
  await its.client.status(packet(), register);
  const lines = its.access.lines.join('\n');
  expect(lines).toMatch(/^FinanzOnline: registrierung_kasse, packet \d+ T, 0 ms: code 0$/m);
  expect(lines).toMatch(/^FinanzOnline: belegpruefung, packet \d+ T, 0 ms: code 43$/m);
  expect(lines).toMatch(/^FinanzOnline: status_kasse, .*code -3; FinanzOnline says: Technischer Fehler\.$/m);
  for (const secret of [USER.pin, KEY]) expect(lines).not.toContain(secret);
});

describe('one its.client for all registers of a user', () => {
  it('logs in once', async () => {
    its.fresh();
    const memory = new Map<string, unknown>();
    const clients = [1, 2, 3].map(() => finanzOnline(memory, { ...its.access }));
    await Promise.all(clients.map((one) => one.status(packet(), register)));
    expect(its.emulator.requests.filter((r) => r.kind === 'login')).toHaveLength(1);
  });

  it('is another one for another user or PIN', () => {
    its.fresh();
    const memory = new Map<string, unknown>();
    const one = finanzOnline(memory, its.access);
    expect(finanzOnline(memory, { ...its.access, ...OTHER })).not.toBe(one);
    expect(finanzOnline(memory, its.access)).toBe(one);
    const changed = finanzOnline(memory, { ...its.access, pin: 'Geheim4713abc' });
    expect(changed).not.toBe(one);
    expect(finanzOnline(memory, { ...its.access, pin: 'Geheim4713abc' })).toBe(changed);
  });
});
