/** An Austrian till over HTTP: from the login for FinanzOnline to a register in operation, without another hand. */
import { X509Certificate } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startEmulator, type Emulator, type EmulatorOptions } from '../emulators/finanzonline/emulator.ts';
import { AUSTRIA } from '../countries/at/testing/till.ts';
import { each, verified } from '../countries/at/testing/verification.ts';
import type { ShownKey } from '../countries/at/wire.ts';
import { startATrust } from '../emulators/at-signatures/a-trust.ts';
import { KEYS } from '../devices/at-signature/testing/remote.ts';
import { download } from '../testing/download.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';
import { unzip } from '../testing/unzip.ts';
import type { Problem } from '../wire.ts';

const USER = { participant: 'TESTTEIL1', user: 'kasse001', pin: 'Geheim4711abc' };
const LOGIN = { ...USER, producer: 'ATU12345675', mode: 'production' };
const within = { timeout: 10_000 };

interface Shop {
  running: Running;
  office: Emulator;
  act(action: string, body?: object): ReturnType<Running['post']>;
  overview(): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- looked at as it comes
}

/** A service with a signing service, before an emulated FinanzOnline. */
async function openShop(onRequest?: EmulatorOptions['onRequest']): Promise<Shop> {
  const running = await runService({ cfg: AUSTRIA });
  const office = await startEmulator({
    users: [USER],
    clock: running.clock,
    ...(onRequest && { onRequest }),
  });
  onTestFinished(() => office.stop());
  const signing = await startATrust({ keys: KEYS, users: { u123456789: 'geheim!' }, now: () => Date.now() });
  onTestFinished(() => signing.stop());
  expect((await running.post('/profile', { Attributes: `AT_FinanzOnline=${office.url}` })).status).toBe(200);
  const unit = { type: 'a-trust', url: signing.url, ca: signing.ca, user: 'u123456789', password: 'geheim!' };
  const { id } = (await running.post('/control/units/add', unit)).json.result;
  expect((await running.post('/control/units/test', { id })).status).toBe(200);
  return {
    running,
    office,
    act: (action, body = {}) => running.post(`/control/country/${action}`, body),
    overview: async () => (await running.get('/control/country')).json.overview,
  };
}

it('a shop enters its login, and its register is in operation', async () => {
  const { running, office, act, overview } = await openShop();
  const wrong = await act('set-login', { ...LOGIN, pin: 'nodigits' });
  expect([wrong.status, wrong.json.error.warnings[0]]).toEqual([400, expect.stringContaining('pin')]);
  const refused = await act('set-login', { ...LOGIN, pin: 'Anders4711' });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('-4')]);
  expect((await overview()).finanzOnline).toMatchObject({ mode: 'none', login: null });
  expect((await act('set-login', LOGIN)).json).toEqual({ result: null });
  await vi.waitFor(() => expect(office.registers).toMatchObject([{ state: 'IN_BETRIEB' }]), within);
  await vi.waitFor(async () => expect((await overview()).start.checked).not.toBeNull(), within);
  expect(office.units).toMatchObject([{ type: 'HSM_DIENSTLEISTER', provider: 'AT1', mode: 'P' }]);
  const page = await overview();
  expect(
    page.finanzOnline.reports.map((row: { kind: string; state: string }) => [row.kind, row.state]),
  ).toEqual([
    ['unit', 'done'],
    ['register', 'done'],
    ['start', 'done'],
  ]);
  const { problems } = (await running.get('/control/status')).json as { problems: Problem[] };
  expect(problems.filter(({ code }) => code.startsWith('AT_')).map(({ code }) => code)).toEqual([
    'AT_FON_SERVER',
  ]);
  const { json } = await running.post('/register', sale('1.00'));
  expect(json.TraC.Result.RC).toBe('OK');
});

it('no sale waits for FinanzOnline', async () => {
  let release = () => undefined as void;
  const { running, office, act, overview } = await openShop(({ kind }) => {
    if (kind === 'login') release = office.hold();
  });
  expect((await act('set-login', LOGIN)).status).toBe(200);
  await vi.waitFor(() => expect(office.requests.at(-1)?.code).toBeNull(), within);
  const { json } = await running.post('/register', sale('1.00'));
  expect(json.TraC.Result.RC).toBe('OK');
  expect(json.TraC.Fis.Code).toMatch(/^_R1-AT1_/);
  expect((await overview()).finanzOnline.reports[0].state).not.toBe('done');
  release();
  await vi.waitFor(() => expect(office.registers).toMatchObject([{ state: 'IN_BETRIEB' }]), within);
});

