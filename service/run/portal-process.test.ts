import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { built } from '../../build/scripts/programs.ts';
import { startNode } from '../node-process.ts';
import { BESIDE } from '../portal/beside.ts';
import { PortalProcess, type PortalProcessOptions } from './portal-process.ts';
import { temporaryFolder } from '../testing/folder.ts';

async function make(more: Partial<PortalProcessOptions> = {}) {
  const said: string[] = [];
  const note = (text: string) => void said.push(text);
  const log = { debug: note, info: note, warn: note, error: note, close: () => Promise.resolve() };
  const changed = vi.fn<() => void>();
  const dataRoot = await temporaryFolder();
  const portal = new PortalProcess({ port: 0, dataRoot, log, changed, isWanted: true, pauseMs: 10, ...more });
  onTestFinished(() => portal.stop());
  return { portal, dataRoot, said, changed };
}

/** A program in place of the portal. */
async function program(source: string): Promise<string> {
  const file = path.join(await temporaryFolder(), 'program.mjs');
  await fs.writeFile(file, source);
  return file;
}

const isUp = async (url: string) => (await fetch(`${url}/User/Active`)).status === 401;

it('runs a portal with its data beside those of the register', async () => {
  const { portal, dataRoot, changed } = await make();
  portal.start();
  const state = await portal.settled(60_000);
  if (state.state !== 'running') throw new Error(JSON.stringify(state));
  expect(await isUp(state.url)).toBe(true);
  // Whoever sits at the register needs no code.
  expect(await (await fetch(`${state.url}/setup`)).json()).toEqual({ needed: true, code: false });
  expect(portal.problems).toEqual([]);
  expect(changed).toHaveBeenCalled();
  expect(await fs.readdir(path.join(dataRoot, 'portal'))).toContain('portal.db');
  await portal.stop();
  await expect(fetch(state.url)).rejects.toThrow();
});

it('starts it for whoever connects first, and lets nobody wait for nothing', async () => {
  const { portal, dataRoot, said } = await make({ isWanted: false });
  portal.start();
  const state = await portal.settled(60_000);
  if (state.state !== 'waiting') throw new Error(JSON.stringify(state));
  expect([portal.pid, portal.url, await portal.reachable]).toEqual([undefined, state.url, state.url]);
  expect(await fs.readdir(dataRoot)).toEqual([]);
  // Both addresses of this machine, several at once; one of them asks nothing and goes away.
  const { port } = new URL(state.url);
  net.connect(Number(port), '127.0.0.1', function (this: net.Socket) {
    this.destroy();
  });
  // Two requests over one connection, the second after the answer to the first.
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = async () => {
    const [answer] = (await once(http.get(`${state.url}/User/Active`, { agent }), 'response')) as [
      http.IncomingMessage,
    ];
    answer.resume();
    return answer.statusCode === 401;
  };
  const asked = [ask(), ask(), ...[state.url, `http://127.0.0.1:${port}`, `http://[::1]:${port}`].map(isUp)];
  expect(await Promise.all(asked)).toEqual([true, true, true, true, true]);
  expect(await portal.settled(0)).toEqual({ state: 'running', url: state.url });
  expect(said.filter((line) => line.includes('listening'))).toHaveLength(1);
  process.kill(portal.pid!, 'SIGKILL');
  await vi.waitFor(() => expect(portal.problems).toHaveLength(1), 10_000);
  await vi.waitFor(() => expect(portal.problems).toEqual([]), 60_000);
  expect(await isUp(state.url)).toBe(true);
});

it('tells whoever connects when it cannot be started', async () => {
  const file = await program('process.exit(7)');
  const { portal } = await make({ isWanted: false, program: file, pauseMs: 60_000 });
  portal.start();
  const state = await portal.settled(60_000);
  if (state.state !== 'waiting') throw new Error(JSON.stringify(state));
  await expect(fetch(state.url)).rejects.toThrow();
  await vi.waitFor(() => expect(portal.problems).toMatchObject([{ code: 'PORTAL_FAILED' }]));
  expect(portal.url).toBe(null);
});

it('closes where nobody has wanted it', async () => {
  const { portal } = await make({ isWanted: false });
  portal.start();
  const { url } = (await portal.settled(60_000)) as { url: string };
  await portal.stop();
  await expect(fetch(url)).rejects.toThrow();
  expect(portal.pid).toBe(undefined);
});

it.each([true, false])('says that its port is taken, and starts as soon as it is free', async (isWanted) => {
  const other = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as net.AddressInfo;
  const { portal, said } = await make({ port, isWanted });
  portal.start();
  expect(await portal.settled(60_000)).toMatchObject({
    state: 'failed',
    text: `port ${port} is taken by another program`,
  });
  expect(portal.problems).toEqual([{ code: 'PORTAL_PORT', severity: 'warning', params: { port } }]);
  await new Promise((resolve) => other.close(resolve));
  await vi.waitFor(() => expect(portal.problems).toEqual([]), 60_000);
  expect(await isUp(`http://127.0.0.1:${port}`)).toBe(true);
  // Once, however often it was tried.
  expect(said.filter((line) => line.includes('is taken'))).toHaveLength(1);
});

it('starts it again after a crash, where it was', async () => {
  const { portal } = await make();
  portal.start();
  const state = await portal.settled(60_000);
  if (state.state !== 'running') throw new Error(JSON.stringify(state));
  process.kill(portal.pid!, 'SIGKILL');
  await vi.waitFor(() => expect(portal.problems).toHaveLength(1), 10_000);
  await vi.waitFor(() => expect(portal.problems).toEqual([]), 60_000);
  expect(await isUp(state.url)).toBe(true);
});

it.each([
  ['throws', "throw new RangeError('no such luck')", 'RangeError: no such luck'],
  [
    'explains itself',
    "process.stderr.write('tillmark: the database is newer\\n'); process.exit(1)",
    'the database is newer',
  ],
  ['just ends', 'process.exit(7)', 'it ended with exit code 7'],
])('tells why a portal does not run that %s', async (_how, source, reason) => {
  const { portal } = await make({ program: await program(source), pauseMs: 60_000 });
  portal.start();
  await portal.settled(60_000);
  expect(portal.problems).toEqual([{ code: 'PORTAL_FAILED', severity: 'warning', params: { reason } }]);
});

it('ends a portal that does not end by itself', async () => {
  const source =
    "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); process.send({ type: 'listening', url: 'x', port: 1 })";
  const { portal } = await make({ program: await program(source) });
  portal.start();
  expect(await portal.settled(60_000)).toEqual({ state: 'running', url: 'x' });
  await portal.stop();
  expect(portal.problems).toEqual([]);
});

it('ends by itself where its register is gone before it has started', async () => {
  const dataRoot = await temporaryFolder();
  const env = { ...process.env, [BESIDE]: '1' };
  const child = startNode(built('portal'), ['--data-root', dataRoot, '--port', '0'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
