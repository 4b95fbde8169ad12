/**
 * The small clients of docs/samples, each against a service of its own, on a line that loses
 * answers. One whose interpreter is not here is skipped and named: all of them do the same.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../../build/scripts/root.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { runService, send, type Running } from '../testing/running-service.ts';
import { GENERIC, sale } from '../testing/sales.ts';

/** Command, how its presence is asked for, and the program. */
const CLIENTS = [
  { name: 'curl', command: 'sh', asked: ['-c', 'curl --version'], program: ['curl/pos.sh'] },
  { name: 'node', command: process.execPath, asked: ['--version'], program: ['node/pos.mjs'] },
  { name: 'python', command: 'python3', asked: ['--version'], program: ['python/pos.py'] },
  { name: 'php', command: process.env.TILLMARK_PHP ?? 'php', asked: ['-v'], program: ['php/pos.php'] },
  {
    ...{ name: 'csharp', command: 'dotnet', asked: ['--version'] },
    program: ['run', '--project', 'csharp/Pos.csproj', '--'],
  },
];

/** A line to the service: hands everything on, and loses what it is told to. */
class Line {
  /** Route whose next answer is lost: broken off, or never sent. */
  loses: { route: string; how: 'breaks' | 'hangs' } | null = null;
  /** Resolves when the service has answered what hangs. */
  private hung: () => void = () => undefined;
  readonly asked: string[] = [];
  private readonly server: http.Server;

  constructor(target: string) {
    this.server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => void this.pass(target, request, Buffer.concat(chunks), response));
    });
    this.server.listen(0, '127.0.0.1');
    onTestFinished(() => {
      this.server.closeAllConnections();
      this.server.close();
    });
  }

  async address(): Promise<string> {
    if (!this.server.listening) await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves when the answer to a route hangs. */
  hangs(route: string): Promise<void> {
    this.loses = { route, how: 'hangs' };
    return new Promise((resolve) => (this.hung = resolve));
  }

  private async pass(
    target: string,
    request: http.IncomingMessage,
    body: Buffer,
    response: http.ServerResponse,
  ) {
    const route = request.url!.replace(/\?.*/, '');
    this.asked.push(`${request.method!} ${route}`);
    const { 'content-type': type, accept } = request.headers;
    const headers = { ...(type && { 'content-type': type }), ...(accept && { accept }) };
    const answer = await send(target + request.url!, request.method!, body, headers);
    const lost = this.loses?.route === route ? this.loses.how : null;
    if (lost) this.loses = null;
    if (lost === 'breaks') request.socket.destroy();
    else if (lost === 'hangs') this.hung();
    else
      response.writeHead(answer.status, { 'content-type': answer.headers['content-type'] }).end(answer.text);
  }
}

/** What a client said before it ended. */
interface Said {
  code: number | null;
  paper: string[];
  screen: string;
}

/** Starts a client; `stop` cuts it off as a power cut would. */
function start(client: (typeof CLIENTS)[number], args: string[], env: Record<string, string>) {
  const child = spawn(client.command, [...client.program, ...args], {
    cwd: path.join(root, 'docs', 'samples'),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: a shell does not take curl along when it ends.
    detached: true,
  });
  const stop = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
  };
  onTestFinished(stop);
  let paper = '';
  let screen = '';
  child.stdout.on('data', (chunk: Buffer) => (paper += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (screen += chunk.toString()));
  const ended = once(child, 'close').then(([code]): Said => ({
    code: code as number | null,
    paper: paper.trimEnd().split('\n'),
    screen,
  }));
  return { ended, stop };
}

