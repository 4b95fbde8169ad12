/** From a register that seals its records, through the portal, to the owner who opens them. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { unseal } from '../audit/unseal.ts';
import { writeWhole, writeZip } from '../exports/archive.ts';
import { ADMIN_KEY, type TestPortal } from '../portal/testing/portal.ts';
import { companyKeyText, readCompanyKey } from '../receipt/company-key.ts';
import {
  archived,
  caughtUp,
  companyWithBadge,
  connectedService,
  portalOfTest,
} from '../testing/connected.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';
import { unzip } from '../testing/unzip.ts';

const [KEY, OTHER] = [3, 4].map((byte) => companyKeyText(Buffer.alloc(32, byte))) as [string, string];
const ID = readCompanyKey(KEY)!.id;
const OTHER_ID = readCompanyKey(OTHER)!.id;

interface Found {
  Rec: { _: string; SQ: number; registerId: number }[];
}

const setting = (portal: TestPortal, more: string) => ({
  Attributes: `Recorder_url="${portal.url}" Recorder_init=0 ${more}`,
});

async function sealedShop() {
  const portal = await portalOfTest();
  const { companyId, badge } = await companyWithBadge(portal);
  const service = await connectedService(portal, badge);
  await service.post('/register', sale('1.11'));
  await caughtUp(service);
  const set = await service.post('/profile', setting(portal, `Recorder_SealKey=${KEY} Recorder_Seal=${ID}`));
  expect(set.json.ProfileC.Result.RC).toBe('OK');
  await service.post('/register', sale('98.76'));
  await caughtUp(service);
  const kinds = (await archived(portal, companyId)).map((line) => (JSON.parse(line) as { _: string })._);
  return { portal, companyId, service, open: kinds.filter((kind) => kind !== 'Sealed').length };
}

const download = async (portal: TestPortal, companyId: number) => {
  const response = await fetch(`${portal.url}/Company/${companyId}/Export?type=jou&from=2000-01-01`, {
    headers: { api_key: ADMIN_KEY },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

async function opened(archive: Buffer, ...keys: string[]) {
  const folder = await temporaryFolder();
  const [zip, keyFile, out] = ['jou.zip', 'key.txt', 'open.zip'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  await fs.writeFile(zip, archive);
  await fs.writeFile(keyFile, `${keys.join('\n')}\n`);
  let said = '';
  const terminal = { write: (text: string) => (said += text) };
  const parts = {
    async write(files: Parameters<typeof writeZip>[0], file: string) {
      const { signal } = new AbortController();
      await writeWhole(file, (output) => writeZip(files, output, new Date(0), signal));
    },
  };
  const args = ['--archive', zip, '--key-file', keyFile, '--out', out];
  const code = await unseal(args, parts, { stdout: terminal, stderr: terminal });
  return { code, said, files: code === 0 ? await unzip(out) : {}, left: await fs.readdir(folder) };
}

/** The journal of the register as its files have it. */
async function journalOf(service: Running): Promise<string> {
  await service.stop();
  const folder = path.join(service.dataRoot, 'rn', 'def', 'jou');
  const names = (await fs.readdir(folder)).sort();
  return (await Promise.all(names.map((name) => fs.readFile(path.join(folder, name), 'utf8')))).join('');
}

