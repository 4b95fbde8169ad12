import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startService } from '../run/service.ts';
import { ChildService } from '../testing/child-service.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { send } from '../testing/running-service.ts';
import { GENERIC, PORTUGAL, sale } from '../testing/sales.ts';
import { NoWayInError } from './folders.ts';

const home = path.resolve('.');

/** A data root with these profile attributes and folders. */
async function dataRoot(attributes: string, ...folders: string[]): Promise<string> {
  const root = await temporaryFolder();
  for (const folder of ['gbl', ...folders]) await fs.mkdir(path.join(root, folder), { recursive: true });
  await fs.writeFile(path.join(root, 'gbl', 'profile.cfg'), JSON.stringify({ Attributes: attributes }));
  return root;
}

async function start(root: string) {
  const options = { dataRoot: root, port: 0, host: '127.0.0.1', demo: undefined };
  const service = await startService(options, home, new ManualClock());
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= service.stop());
  onTestFinished(stop);
  return { ...service, stop };
}

/** Puts a request into a folder as programs should: under another name first. */
async function put(folder: string, name: string, content: object): Promise<void> {
  const file = path.join(folder, 'req', name);
  await fs.writeFile(`${file}.tmp`, JSON.stringify(content));
  await fs.rename(`${file}.tmp`, `${file}.req`);
}

/** The answer, once it is there. */
async function answerOf(folder: string, name: string): Promise<unknown> {
  const file = path.join(folder, 'res', `${name}.res`);
  await expect.poll(() => fs.stat(file).catch(() => null), { timeout: 10_000, interval: 20 }).not.toBeNull();
  return JSON.parse(await fs.readFile(file, 'utf8'));
}

describe('a service with folders for requests', () => {
  it('answers files and HTTP from one journal', async () => {
    const root = await dataRoot('', 'req', 'res');
    const { url, stop } = await start(root);
    await put(root, 'cfg', { Cfg: PORTUGAL });
    expect(await answerOf(root, 'cfg')).toMatchObject({ CfgC: { Result: { RC: 'OK' } } });
    expect((await send(`${url}/register`, 'POST', sale())).json).toMatchObject({ TraC: { SQ: 2 } });
    await put(root, 'a', sale());
    expect(await answerOf(root, 'a')).toMatchObject({ TraC: { SQ: 3, ESR: { FN: 'FS 1_1.26/2' } } });
    await stop();
    expect(await fs.readdir(path.join(root, 'req'))).toEqual([]);
  });

  it('draws QR codes as pictures beside the answers', async () => {
    const root = await dataRoot('Fis_QR="type=bmp&size=2"', 'req', 'res');
    await start(root);
    await put(root, 'cfg', { Cfg: PORTUGAL });
    await answerOf(root, 'cfg');
    await put(root, 'a', sale());
    await answerOf(root, 'a');
    const picture = await fs.readFile(path.join(root, 'res', 'a.bmp'));
    expect(picture.toString('latin1', 0, 2)).toBe('BM');
  });

  it('may watch a folder elsewhere, and then only that', async () => {
    const share = await temporaryFolder();
    for (const name of ['req', 'res']) await fs.mkdir(path.join(share, name));
    const root = await dataRoot(`FileWatch_path="${share}"`, 'req', 'res');
    await start(root);
    await put(root, 'a', { Cfg: GENERIC });
    await put(share, 'a', { Cfg: GENERIC });
    expect(await answerOf(share, 'a')).toMatchObject({ CfgC: { SQ: 1 } });
    expect(await fs.readdir(path.join(root, 'res'))).toEqual([]);
  });

  it.each([[['req']], [[]]])('needs both: with %j it has no file interface', async (folders) => {
    const root = await dataRoot('', ...folders);
    const service = await start(root);
    expect(service.reach).not.toContain('files');
    expect((await send(`${service.url}/state`, 'GET')).status).toBe(200);
  });
});

describe('a service without a web server', () => {
  it('answers files only', async () => {
    const root = await dataRoot('HttpServer_Disable', 'req', 'res');
    const service = await start(root);
    expect(service).toMatchObject({
      url: null,
      port: null,
      reach: `answering files in ${path.join(root, 'req')}`,
    });
    await put(root, 'a', { Cfg: GENERIC });
    expect(await answerOf(root, 'a')).toMatchObject({ CfgC: { Result: { RC: 'OK' } } });
  });

  it('does not start without the folders, and leaves the data root free', async () => {
    const root = await dataRoot('HttpServer_Disable', 'req');
    const started = start(root);
    await expect(started).rejects.toThrow(NoWayInError);
    await expect(started).rejects.toThrow(
      /^HttpServer_Disable is set, but there are no folders req and res in /,
    );
    await fs.mkdir(path.join(root, 'res'));
    await start(root);
  });

  it('says so on the terminal', async () => {
    const root = await dataRoot('HttpServer_Disable');
    const { code, stderr } = await new ChildService(['--data-root', root, '--port', '0']).ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/^tillmark: HttpServer_Disable is set, but .*\n$/);
  });
});

describe('a service that is killed', () => {
  it(
    'registers every request once, though all are alike and have no number',
    { timeout: 60_000 },
    async () => {
      const root = await dataRoot('HttpServer_Disable', 'req', 'res');
      const names = Array.from({ length: 60 }, (_name, i) => `sale-${i}`);
      await put(root, 'cfg', { Cfg: GENERIC });
      await fs.utimes(path.join(root, 'req', 'cfg.req'), 1000, 1000);
      for (const name of names) await put(root, name, sale('1.00'));
      const answers = async () =>
        (await fs.readdir(path.join(root, 'res'))).filter((f) => f.endsWith('.res'));
      for (const least of [1, 15, 30, 45]) {
        const child = new ChildService(['--data-root', root, '--port', '0']);
        await expect
          .poll(async () => (await answers()).length, { timeout: 20_000, interval: 1 })
          .toBeGreaterThanOrEqual(least);
        child.kill('SIGKILL');
        await child.ended;
      }
      const last = new ChildService(['--data-root', root, '--port', '0']);
      await expect.poll(() => fs.readdir(path.join(root, 'req')), { timeout: 20_000 }).toEqual([]);
      last.kill('SIGTERM');
      expect((await last.ended).code).toBe(0);
      const numbers = new Set<number>();
      for (const name of names)
        numbers.add(((await answerOf(root, name)) as { TraC: { SQ: number } }).TraC.SQ);
      expect([...numbers].sort((a, b) => a - b)).toEqual(names.map((_name, i) => i + 2));
    },
  );
});
