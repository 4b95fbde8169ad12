/** What the client makes of codes, sessions that end and answers that are lost. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FinanzOnline } from './client.ts';
import { fakeServer, packet } from './testing/access.ts';
import { KEY, receiptCode, REGISTER } from './testing/receipts.ts';
import { must, refusedBy, TestClient } from './testing/client.ts';

const register = { register: REGISTER };

let its: TestClient;
beforeAll(async () => void (its = await TestClient.start()));
afterAll(() => its.stop());
afterEach(() => its.reset());

describe('an expired session', () => {
  it('is opened anew once, and the request comes through', async () => {
    await its.registered();
    its.emulator.expireSessions();
    its.emulator.requests.length = 0;
    expect(must(await its.client.status(packet(), register))).toMatchObject({ status: 'REGISTRIERT' });
    expect(its.emulator.requests.map((r) => [r.kind, r.code])).toEqual([
      ['status_kasse', '-1'],
      ['login', '0'],
      ['status_kasse', '0'],
    ]);
    expect(its.emulator.requests[0]!.packet).toBe(its.emulator.requests[2]!.packet);
  });

  it('is opened anew once for many requests at the same time', async () => {
    await its.registered();
    its.emulator.expireSessions();
    its.emulator.requests.length = 0;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => its.client.status(packet(), register)),
    );
    for (const answer of answers) expect(must(answer)).toMatchObject({ status: 'REGISTRIERT' });
    expect(its.emulator.requests.filter((r) => r.kind === 'login')).toHaveLength(1);
  });

  it('is not opened for ever', async () => {
    await its.registered();
    its.emulator.requests.length = 0;
    its.emulator.fail('rkdb', { code: '-1' }, 9);
    expect(await its.client.status(packet(), register)).toEqual({
      later: { reason: 'session', code: '-1', text: 'a new session is not valid', maybeDone: false },
    });
    expect(its.emulator.requests.map((r) => r.kind)).toEqual(['status_kasse', 'login', 'status_kasse']);
  });

  it('ends in the refusal of the login, if that is refused', async () => {
    await its.registered();
    its.emulator.expireSessions();
    its.emulator.users[0]!.locked = true;
    expect(await its.client.status(packet(), register)).toMatchObject({
      refused: { by: 'session', code: '-6' },
    });
    its.emulator.users[0]!.locked = false;
    expect(await its.client.status(packet(), register)).toMatchObject({ refused: { code: '-6' } });
    its.client.tryAgain();
    expect(await its.client.status(packet(), register)).toHaveProperty('ok');
  });
});

describe('codes of FinanzOnline', () => {
  const LATER = ['-3', '14', '1336', '1337', 'B4', 'C1', 'V1', 'V9', 'V10', 'V16'];

  it.each(LATER)('%s asks for another try', async (code) => {
    await its.registered();
    its.emulator.fail('rkdb', { code });
    expect(await its.client.status(packet(), register)).toMatchObject({
      later: { reason: 'technical', code, maybeDone: true },
    });
  });

  it('-2 is maintenance, in which nothing is done', async () => {
    its.fresh();
    its.emulator.maintenance(true);
    const expected = { later: { reason: 'maintenance', code: '-2', maybeDone: false } };
    expect(await its.client.status(packet(), register)).toMatchObject(expected);
    its.emulator.maintenance(false);
    await its.registered();
    its.emulator.maintenance(true);
    expect(await its.client.status(packet(), register)).toMatchObject(expected);
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
    its.fresh();
    const reports = [
      () =>
        its.client.registerUnit(packet(), {
          type: 'SIGNATURKARTE',
          provider: 'AT1',
          certificate: { serial: '1' },
        }),
      () => its.client.registerRegister(packet(), { register: REGISTER, key: KEY }),
      () => its.client.reportUnitOutage(packet(), '1', 1, its.now),
      () => its.client.reportRegisterOutage(packet(), REGISTER, 1, its.now),
      () => its.client.reportBack(packet(), register, its.now),
      () => its.client.retire(packet(), register, 6),
      () => its.client.checkReceipt(packet(), receiptCode()),
      () => its.client.status(packet(), register),
    ];
    its.emulator.fail('rkdb', { code }, reports.length);
    for (const report of reports) expect(await report()).toEqual(refusedBy(code));
  });

  it.each([
    ['B13', 'retire', refusedBy('B13')],
    ['B6', 'reportBack', refusedBy('B6')],
    ['B13', 'register', refusedBy('B13')],
  ] as const)('%s is no goal of %s', async (code, what, expected) => {
    its.fresh();
    its.emulator.fail('rkdb', { code });
    const reports = {
      retire: () => its.client.retire(packet(), register, 6),
      reportBack: () => its.client.reportBack(packet(), register, its.now),
      register: () => its.client.registerRegister(packet(), { register: REGISTER, key: KEY }),
    };
    expect(await reports[what]()).toEqual(expected);
  });

  it('-4 is also what a user without the right gets', async () => {
    its.fresh();
    its.emulator.users[0]!.mayNotReport = true;
    expect(await its.client.status(packet(), register)).toEqual(refusedBy('-4'));
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
    its.fresh();
    its.emulator.fail('rkdb', what);
    expect(await its.client.status(packet(), register)).toMatchObject(expected);
  });
});

describe('a lost answer', () => {
  it('may stand for a report that was taken: the next try tells', async () => {
    await its.registered();
    its.emulator.registers.length = 0;
    its.emulator.drop();
    const add = () => its.client.registerRegister(packet(), { register: REGISTER, key: KEY });
    expect(await add()).toMatchObject({ later: { reason: 'unreachable', maybeDone: true } });
    expect(await add()).toEqual(refusedBy('B1', { known: true }));
    expect(must(await its.client.status(packet(), register))).toMatchObject({ status: 'REGISTRIERT' });
  });

  it('may stand for a start receipt that has passed: the status tells', async () => {
    await its.registered();
    its.emulator.drop();
    expect(await its.client.checkReceipt(packet(), its.signed())).toMatchObject({
      later: { maybeDone: true },
    });
    expect(must(await its.client.status(packet(), register))).toMatchObject({ status: 'IN_BETRIEB' });
  });

  it('cannot be when nobody took the call', async () => {
    await its.registered();
    const { url, stop } = await fakeServer(() => undefined);
    await stop();
    its.client = new FinanzOnline({ ...its.access, url });
    expect(await its.client.retire(packet(), register, 6)).toMatchObject({
      later: { reason: 'unreachable', maybeDone: false },
    });
  });
});
