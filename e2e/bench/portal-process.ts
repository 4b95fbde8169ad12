/** A portal in a process of its own, as benches need it. */
import { spawn } from 'node:child_process';
import { built } from '../../build/scripts/programs.ts';

/** API key of its administrator. */
export const KEY = 'key-of-the-bench-that-is-long-enough';

/** A portal that listens. */
export interface BenchPortal {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a portal.
 * @param databaseUrl a PostgreSQL; null for a file in the folder
 */
export async function startPortal(
  folder: string,
  databaseUrl: string | null,
  nodeOptions: readonly string[] = [],
): Promise<BenchPortal> {
  const args = [...nodeOptions, built('portal'), '--data-root', folder, '--port', '0'];
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      TILLMARK_PORTAL_BOOTSTRAP_KEY: KEY,
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const endToo = (): void => void child.kill('SIGKILL');
  process.once('exit', endToo);
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const listening = /listening on (\S+)\n/.exec(text);
      if (listening) resolve(listening[1]!);
    });
    child.once('exit', (code) => reject(new Error(`the portal ended with ${code}`)));
  });
  return {
    url,
    pid: child.pid!,
    async stop() {
      child.removeAllListeners('exit');
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      process.off('exit', endToo);
    },
  };
}
