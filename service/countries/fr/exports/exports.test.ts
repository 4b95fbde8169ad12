/** French exports over HTTP, and the archive's own scripts at work. */
import { spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { download } from '../../../testing/download.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { runService, type Running } from '../../../testing/running-service.ts';
import { unzip } from '../../../testing/unzip.ts';
import { isSignature } from '../signature.ts';
import { CFG, NOW, pos, SALE, ticket } from '../testing/shop.ts';

const PERIOD = 'from=2026-01-01&till=2026-12-31';

/** A till with two days behind it. */
async function openTill(): Promise<Running> {
  const clock = new ManualClock(NOW);
  const running = await runService({ cfg: CFG, clock });
  const sell = async (esr: object) => {
    const answer = await running.post('/register', { Tra: { ESR: esr } });
    expect(answer.status, answer.text).toBe(200);
    return answer.json.TraC;
  };
  const first = await sell(SALE);
  await sell(ticket([pos('Vin, rouge', 'A', '-8.00')], '-8.00', { RFN: first.ESR.FN, Rsn: 'x' }));
  clock.set('2026-05-13T10:00:00');
  await sell({ ...SALE, Opr: 'Zoé; "+1' });
  return running;
}

async function archiveOf(running: Running): Promise<Record<string, Buffer>> {
  return unzip((await download(`${running.url}/export?RN=def&type=nf525-jou&${PERIOD}`)).body);
}

async function unpacked(files: Record<string, Buffer>): Promise<string> {
  const folder = path.join(await temporaryFolder(), 'archive de l’année 2026');
  await fs.mkdir(folder);
  for (const [name, content] of Object.entries(files)) await fs.writeFile(path.join(folder, name), content);
  return folder;
}

const run = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    cwd: path.parse(args[0]!).root,
  });
  return { status, stdout: stdout + stderr };
};
const byNode = (folder: string) => run(process.execPath, path.join(folder, 'verify.mjs'));
const byShell = (folder: string) => run('sh', path.join(folder, 'verify.sh'));

it('archives a year that its own scripts prove, and that no change gets past', async () => {
  const running = await openTill();
  const files = await archiveOf(running);
  const folder = await unpacked(files);
  expect(byNode(folder)).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^12 signatures, 3 receipts, \d files, 0 faults\n/),
  });
  // Both name the same keys.
  const [, ...keys] = byNode(folder).stdout.split('\n');
  const said = ['12 signatures, 0 faults', ...keys].join('\n');
  expect(byShell(folder)).toEqual({ status: 0, stdout: said });
  expect(files['verification.txt']!.toString()).toMatch(/documents 4, .* findings 0\n$/);

  const change = async (name: string, from: string | RegExp, to: string) => {
    const changed = await unpacked({
      ...files,
      [name]: Buffer.from(files[name]!.toString().replace(from, to)),
    });
    return { folder: changed, node: byNode(changed) };
  };
  const total = await change('journal.jsonl', '"T":"-8.00"', '"T":"-9.00"');
  expect(total.node.stdout).toMatch(/journal\.jsonl: was changed\nFAULT PA1-1 record \d+: another total/);
  const text = await change('chain.tsv', ',Vente,', ',Vante,');
  expect(text.node.stdout).toMatch(/ticket 1 \(record \d+\): the signature does not fit/);
  expect(byShell(text.folder)).toMatchObject({ status: 1, stdout: expect.stringContaining('ticket 1 ') });
  const gone = await change('chain.tsv', /^.*\ttotal-ticket\t2\t.*\n/m, '');
  expect(gone.node.stdout).toMatch(/total-ticket 3 \(record \d+\): follows number 1/);
  expect(byShell(gone.folder).stdout).toMatch(/total-ticket 3 \(record \d+\): follows number 1/);
  const sum = await change('chain.tsv', /(\ttotal-ticket\t2\t[^,]+,-800,)400,/, '$1500,');
  expect(sum.node.stdout).toMatch(/total-ticket 2 \(record \d+\): wrong perpetual total/);
  expect(byShell(sum.folder).stdout).toMatch(/total-ticket 2 \(record \d+\): wrong perpetual total/);
  const day = await change('chain.tsv', /(\ttotal-day\t1\t[^,]+,)400,/, '$1500,');
  expect(day.node.stdout).toMatch(/total-day 1 \(record \d+\): is not what its documents come to/);
  // What is hardly an archive any more is named, too.
  const { 'manifest.sig': _signature, ...unsigned } = files;
  const broken = byNode(await unpacked({ ...unsigned, 'journal.jsonl': Buffer.from('{"Register":') }));
  expect(broken).toMatchObject({ status: 1, stdout: expect.stringContaining('manifest.sig: is missing') });
  expect(broken.stdout).toContain('journal.jsonl line 1: is no record');
  const nonsense = byNode(await unpacked({ ...files, 'chain.tsv': Buffer.from('a\t1\ttotal-day\t1\n') }));
  expect(nonsense).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('(record 1): has no amounts'),
  });
  // The signature of the record after it, so that the next one seems to follow.
  const third = /\ttotal-ticket\t3\t.*\t([\w-]{86})\n/.exec(files['chain.tsv']!.toString())![1]!;
  const moved = await change('chain.tsv', /(\ttotal-ticket\t2\t.*\t)[\w-]{86}\n/, `$1${third}\n`);
  expect(byShell(moved.folder).stdout).toMatch(/total-ticket 2 \(record \d+\): the signature does not fit/);
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = Object.keys(files).find((file) => file.startsWith('key-'))!;
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const foreign = await unpacked({ ...files, [name]: Buffer.from(pem) });
  for (const { stdout } of [byNode(foreign), byShell(foreign)])
    expect(stdout).toContain(`${name}: is another key`);
  const manifest = await change('manifest.txt', /^./, '0');
  expect(manifest.node.stdout).toMatch(/manifest\.sig does not fit/);
  expect(byShell(manifest.folder).stdout).toMatch(/manifest\.sig does not fit/);
});

