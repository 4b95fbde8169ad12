/** How a register becomes known to FinanzOnline: by itself, once, whatever happens in between. */
import { describe, expect, it, vi } from 'vitest';
import { newTestUnit } from '../../../testing/software-signer.ts';
import { MemoryVault } from '../../../testing/country-services.ts';
import { austria } from '../index.ts';
import { asked, logIn, newCard, openOffice, reportRow, reports } from '../testing/office.ts';

const START = ['registrierung_se 0', 'registrierung_kasse 0', 'belegpruefung 0'];

describe('a new register with a login', () => {
  it('registers itself, makes its start receipt and has it checked', async () => {
    const { till, office, serial } = await openOffice();
    expect(reports(till)).toEqual([`unit ${serial} due`, 'register waiting']);
    await logIn(till);
    await till.background();
    expect(asked(office)).toEqual(START);
    expect(office.requests.filter(({ packet }) => packet !== null).map(({ packet }) => packet)).toEqual([
      1, 2, 3,
    ]);
    expect(office.units).toMatchObject([
      { mode: 'P', type: 'SIGNATURKARTE', provider: 'AT1', state: 'IN_BETRIEB' },
    ]);
    expect(office.registers).toMatchObject([
      { mode: 'P', id: 'Graz/1', state: 'IN_BETRIEB', note: 'Bäckerei Muster' },
    ]);
    expect((await till.receipts()).map(({ own }) => own)).toEqual(['start']);
    expect(reports(till)).toEqual([`unit ${serial} done`, 'register done', 'start done']);
    expect(reportRow(till, 'start')).toMatchObject({
      done: '2026-05-04T12:00:00',
      byHand: false,
      failure: null,
    });
    expect(till.overview.start?.checked).toBe('2026-05-04T12:00:00');
    expect(till.problems).toEqual(['AT_FON_SERVER']);
    await till.background();
    await till.restart();
    await till.background();
    expect(asked(office)).toEqual(START);
    await till.sell();
    expect((await till.verify()).errors).toEqual([]);
  });

  it('sells before that: the start receipt is reported afterwards', async () => {
    const { till, office } = await openOffice();
    await till.sell();
    expect(office.requests).toEqual([]);
    expect(till.problems).toContain('AT_START_UNCHECKED');
    await logIn(till);
    await till.background();
    expect(asked(office)).toEqual(START);
    expect(till.problems).not.toContain('AT_START_UNCHECKED');
    expect((await till.receipts()).map(({ own }) => own)).toEqual(['start', null]);
  });

  it('waits for a unit, and does without one that fails', async () => {
    const card = newCard();
    const { till, office, serial } = await openOffice({ unit: card });
    const broken = newCard('other');
    broken.broken = card.broken = true;
    till.signer.units = [broken, card];
    await logIn(till);
    await till.background();
    expect(asked(office)).toEqual([]);
    card.broken = false;
    await till.background();
    expect(asked(office)).toEqual(START);
    expect(till.kasse.serial).toBe(serial);
  });

  it.each(['sell', 'report'] as const)('that names no terminal waits for the first %s', async (wish) => {
    const { till, office } = await openOffice();
    await till.configure({ ...till.register.cfg!, Trm: {} });
    await logIn(till);
    await till.background();
    expect(asked(office)).toEqual([]);
    await (wish === 'sell' ? till.sell() : till.act('report'));
    await till.background();
    expect(asked(office)).toEqual(START);
    expect(reportRow(till, 'start').state).toBe('done');
  });

  it.each(['Fiscal_Test', 'Reg_test'])(
    'does not become known to the tax office with %s',
    async (attribute) => {
      const { till, office } = await openOffice();
      const { attributes } = till;
      till.attributes += `\n${attribute}=1`;
      await logIn(till);
      await till.sell();
      await till.background();
      expect(await till.act('report')).toHaveProperty('issues');
      expect(asked(office)).toEqual([]);
      till.attributes = attributes;
      await till.background();
      expect(asked(office)).toEqual(START);
    },
  );
});

