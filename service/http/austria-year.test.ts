/**
 * A leap year of an Austrian till over HTTP, as a shop lives it: both changes of
 * the clocks, outages, another signature unit, a broken computer and its backup.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { AUSTRIA } from '../countries/at/testing/till.ts';
import { each, verified } from '../countries/at/testing/verification.ts';
import { startATrust } from '../emulators/at-signatures/a-trust.ts';
import { makeKeys } from '../emulators/at-signatures/keys.ts';
import { silentLog } from '../log.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { verify } from '../audit/command.ts';
import { FileVault } from '../settings/vault.ts';
import { download } from '../testing/download.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';
import { unzip } from '../testing/unzip.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Vienna');
  onTestFinished(() => void vi.unstubAllEnvs());
});

const SIGNING = { user: 'u123456789', password: 'geheim!' };
const OUTAGE = 'U2ljaGVyaGVpdHNlaW5yaWNodHVuZyBhdXNnZWZhbGxlbg==';

/** A signing service with a certificate of its own. */
async function signingService() {
  const service = await startATrust({
    keys: makeKeys('UID ATU12345675', Date.now()),
    users: { [SIGNING.user]: SIGNING.password },
    now: () => Date.now(),
  });
  onTestFinished(() => service.stop());
  return service;
}
type SigningService = Awaited<ReturnType<typeof signingService>>;

async function addUnit({ post }: Running, { url, ca }: SigningService): Promise<string> {
  const added = await post('/control/units/add', { type: 'a-trust', url, ca, ...SIGNING });
  const { id } = added.json.result as { id: string };
  expect((await post('/control/units/test', { id })).status).toBe(200);
  return id;
}

/** The days from one to the other, `YYYY-MM-DD`, both included. */
function* days(from: string, till: string): Generator<string> {
  for (let ms = Date.parse(`${from}T12:00:00Z`); ; ms += 86_400_000) {
    const day = new Date(ms).toISOString().slice(0, 10);
    if (day > till) return;
    yield day;
  }
}

/** A till that adds up what it sells. */
class Shop {
  running: Running;
  cents = 0;
  private sold = 0;

  constructor(running: Running) {
    this.running = running;
  }

  /** Sells at a time; each seventh sale is training, each eleventh is taken back. */
  async sell(time: string): Promise<void> {
    const { clock, post } = this.running;
    clock.set(time);
    const n = ++this.sold;
    const cents = 100 + ((n * 37) % 900);
    const isTraining = n % 7 === 0;
    const more = isTraining ? { Test: '1' } : {};
    const { json } = await post('/register', sale((cents / 100).toFixed(2), { ...more }));
    expect([time, json.TraC.Result.RC]).toEqual([time, 'OK']);
    if (isTraining) return;
    this.cents += cents;
    if (n % 11 !== 0) return;
    const taken = await post('/register/void', { TraV: { ESR: { TN: json.TraC.ESR.TN } } });
    expect(taken.json.TraC.Result.RC).toBe('OK');
    this.cents -= cents;
  }

  async live(from: string, till: string): Promise<void> {
    for (const day of days(from, till)) await this.sell(`${day}T10:15:00`);
  }
}

const codesOf = (records: readonly JournalRecord[]) =>
  records.flatMap(({ Fis }) => (Fis?.Code === undefined ? [] : [Fis.Code]));
const numberOf = (code: string) => code.split('_')[3]!;