it('PIN and AES key stand in no answer, no record and no file but the vault', async () => {
  const { running, office, act, overview } = await openShop();
  await act('set-login', { ...LOGIN, pin: 'Falsch9999xyz' });
  await act('set-login', { ...LOGIN, user: USER.pin, participant: USER.pin });
  await act('set-login', LOGIN);
  await vi.waitFor(async () => expect((await overview()).start?.checked).toBeTruthy(), within);
  office.users[0]!.pin = 'Neu4711abc';
  office.expireSessions();
  await act('close', { registerId: 'Graz/1' });
  await act('report');
  await vi.waitFor(
    async () => expect((await overview()).finanzOnline.failure).toMatchObject({ code: '-4' }),
    within,
  );
  const pages = ['/control/country', '/control/status', '/state', '/profile', '/find?_=log', '/last', '/log'];
  const texts = await Promise.all(pages.map(async (at) => (await running.get(at)).text));
  texts.push(JSON.stringify(await running.records()));
  const { key } = (await act('show-key')).json.result as { key: string };
  await running.stop();
  for (const file of await fs.readdir(running.dataRoot, { recursive: true, withFileTypes: true })) {
    const name = path.join(file.parentPath, file.name);
    if (file.isFile()) texts.push(`${name}: ${(await fs.readFile(name)).toString('latin1')}`);
  }
  for (const secret of [USER.pin, 'Falsch9999xyz', key]) {
    expect(texts.filter((text) => text.includes(secret)).map((text) => text.slice(0, 200))).toEqual([]);
  }
  expect(texts.length).toBeGreaterThan(12);
});

it('shows the certificate that receipts name', async () => {
  const running = await runService({ cfg: AUSTRIA });
  const current = () => running.get('/control/fiscal.pem?RN=def');
  expect((await current()).status).toBe(404);
  const added = await running.post('/control/units/add', { type: 'test' });
  expect((await running.post('/control/units/test', { id: added.json.result.id })).status).toBe(200);
  const { Code } = (await running.post('/register', sale('2.50'))).json.TraC.Fis;
  const serial = String(Code).split('_')[11]!;
  const shown = await running.get(`/cer/${serial}`);
  expect(shown.status).toBe(200);
  const { serialNumber, publicKey } = new X509Certificate(shown.text);
  expect([serialNumber.toLowerCase(), publicKey.asymmetricKeyType]).toEqual([serial, 'ec']);
  expect(await current()).toMatchObject({ status: 200, text: shown.text });
});

it('exports the DEP of all registers of a company as one archive, each in a file of its own', async () => {
  const running = await runService({ cfg: AUSTRIA });
  for (const TT of ['2', '3']) {
    const cfg = { ...AUSTRIA, Trm: { TT } };
    expect((await running.post(`/cfg?RN=till${TT}`, { Cfg: cfg })).status).toBe(200);
  }
  const stranger = { ...AUSTRIA, Cmp: { ...AUSTRIA.Cmp, TaxId: 'ATU87654321' }, Trm: { TT: '4' } };
  expect((await running.post('/cfg?RN=stranger', { Cfg: stranger })).status).toBe(200);
  const added = await running.post('/control/units/add', { type: 'test' });
  expect((await running.post('/control/units/test', { id: added.json.result.id })).status).toBe(200);
  const sold = { def: 3, till2: 5, till3: 1, stranger: 1 };
  for (const [rn, count] of Object.entries(sold)) {
    for (let n = 0; n < count; n++) {
      expect((await running.post(`/register?RN=${rn}`, sale('2.50'))).json.TraC.Result.RC).toBe('OK');
    }
  }
  const all = `type=dep&from=2026-01-01&till=2026-12-31`;
  const { status, headers, body, complete } = await download(
    `${running.url}/export?${all}&TaxId=${AUSTRIA.Cmp.TaxId}`,
  );
  expect({ status, complete }).toEqual({ status: 200, complete: true });
  expect(headers['content-disposition']).toBe('attachment; filename="dep-export.zip"');
  const files = await unzip(body);
  const names = ['dep-export-Graz_1.json', 'dep-export-Graz_2.json', 'dep-export-Graz_3.json'];
  expect(Object.keys(files).sort()).toEqual(names);
  const registers = ['def', 'till2', 'till3'] as const;
  for (const [i, rn] of registers.entries()) {
    const { key } = (await running.post(`/control/country/show-key?RN=${rn}`, {})).json.result as ShownKey;
    const { findings, summary } = await verified(each([files[names[i]!]!]), {
      aesKey: Buffer.from(key, 'base64'),
    });
    expect(findings).toEqual([]);
    expect(summary).toMatchObject({
      registerId: `Graz/${i + 1}`,
      receipts: sold[rn] + 1,
      counter: BigInt(250 * sold[rn]),
    });
  }
  // One register alone is still the file that auditors know.
  const one = await download(`${running.url}/export?${all}&RN=till2`);
  expect(await unzip(one.body)).toEqual({ 'dep-export.json': files['dep-export-Graz_2.json'] });
});
