/** PgBouncer in front of a PostgreSQL, in the mode `transaction`: each statement may meet another session. */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './server.ts';

/** A pooler. */
export interface Bouncer {
  /** The same database through it. */
  url: string;
  stop(): Promise<void>;
}

/** Whether there is one on this machine. */
export function hasBouncer(): boolean {
  return spawnSync('pgbouncer', ['--version']).status === 0;
}

/**
 * Starts one.
 * @param to `postgres://` URL
 * @param folder for its settings; it exists
 */
export async function startBouncer(to: string, folder: string): Promise<Bouncer> {
  const target = new URL(to);
  const port = await freePort();
  const users = path.join(folder, 'users.txt');
  const settings = path.join(folder, 'pgbouncer.ini');
  fs.writeFileSync(users, `"${target.username}" "${target.password}"\n`);
  fs.writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
server_login_retry = 1
`,
  );
  for (const file of [users, settings]) fs.chmodSync(file, 0o644);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn('pgbouncer', [...user, settings], { stdio: 'ignore' });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  for (let tries = 100; !(await answers(port)); tries--) {
    if (tries === 0 || child.exitCode !== null) throw new Error('PgBouncer does not start');
    await sleep(50);
  }
  target.hostname = '127.0.0.1';
  target.port = String(port);
  return {
    url: target.href,
    async stop() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true)));
    socket.on('error', () => resolve(false));
  });
}