/** Opens the backup on another computer, with the vault of the old one. */
async function restoreElsewhere(broken: Running, storage: string, now: string): Promise<Running> {
  await broken.stop();
  const fresh = await runService({ cfg: null });
  await fresh.stop();
  for (const file of ['vault.json', 'vault.key', 'profile.cfg']) {
    const from = path.join(broken.dataRoot, 'gbl', file);
    await fs.copyFile(from, path.join(fresh.dataRoot, 'gbl', file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  fresh.clock.set(now);
  const running = await runService({ again: fresh });
  // The vault came along, and with it the key that signs backups.
  const restored = await running.post(`/backup/restore?path=${encodeURIComponent(storage)}`);
  expect([restored.status, restored.text]).toEqual([202, expect.anything()]);
  await vi.waitFor(async () => expect((await running.get('/backup/info')).json.State).toBe('done'), {
    timeout: 15_000,
  });
  return running;
}

it('lives a leap year that the verifier finds nothing wrong with', { timeout: 240_000 }, async () => {
  const storage = await temporaryFolder();
  const [first, second] = [await signingService(), await signingService()];
  const old = await runService({ cfg: null });
  old.clock.set('2027-12-30T09:00:00');
  expect((await old.post('/cfg', { Cfg: AUSTRIA })).status).toBe(200);
  await addUnit(old, first);
  const shop = new Shop(old);
  await shop.live('2027-12-30', '2028-03-25');

  // Summer time begins: there is no half past two.
  await shop.sell('2028-03-26T01:59:58+01:00');
  await shop.sell('2028-03-26T03:00:02+02:00');
  await shop.live('2028-03-27', '2028-05-10');

  // Nobody signs for five days; the month ends meanwhile, later on only for an hour.
  first.down();
  await shop.live('2028-05-29', '2028-06-02');
  first.up();
  await shop.live('2028-06-03', '2028-06-15');

  // The last backup is of 15 June, the computer breaks on the 20th.
  const backup = await old.get(`/backup/incremental?path=${encodeURIComponent(storage)}`);
  expect(backup.text).toMatch(/OK.*\s*$/);
  const known = shop.cents;
  await shop.live('2028-06-16', '2028-06-20');
  const refused = await old.post(`/backup/restore?path=${encodeURIComponent(storage)}`);
  expect(refused.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#RESTORE_IN_USE' });
  const lost = codesOf((await old.get('/find?sort=desc&limit=40rows')).json.Rec as JournalRecord[]);
  const running = await restoreElsewhere(old, storage, '2028-06-21T08:00:00');
  shop.running = running;
  shop.cents = known;
  const firstUnit = await addUnit(running, first);
  await shop.live('2028-06-21', '2028-08-31');

  // Another provider signs from now on.
  await addUnit(running, second);
  expect((await running.post('/control/units/remove', { id: firstUnit })).status).toBe(200);
  await shop.live('2028-09-01', '2028-10-28');

  // Summer time ends: half past two comes twice.
  await shop.sell('2028-10-29T02:30:00+02:00');
  await shop.sell('2028-10-29T02:10:00+01:00');
  await shop.live('2028-10-30', '2028-12-30');

  // The year cannot be closed as it should be: the annual receipt follows on 3 January.
  second.down();
  await shop.live('2028-12-31', '2029-01-02');
  second.up();
  await shop.live('2029-01-03', '2029-01-05');

  const { key } = (await running.post('/control/country/show-key', {})).json.result as { key: string };
  const { body } = await download(`${running.url}/export?type=dep&from=2027-01-01&till=2029-12-31`);
  const dep = (await unzip(body))['dep-export.json']!;
  const { findings, summary } = await verified(each([dep]), { aesKey: Buffer.from(key, 'base64') });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  // It remarks what happened: the hour that came twice, and the year that was closed late.
  expect(findings.map(({ text }) => text)).toEqual([
    expect.stringMatching(/2028-10-29T02:10:00.*in the hour that comes twice/),
    expect.stringMatching(/annual receipt of 2028 is missing/),
  ]);
  expect(summary.counter).toBe(BigInt(shop.cents));

  const records: JournalRecord[] = [];
  for (let next = '/find?sort=asc&limit=500rows'; next !== '';) {
    const { Rec, continuation } = (await running.get(next)).json as {
      Rec: JournalRecord[];
      continuation?: string;
    };
    records.push(...Rec);
    next = continuation === undefined ? '' : `/find?sort=asc&limit=500rows&continuation=${continuation}`;
  }
  const codes = codesOf(records);
  const numbers = new Set(codes.map(numberOf));
  expect(numbers.size).toBe(codes.length);
  const gone = lost.filter((code) => !codes.includes(code));
  expect(gone.length).toBeGreaterThanOrEqual(5);
  expect(gone.map(numberOf).filter((number) => numbers.has(number))).toEqual([]);

  const own = (kind: string) => records.filter(({ Own }) => Own === kind).map(({ D }) => D.slice(0, 10));
  expect(own('start')).toEqual(['2027-12-30']);
  expect(own('year')).toEqual(['2028-01-01', '2029-01-03']);
  expect(own('month')).toEqual([
    ...['2028-02-01', '2028-03-01', '2028-04-01', '2028-05-01', '2028-06-01', '2028-07-01'],
    ...['2028-08-01', '2028-09-01', '2028-10-01', '2028-11-01', '2028-12-01', '2029-01-01'],
  ]);
  expect(own('collective')).toEqual(['2028-06-03']);
  expect(codes.some((code) => code.includes('_2028-02-29T'))).toBe(true);
  const unsigned = codes
    .filter((code) => code.endsWith(OUTAGE))
    .map((code) => code.split('_')[4]!.slice(0, 10));
  expect([...new Set(unsigned)]).toEqual([
    ...days('2028-05-29', '2028-06-02'),
    ...days('2028-12-31', '2029-01-02'),
  ]);
  expect(unsigned).toHaveLength(summary.outages);

  await running.stop();
  const places = {
    journal: (dataRoot: string) => path.join(dataRoot, 'journal.db'),
    publicKeys: (dataRoot: string) => path.join(dataRoot, 'cer'),
    vault: (dataRoot: string) => FileVault.open(path.join(dataRoot, 'gbl'), silentLog),
  };
  const said: string[] = [];
  const terminal = { write: (text: string) => said.push(text) };
  const exit = await verify(['--data-root', running.dataRoot], places, {
    stdout: terminal,
    stderr: terminal,
  });
  expect([exit, said.join('')]).toEqual([0, expect.stringMatching(/turnover counter decrypted$[^]*^OK: /m)]);
});