it.for(CLIENTS)(
  'the client in $name sells once whatever becomes of the answer, voids, and prints every Tag',
  async (client, { skip }) => {
    const isHere = spawnSync(client.command, client.asked, { stdio: 'ignore' }).status === 0;
    skip(!isHere, `the sample client in ${client.name} was not run: there is no ${client.command} here`);
    const service = await runService({ cfg: null });
    const line = new Line(service.url);
    const POS_STATE = path.join(await temporaryFolder(), 'state');
    const env = { REGISTER: await line.address(), POS_STATE, no_proxy: '*' };
    const run = (...args: string[]) => start(client, args, env).ended;
    const lastTags = async () => {
      const { Fis = {} } = (await service.get('/last')).json.TraC;
      const tags = (Fis.Tag ?? []) as { Label: string; Value: string }[];
      const shown = tags.map(({ Label, Value }) => (Label === '' ? Value : `${Label}: ${Value}`));
      return [...shown, ...(Fis.Code === undefined ? [] : [`QR code: ${Fis.Code}`])];
    };

    // A sale, with a name that no format may break on.
    const first = await run('sale', `Pão "d'água" & <Bica>`, 'B', '0.80');
    expect(first).toMatchObject({ code: 0, screen: '' });
    const tags = await lastTags();
    expect(tags.length).toBeGreaterThan(2);
    expect(first.paper).toEqual([`Receipt FS 1_1.26/1`, `Pão "d'água" & <Bica> 0.80`, ...tags]);

    // The answer breaks off.
    line.loses = { route: '/register', how: 'breaks' };
    const second = await run('sale', 'Bica', 'B', '0.90');
    expect(second).toMatchObject({ code: 0, screen: 'Log: #DUPLICATE\n' });
    expect(second.paper).toEqual(['Receipt FS 1_1.26/2', 'Bica 0.90', ...(await lastTags())]);

    // The power goes off before the answer is there.
    const hanging = line.hangs('/register');
    const third = start(client, ['sale', 'Galão', 'B', '1.20'], env);
    await hanging;
    third.stop();
    expect((await third.ended).paper).toEqual(['']);
    const again = await run('start');
    expect(again.code).toBe(0);
    expect(again.paper.slice(0, 2)).toEqual(['Receipt FS 1_1.26/3', 'Galão 1.20']);

    // A void whose answer breaks off.
    line.loses = { route: '/register/void', how: 'breaks' };
    const voided = await run('void', '1', 'Engano & troca');
    expect(voided.code).toBe(0);
    expect(voided.paper).toEqual(['Receipt 4', 'Receipt 1 is void: Engano & troca']);

    // Data that are wrong, and a register that cannot now.
    const bad = await run('sale', 'Bica', 'Q', '0.80');
    expect(bad).toMatchObject({ code: 1, paper: [''] });
    expect(bad.screen).toMatch(/^Message: .+\nLog: #\w+\nLog: #/);
    await service.post('/profile', { Attributes: 'TEST_RC=NO' });
    const later = await run('sale', 'Bica', 'B', '0.80');
    expect(later).toMatchObject({ code: 1, paper: [''], screen: expect.stringContaining('#TEST_RC') });
    await service.post('/profile', { Attributes: '' });
    expect((await run('start')).paper).toEqual(['']);
    await expectJournal(service);
    expect(line.asked.filter((asked) => asked === 'POST /restart')).toHaveLength(2);
    expect(await fs.readdir(env.POS_STATE)).toEqual(['number']);
  },
);

it.for(CLIENTS)(
  'the client in $name sells on any register: one that has sold already, and one of another company',
  async (client, { skip }) => {
    const isHere = spawnSync(client.command, client.asked, { stdio: 'ignore' }).status === 0;
    skip(!isHere, `the sample client in ${client.name} was not run: there is no ${client.command} here`);
    const POS_STATE = path.join(await temporaryFolder(), 'state');
    const run = (service: Running, ...args: string[]) =>
      start(client, args, { REGISTER: service.url, POS_STATE, no_proxy: '*' }).ended;

    const sold = await runService();
    for (const amount of ['1.00', '2.00']) await sold.post('/register', sale(amount));
    expect(await run(sold, 'sale', 'Bica', 'B', '0.80')).toMatchObject({ code: 0, screen: '' });
    expect(await run(sold, 'void', '3', 'Engano')).toMatchObject({ code: 0, screen: '' });

    const cfg = { ...GENERIC, Loc: { TL: 'A & 1' }, Trm: { TT: '7' } };
    const other = await runService({ cfg });
    expect((await run(other, 'sale', 'Bica', '17%', '0.80')).code).toBe(0);
    expect((await other.get('/cfg')).json.Cfg.Cmp).toEqual(GENERIC.Cmp);

    const numbers = async (service: Running) =>
      (await service.records('def', '_=Tra')).map(({ ESR: { TL, TT, TN } }) => [TL, TT, TN].join('/'));
    expect(await numbers(sold)).toEqual(['1/1/1', '1/1/2', '1/1/3', '1/1/4']);
    expect(await numbers(other)).toEqual(['A & 1/7/5']);
  },
);

async function expectJournal(service: Running): Promise<void> {
  const records = (await service.records()).filter(({ _ }) => _ === 'Tra');
  expect(records.map(({ ESR }) => [ESR.TN, ESR.T, ESR.Void, ESR.Rsn])).toEqual([
    ['1', '0.80', undefined, undefined],
    ['2', '0.90', undefined, undefined],
    ['3', '1.20', undefined, undefined],
    ['4', '-0.80', '1', 'Engano & troca'],
  ]);
}