describe('what was done before', () => {
  it('is found again when the answer was lost', async () => {
    const { till, office } = await openOffice({
      // What follows a question for the status is lost, the first time.
      onRequest({ kind }) {
        const isFirst = office.requests.filter((request) => request.kind === kind).length === 1;
        if (isFirst && kind?.startsWith('status_')) office.drop();
      },
    });
    await logIn(till);
    office.drop();
    for (const hour of ['12', '13', '14', '15']) {
      till.clock.set(`2026-05-04T${hour}:00:00`);
      await till.background();
    }
    expect(office.units).toHaveLength(1);
    expect(office.registers).toMatchObject([{ state: 'IN_BETRIEB' }]);
    // Each was sent once, and asked for afterwards; the start receipt was not sent again.
    expect(asked(office)).toEqual([
      'registrierung_se 0',
      'registrierung_se B10',
      'status_see 0',
      'registrierung_kasse 0',
      'registrierung_kasse B1',
      'status_kasse 0',
      'belegpruefung 0',
      'status_kasse 0',
    ]);
    expect(reportRow(till, 'start').state).toBe('done');
  });

  it.each([1, 2, 3, 4, 5])('is done once when the service dies before record %i is kept', async (record) => {
    const { till, office } = await openOffice();
    await logIn(till);
    const before = (await till.records()).length;
    const { register } = till;
    const perform = register.writes.perform.bind(register.writes);
    let kept = 0;
    register.writes.perform = (work) => (++kept < record ? perform(work) : Promise.resolve(false));
    await till.background();
    expect((await till.records()).length).toBe(before + record - 1);
    await till.restart();
    await till.background();
    expect((await till.records()).length).toBe(before + 5);
    expect(office.units).toHaveLength(1);
    expect(office.registers).toMatchObject([{ state: 'IN_BETRIEB' }]);
    expect((await till.receipts()).map(({ own }) => own)).toEqual(['start']);
    expect(reportRow(till, 'start').state).toBe('done');
    expect(asked(office)).not.toContain('belegpruefung 43');
  });

  it('by hand in the portal is taken over', async () => {
    const { till, office, serial } = await openOffice();
    const scope = {
      participant: 'TESTTEIL1',
      mode: 'P',
      state: 'IN_BETRIEB',
      registered: 0,
      since: 0,
    } as const;
    await till.act('create-key');
    const { result } = (await till.act('show-key')) as { result: { key: string } };
    office.units.push({
      ...scope,
      ...{ provider: 'AT1', serial: BigInt(`0x${serial}`), type: 'SIGNATURKARTE', publicKey: null },
    });
    const key = Buffer.from(result.key, 'base64');
    office.registers.push({ ...scope, id: 'Graz/1', key, note: '', state: 'REGISTRIERT' });
    await till.sell();
    await logIn(till);
    await till.background();
    expect(reports(till)).toEqual([`unit ${serial} done`, 'register done', 'start done']);
    expect(office.registers).toHaveLength(1);
  });

  it('may be marked by hand, without a login', async () => {
    const { till, office, serial } = await openOffice();
    await till.sell();
    expect(reports(till)).toEqual([`unit ${serial} due`, 'register waiting', 'start waiting']);
    for (const report of [`unit ${serial}`, 'register', 'start']) {
      expect(await till.act('reported', { report })).toEqual({ result: null });
      expect(reportRow(till, report)).toMatchObject({ state: 'done', byHand: true });
    }
    expect(till.overview.start?.checked).not.toBeNull();
    for (const report of ['register', 'annual 2025', '', 'outage']) {
      expect(await till.act('reported', { report })).toHaveProperty('issues');
    }
    await logIn(till);
    await till.background();
    expect(asked(office)).toEqual([]);
  });

  it('was done under the name of a register that lost its data: nothing is started, and the page says why', async () => {
    const { till, office } = await openOffice();
    await logIn(till);
    await till.background();
    const second = await openOffice();
    second.till.attributes = till.attributes;
    second.till.signer.units = till.signer.units;
    await logIn(second.till);
    await second.till.background();
    expect(reportRow(second.till, 'register')).toMatchObject({ state: 'failed', failure: { code: 'B1' } });
    expect(reportRow(second.till, 'register').failure?.text).toMatch(/another TL or TT/);
    expect(second.till.problems).toContain('AT_FON_REFUSED');
    expect(await second.till.receipts()).toEqual([]);
    // A sale does start it. Its key is another one, which FinanzOnline finds out, and no try makes that better.
    await second.till.sell();
    await second.till.act('report');
    expect(reportRow(second.till, 'start')).toMatchObject({
      state: 'failed',
      failure: { code: '43', nextTry: null, text: expect.stringContaining('TYPE_OF_RECEIPT') as string },
    });
    second.till.clock.set('2026-05-20T12:00:00');
    await second.till.background();
    expect(asked(office).filter((one) => one === 'belegpruefung 43')).toHaveLength(1);
    await second.till.restart();
    await second.till.background();
    expect(asked(office).filter((one) => one === 'belegpruefung 43')).toHaveLength(2);
    expect(second.till.overview.start?.checked).toBeNull();
  });
});

