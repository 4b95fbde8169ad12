import { expect, it } from 'vitest';
import { TseEngine } from '../devices/tse/software/engine.ts';
import { softwareTse } from '../devices/tse/software/tse.ts';
import { faultyTse, type Fault } from '../devices/tse/testing/faulty-tse.ts';
import { TseServer } from '../devices/tse/till/server.ts';
import { LENT } from '../devices/tse/till/tse.ts';
import type { TseModel } from '../devices/tse/contract.ts';
import type { Clock } from '../clock.ts';
import { exportOf } from '../countries/de/testing/export-of.ts';
import { germany } from '../countries/de/testing/example.ts';
import { SALE } from '../countries/de/testing/shop.ts';
import { verified } from '../countries/de/dsfinvk/testing/exported.ts';
import { complaints } from '../countries/testing/books.ts';
import { Shop } from '../countries/testing/shop.ts';
import { silentLog } from '../log.ts';
import { Attributes } from '../settings/attributes.ts';
import { MemoryVault } from '../testing/country-services.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { serveRoutes } from '../testing/route-server.ts';
import { TsePool } from '../tse/pool.ts';
import { verifyExport } from '../tse-export/verify.ts';
import { signTseRoutes } from './sign-tse.ts';

const NAME = { client: 'KASSE-2', reference: '00000000-0000-4000-8000-000000000001' };
const PASSWORD = 'Filiale 12';

/** A till that lends its TSEs, and one that borrows. */
async function shop(clock: Clock = new ManualClock('2026-05-12T12:00:00')) {
  const at = { isOn: true, wait: 0, fault: 'none' as Fault };
  const engines: TseEngine[] = [];
  const model: TseModel = {
    ...{ name: 'own', product: 'Own', settings: [], credentials: {} },
    open: () => {
      const engine = new TseEngine({ file: ':memory:', clock });
      engines.push(engine);
      return faultyTse(softwareTse(engine), (method) => (method === 'finish' ? at.fault : 'none'));
    },
  };
  const pool = async (models: readonly TseModel[]) =>
    new TsePool({
      ...{ vault: new MemoryVault(), clock, log: silentLog, folder: await temporaryFolder(), models },
      attributes: () => Attributes.parse(''),
    });
  const lender = await pool([model, LENT]);
  const url = await serveRoutes(
    signTseRoutes(
      new TseServer({ units: () => lender.units, isOwnClient: (client) => lender.isOwnClient(client) }),
      {
        enabled: () => at.isOn,
        isPassword: (password) => password === PASSWORD,
        waitOf: () => at.wait,
        log: silentLog,
      },
    ),
  );
  const add = async () => {
    const id = await lender.add('own', {}, {});
    const unit = lender.units.find((each) => each.id === id)!;
    await unit.setUp(() => Promise.resolve(), 'KASSE-1');
    await unit.state();
    return unit;
  };
  await add();
  const borrower = await pool([LENT]);
  const borrow = async (settings: Record<string, string> = {}) => {
    const id = await borrower.add('till', { baseUrl: url, password: PASSWORD, ...settings }, {});
    return borrower.units.find((each) => each.id === id)!;
  };
  return { at, url, engines, lender, borrower, add, borrow };
}

it('signs with the TSE of another till, from its registration to its export', async () => {
  const { engines, borrow, borrower } = await shop();
  const unit = await borrow();
  await borrower.tend(NAME.client);
  expect(unit.identity?.serial).toBe(engines[0]!.identity!.serial);
  expect(engines[0]!.clients).toEqual([NAME.client]);
  const started = await unit.start(NAME);
  if (started.outcome !== 'done') throw new Error(started.failure.text);
  const { transaction } = started.result;
  const name = { ...NAME, transaction };
  expect(await unit.open(NAME.client)).toMatchObject({
    result: [{ transaction, ...{ reference: NAME.reference } }],
  });
  const data = { processType: 'Kassenbeleg-V1', processData: 'Beleg^1.00_0.00_0.00_0.00_0.00^1.00:Bar' };
  const finished = await unit.finish({ ...name, ...data, revision: 2 });
  expect(finished).toMatchObject({ outcome: 'done', result: { transaction } });
  expect(await unit.find(name)).toMatchObject({ result: { state: 'finished', finish: data } });
  expect(await unit.find({ ...name, transaction: 77 })).toEqual({ outcome: 'done', result: null });
  const [archive] = await borrower.archives();
  const report = await verifyExport(() => archive!.content());
  expect(report).toMatchObject({ findings: [], tses: [{ transactions: { finished: 1, open: 0 } }] });
});