it('notes archives and exports as events; the archive of a period of more than a year is refused', async () => {
  const running = await openTill();
  const wrong = await running.get('/export?RN=def&type=nf525-jou&from=2025-05-12&till=2026-05-12');
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('at most twelve months')]);
  const noted = (event: string) =>
    vi.waitFor(async () => {
      const found = (await running.records()).filter(({ Event }) => Event === event);
      expect(found).toHaveLength(1);
      return found[0];
    });
  await archiveOf(running);
  const { Entries } = await noted('archive');
  expect(Entries[0].Payload).toBe('2000:800|1000:800,1600,20260513100000,PA1-1,Archive 20260101-20261231,N,');
  const csv = await running.get(`/export?RN=def&type=nf525-jet&${PERIOD}`);
  expect(csv.headers['content-type']).toMatch(/^text\/csv/);
  const rows = csv.text
    .split('\r\n')
    .slice(1, -1)
    .map((row) => row.split(';').slice(1, 5).join(';'));
  expect(rows).toEqual([
    expect.stringMatching(/^1;260;Initialisation des données;Initialisation BarPos/),
    '2;80;Début de session;Démarrage du terminal',
    '3;190;Annulation ou retour;PA1-1-T2 retour PA1-1-T1',
    '4;330;Début de clôture;Début de clôture journalière 20260512',
    '5;50;Clôture de période;Clôture journalière 20260512',
    '6;20;Archivage d’une période intermédiaire;Archive 20260101-20261231',
  ]);
  expect((await noted('export')).Entries[0].Payload).toContain(',110,nf525-jet 20260101-20261231,');
});