describe('a company that seals its records', () => {
  it('gets its journal back byte by byte, over a restart and a change of the key, and nobody else does', async () => {
    const { portal, companyId, service, open } = await sealedShop();
    await service.stop();
    const again = await runService({ again: service });
    await again.post('/register', sale('5.55'));
    await caughtUp(again);
    await again.post('/profile', setting(portal, `Recorder_SealKey=${OTHER} Recorder_Seal=${OTHER_ID}`));
    await again.post('/register', sale('6.66'));
    await caughtUp(again);
    expect((await again.get('/control/status')).json.problems).not.toContainEqual(
      expect.objectContaining({ code: 'RECORDER_CONFLICT' }),
    );
    const lines = await archived(portal, companyId);
    const keys = lines.map((line) => (JSON.parse(line) as { K?: string }).K ?? '-');
    // What the register notes of itself meanwhile may still be open; once sealed, everything is.
    const sealed = keys.findIndex((key) => key !== '-');
    expect(sealed).toBeGreaterThanOrEqual(open);
    expect(new Set(keys.slice(sealed))).toStrictEqual(new Set([ID, OTHER_ID]));
    expect(lines.join('\n')).toContain('1.11');
    expect(lines.join('\n')).not.toMatch(/98\.76|5\.55|6\.66/);

    const archive = await download(portal, companyId);
    const one = await opened(archive, KEY);
    expect(one).toMatchObject({ code: 1, left: ['jou.zip', 'key.txt'] });
    expect(one.said).toContain(OTHER_ID);
    const both = await opened(archive, KEY, OTHER);
    expect(both.said).toMatch(/^\d+ sealed records opened/);
    const journal = await journalOf(again);
    expect(journal).toContain('98.76');
    const content = Object.values(both.files).join('');
    expect(content).toBe(journal.slice(0, content.length));
    expect(content.split('\n')).toHaveLength(lines.length + 1);
  });

  it('is told by the portal what that cannot do, and never half of it', async () => {
    const { portal, companyId, service, open } = await sealedShop();
    const ask = (query: string) => portal.send('GET', `/Company/${companyId}/${query}`);
    const refused = { status: 409, body: { errors: [{ code: 'sealed' }] } };
    for (const query of ['total=98.76', 'text=x', 'tn=1', 'fn=1', 'type=Tra', 'from=2000-01-01T10:00:00'])
      expect(await ask(`Records?${query}`), query).toMatchObject(refused);
    expect(await ask('Records?type=Tra&till=2000-01-01')).toMatchObject({ status: 200 });
    const { Rec } = (await ask('Records?type=Sealed')).body as Found;
    expect(Rec.length).toBeGreaterThan(0);
    const { registerId, SQ } = Rec[0]!;
    expect(((await ask('Records')).body as Found).Rec).toHaveLength(open + Rec.length);

    const receipt = (await service.records()).find(({ _ }: { _: string }) => _ === 'Tra') as { SQ: number };
    expect(await ask(`Records/${registerId}/${SQ}`)).toMatchObject({ status: 200 });
    for (const sq of [SQ, receipt.SQ])
      expect(await ask(`Records/${registerId}/${sq}/Pdf`)).toMatchObject(refused);
    expect(await ask(`Records/${registerId}/${SQ}/EInvoice`)).toMatchObject(refused);
    expect(await ask('Export?type=saft&from=2000-01-01')).toMatchObject(refused);
    expect(await ask('Records/Csv')).toMatchObject(refused);
    portal.clock.set(service.clock.now());
    expect((await ask('Turnover')).body).toMatchObject({ sealed: true, today: { sums: [] } });
    const overview = await portal.ask<{ companies: { items: object[] } }>('GET', '/Overview');
    expect(overview.companies.items[0]).toMatchObject({ sealed: true, today: { sums: [] }, newest: null });
    expect((await service.get('/recorder/lastdh')).status).not.toBe(200);

    const checked = await ask(`Register/${registerId}/Verification`);
    expect(checked.body).toMatchObject({ findings: [], valid: true, records: open + Rec.length });
    expect((checked.body as { summary: string }).summary).toContain(`${Rec.length} records are sealed`);
    await portal.portal.services.db.run(
      'UPDATE records SET line = replace(line, \'"N":"\', \'"N":"A\') WHERE sq = $sq',
      { sq: SQ },
    );
    expect((await ask(`Register/${registerId}/Verification`)).body).toMatchObject({ valid: false });
  });

  it('hands nothing in without the key, says so, and sells on', async () => {
    const portal = await portalOfTest();
    const { companyId, badge } = await companyWithBadge(portal);
    const service = await connectedService(portal, badge);
    await caughtUp(service);
    const before = await archived(portal, companyId);
    await service.post('/profile', setting(portal, `Recorder_Seal=${ID}`));
    expect((await service.post('/register', sale('1.00'))).status).toBe(200);
    expect((await service.get('/control/status')).json.problems).toContainEqual({
      ...{ code: 'RECORDER_SEAL', severity: 'warning', params: { key: ID } },
    });
    expect(await archived(portal, companyId)).toStrictEqual(before);
    await service.post('/profile', setting(portal, `Recorder_Seal=${ID} Recorder_SealKey=${KEY}`));
    await caughtUp(service);
    const lines = (await archived(portal, companyId)).slice(before.length);
    expect(lines.length).toBeGreaterThan(0);
    const kinds = lines.map((line) => JSON.parse(line) as { _: string; K?: string });
    // What the register noted of itself before it was to seal may be open.
    const first = kinds.findIndex(({ _ }) => _ === 'Sealed');
    for (const one of kinds.slice(0, first)) expect(one._).toBe('log');
    expect(kinds.slice(first).length).toBeGreaterThan(0);
    for (const one of kinds.slice(first)) expect(one).toMatchObject({ _: 'Sealed', K: ID });
  });

  it('cannot enter a key that was mistyped, and nobody is shown the key', async () => {
    const service = await runService();
    const wrong = await service.post('/profile', { Attributes: `Recorder_SealKey=${KEY.slice(0, -1)}!` });
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.json)).not.toContain(KEY.slice(0, 20));
    expect((await service.post('/profile', { Attributes: 'Recorder_Seal=yes' })).status).toBe(400);
    await service.post('/profile', { Attributes: `Recorder_SealKey=${KEY}` });
    const places = ['/profile', '/control/profile', '/log', '/find?rn=def'];
    for (const place of places) expect(JSON.stringify((await service.get(place)).json)).not.toContain(KEY);
  });
});