it('says what is in the way, and that nobody knows when the answer of the TSE is lost', async () => {
  const { at, borrow, borrower } = await shop();
  const unit = await borrow();
  await borrower.tend(NAME.client);
  const started = await unit.start(NAME);
  if (started.outcome !== 'done') throw new Error(started.failure.text);
  const step = {
    ...{ ...NAME, transaction: started.result.transaction, revision: 2 },
    ...{ processType: 'Kassenbeleg-V1', processData: 'Beleg^' },
  };
  at.fault = { refuses: 'certificate-expired' };
  expect(await unit.finish(step)).toMatchObject({
    outcome: 'not-done',
    failure: { trouble: 'certificate-expired' },
  });
  at.fault = 'answer-lost';
  expect(await unit.finish(step)).toMatchObject({ outcome: 'unknown', failure: { trouble: 'no-answer' } });
  expect(await unit.find(step)).toMatchObject({ result: { state: 'finished' } });
  const other = await borrow({ password: 'another one' });
  expect(await other.state()).toMatchObject({ outcome: 'not-done', failure: { trouble: 'unauthorised' } });
  at.wait = 9;
  expect(await unit.state()).toMatchObject({ outcome: 'not-done', failure: { trouble: 'busy' } });
  at.isOn = false;
  expect(await unit.state()).toMatchObject({ outcome: 'not-done', failure: { trouble: 'unreachable' } });
});

it('lends neither what is borrowed nor in the name of its own tills, and keeps the keys to itself', async () => {
  const { url, lender, borrow } = await shop();
  await lender.tend('KASSE-1');
  const unit = await borrow();
  await unit.state();
  expect(await unit.start({ ...NAME, client: 'KASSE-1' })).toMatchObject({
    ...{ outcome: 'not-done', failure: { trouble: 'refused' } },
  });
  for (const kept of [
    unit.disable(),
    unit.unblock('admin'),
    unit.deleteExported(),
    unit.deregisterClient('K'),
  ])
    expect(await kept).toMatchObject({ outcome: 'not-done', failure: { trouble: 'unsupported' } });
  // Two servers would ask each other for ever.
  await lender.remove(lender.units[0]!.id);
  await lender.add('till', { baseUrl: url, password: PASSWORD }, {});
  expect(await (await borrow()).state()).toMatchObject({ failure: { trouble: 'unreachable' } });
});

it('goes on with another TSE when the till that lends has let its own go', async () => {
  const { engines, lender, add, borrow } = await shop();
  const unit = await borrow();
  await unit.state();
  await add();
  await unit.state();
  expect(unit.identity!.serial).toBe(engines[0]!.identity!.serial);
  await lender.remove(lender.units[0]!.id);
  await unit.state();
  expect(unit.identity!.serial).toBe(engines[1]!.identity!.serial);
  const named = await borrow({ tseSerial: 'ab'.repeat(32) });
  expect(await named.state()).toMatchObject({ failure: { trouble: 'disabled' } });
});

it('refuses what is no request, and signs nothing of it', async () => {
  const { url, engines } = await shop();
  const authorization = `Basic ${Buffer.from(`till:${PASSWORD}`).toString('base64')}`;
  const post = (body: string, path = '/sign/tse') =>
    fetch(url + path, { method: 'POST', headers: { authorization }, body });
  const before = engines[0]!.counter;
  const start = { ask: 'start', ...NAME };
  for (const wrong of [
    ...[null, [], 'x', {}, { ask: 'disable' }, { ask: 'constructor' }, { ...start, client: 'a'.repeat(31) }],
    ...[
      { ...start, client: 'Käse' },
      { ...start, reference: '../x' },
      { ...start, serial: 'x' },
    ],
    ...[{ ...start, ask: 'finish', transaction: 1.5, revision: 1, processType: 'x', processData: 'x' }],
    ...[{ ...start, ask: 'finish', transaction: 1, revision: 1, processType: 'x', processData: 7 }],
  ])
    expect((await post(JSON.stringify(wrong))).status).toBe(400);
  expect((await post('x'.repeat(300_000))).status).toBe(413);
  expect((await fetch(`${url}/sign/tse`, { method: 'POST', body: 'x' })).status).toBe(401);
  expect((await post('{', '/sign/tse/export')).status).toBe(400);
  expect(engines[0]!.counter).toBe(before);
});

it('signs for a German register, which asks for what became of a lost answer', async () => {
  let lent: Awaited<ReturnType<typeof shop>> | null = null;
  const till = await Shop.open({
    ...germany,
    async equipment(clock) {
      lent = await shop(clock);
      await lent.borrow();
      await lent.borrower.tend('KASSE-1');
      return { services: { tses: lent.borrower } };
    },
  });
  const { at, engines, borrower } = lent as unknown as Awaited<ReturnType<typeof shop>>;
  const { serial } = borrower.units[0]!.identity!;
  expect(serial).toBe(engines[0]!.identity!.serial);
  const sell = async (esr = SALE) => {
    till.clock.advance(60_000);
    return (await till.send(esr)).Fis;
  };
  expect(await sell()).toMatchObject({ TID: 1 });
  at.fault = 'answer-lost';
  expect(await sell()).toMatchObject({ TID: 2 });
  at.fault = 'none';
  at.isOn = false;
  expect(await sell()).not.toHaveProperty('TID');
  at.isOn = true;
  expect(await sell()).toMatchObject({ TID: 3 });
  await sell({ Opr: '7', NFS: 'Z' });
  expect(await complaints(till)).toEqual([]);
  expect(await verified(await exportOf(till))).toMatchObject({ findings: [], counts: { processes: 5 } });
});