it('counts a ticket that came late in the archive of the time when it was registered alone', async () => {
  const clock = new ManualClock(NOW);
  const running = await runService({ cfg: CFG, clock });
  const sell = async (esr: object) => {
    const answer = await running.post('/register', { Tra: { ESR: esr } });
    expect(answer.status, answer.text).toBe(200);
  };
  const sum = async (from: string, till: string) => {
    await download(`${running.url}/export?RN=def&type=nf525-jou&from=${from}&till=${till}`);
    const days = `Archive ${from}-${till}`.replaceAll(/(\d)-(\d\d)-(\d\d)/g, '$1$2$3');
    return vi.waitFor(async () => {
      const found = (await running.records()).find(
        ({ Event, Entries }) => Event === 'archive' && Entries[0].Payload.includes(days),
      );
      return found.Entries[0].Payload.split(',')[1];
    });
  };
  await sell(SALE);
  clock.set('2026-05-13T10:00:00');
  await sell(ticket([pos('Pain', 'C', '5.00')], '5.00'));
  // Sold on the 12th while the register could not be reached.
  await sell(ticket([pos('Vin', 'A', '7.00')], '7.00', { D: '2026-05-12T11:00:00' }));
  const days = [await sum('2026-05-12', '2026-05-12'), await sum('2026-05-13', '2026-05-13')];
  expect([days, await sum('2026-05-12', '2026-05-13')]).toEqual([['1200', '1200'], '2400']);
});

it('shows chains and totals as XML, with what a verification finds', async () => {
  const running = await openTill();
  const total = await running.get(`/export?RN=def&type=nf525-total&${PERIOD}`);
  expect(total.headers['content-disposition']).toBe('attachment; filename="total.xml"');
  expect(total.text).toContain('Kind="day" Number="1" Period="20260512"');
  expect(total.text).toContain(
    'Sales="12.00" Returns="-8.00" Total="4.00" PerpetualReal="4.00" PerpetualAbsolute="20.00"',
  );
  expect(total.text).toContain('<Rate Percent="20.00" Total="0.00"/><Rate Percent="10.00" Total="4.00"/>');
  expect(total.text).toContain('<Perpetual Real="16.00" Absolute="32.00" OpenCount="1"/>');
  const chain = await running.get(`/export?RN=def&type=nf525-export&${PERIOD}`);
  expect(chain.text).toContain('<Verification Findings="0"');
});

it('shows its public key, which fits documents, copies and files', async () => {
  const running = await openTill();
  const [sale] = (await running.records()).filter(({ _, Own }) => _ === 'Tra' && Own === undefined);
  const pem = await running.get(`/cer/${sale.Fis.FR_Key}`);
  expect(pem.status).toBe(200);
  expect(await running.get('/control/fiscal.pem?RN=def')).toMatchObject({ status: 200, text: pem.text });
  const key = createPublicKey(pem.text);
  expect(isSignature(sale.Fis.Payload, sale.Fis.Signature, key)).toBe(true);
  const copy = await running.post(`/jou/reprintcnt?RN=def&TN=${sale.ESR.TN}`);
  expect(copy.text).toBe('1');
  const text = decodeURIComponent(String(copy.headers['fis-payload']));
  expect(text).toMatch(/^PA1-1,1,Ticket,1,SYSTEME,/);
  expect(isSignature(text, String(copy.headers['fis-signature']), key)).toBe(true);
  const print = (query = '') => running.get(`/render/text?RN=def&FN=${sale.ESR.FN}${query}`);
  expect((await print()).text).toMatch(/DUPLICATA 2 de PA1-1-T1/);
  // A printer that jammed makes no second original, and a look no copy.
  const again = (await print('&original=1')).text;
  expect(again).toMatch(/DUPLICATA 3 de PA1-1-T1/);
  expect(again).not.toContain('ORIGINAL');
  const look = await running.get(`/render/text?RN=def&FN=${sale.ESR.FN}`, { 'sec-purpose': 'prefetch' });
  expect(look.text).not.toMatch(/ORIGINAL|DUPLICATA \d/);
  const put = await fetch(`${running.url}/repo?file=till.ini`, {
    ...{ method: 'PUT', body: 'a=1', headers: { 'content-type': 'text/plain' } },
  });
  const { Repo } = (await put.json()) as { Repo: { Fis: { Payload: string; Signature: string } } };
  expect(isSignature(Repo.Fis.Payload, Repo.Fis.Signature, key)).toBe(true);
});