describe('tests and production', () => {
  it('are two worlds: nothing of a test counts', async () => {
    const { till, office, serial } = await openOffice();
    await logIn(till, 'test');
    await till.background();
    expect(office.registers).toMatchObject([{ mode: 'T', state: 'IN_BETRIEB' }]);
    expect(till.overview.finanzOnline.mode).toBe('test');
    expect(reports(till)).toEqual([`unit ${serial} done`, 'register done', 'start done']);
    expect(till.overview.start?.checked).toBeNull();
    expect(till.problems).toContain('AT_START_UNCHECKED');
    await logIn(till, 'production');
    expect(reports(till)).toEqual([`unit ${serial} due`, 'register waiting', 'start waiting']);
    await till.background();
    expect(office.registers).toMatchObject([{ mode: 'T' }, { mode: 'P', state: 'IN_BETRIEB' }]);
    expect(till.problems).toEqual(['AT_FON_SERVER']);
  });

  it('a key of the program is for tests: its certificate is sent', async () => {
    const unit = newTestUnit('key', 'AT9');
    const { till, office, serial } = await openOffice({ unit });
    await logIn(till, 'test');
    await till.background();
    expect(office.units).toMatchObject([{ mode: 'T', type: 'EIGENES_HSM' }]);
    expect(reportRow(till, 'start').state).toBe('done');
    await logIn(till, 'production');
    await till.background();
    expect(reportRow(till, `unit ${serial}`)).toMatchObject({
      state: 'failed',
      failure: { code: 'TEST_KEY', advice: 'testUnit' },
    });
    expect(office.units).toHaveLength(1);
  });
});

describe('units that are not this till’s', () => {
  it('are asked for, and reported by the till that owns them', async () => {
    const card = newCard();
    const { till, office, serial } = await openOffice({ unit: card });
    till.signer.units = [{ ...card, kind: 'till' }];
    await logIn(till);
    await till.background();
    expect(asked(office)).toEqual(['status_see B33']);
    expect(reportRow(till, `unit ${serial}`).failure?.text).toMatch(/another till/);
    const owner = await openOffice();
    owner.till.signer.units = [card];
    owner.till.attributes = till.attributes;
    await owner.till.configure({ ...owner.till.register.cfg!, Trm: { TT: '2' } });
    await logIn(owner.till);
    await owner.till.background();
    await till.act('report');
    expect(office.units).toHaveLength(1);
    expect(office.registers.map(({ id, state }) => [id, state])).toEqual([
      ['Graz/2', 'IN_BETRIEB'],
      ['Graz/1', 'IN_BETRIEB'],
    ]);
  });
});

it('a register whose key is missing reports no other one', async () => {
  const { till, office } = await openOffice();
  await till.sell();
  till.vault = new MemoryVault();
  await till.restart();
  await logIn(till);
  await till.background();
  expect(reportRow(till, 'register').failure?.text).toMatch(/AES key/);
  expect(office.registers).toEqual([]);
});

it('a register that was restored from a backup asks what it has done since, and reports nothing twice', async () => {
  const { till, office, serial } = await openOffice();
  await till.sell();
  await logIn(till);
  const { state } = till.register;
  const backup = new Map([...state.keys()].map((key) => [key, state.get(key)!]));
  await till.background();
  const { length } = office.requests;
  const context = { ...till.services, cfg: till.register.cfg!, now: '2026-05-04T12:30:00' };
  const { changes } = austria.restored!(state, context);
  const asOfBackup = Object.fromEntries([...state.keys()].map((key) => [key, backup.get(key) ?? null]));
  const restored = { ...asOfBackup, ...changes };
  await till.register.writes.change({ event: 'restored', details: {}, changes: () => restored });
  expect(reports(till)).toEqual([`unit ${serial} due`, 'register waiting', 'start waiting']);
  await till.background();
  expect(asked(office, length)).toEqual([
    'registrierung_se B10',
    'status_see 0',
    'registrierung_kasse B1',
    'status_kasse 0',
    'status_kasse 0',
  ]);
  expect(reports(till)).toEqual([`unit ${serial} done`, 'register done', 'start done']);
  expect(office.registers).toMatchObject([{ state: 'IN_BETRIEB' }]);
});

it('a login for production that is entered while tests are on their way does not mix them up', async () => {
  const { till, office } = await openOffice();
  await logIn(till, 'test');
  const release = office.hold();
  const testing = till.background();
  await vi.waitFor(() => expect(office.requests.at(-1)?.code).toBeNull());
  const entering = logIn(till, 'production');
  release();
  await Promise.all([testing, entering]);
  await till.background();
  const modes = (all: readonly { mode: string }[]) => all.map(({ mode }) => mode).join();
  expect(modes(office.registers.filter(({ state }) => state === 'IN_BETRIEB'))).toMatch(/P$/);
  expect(asked(office).every((one) => one.endsWith(' 0'))).toBe(true);
  expect(reportRow(till, 'start').state).toBe('done');
  expect(till.overview.start?.checked).not.toBeNull();
});
