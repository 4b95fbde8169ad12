import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';

/** A service that runs from a package, on the Node of the package. */
export interface PackedService {
  /** Address of the register, and of the portal beside. */
  url: string;
  portal: string;
  /** Stops it as a supervisor does. */
  stop(): Promise<void>;
}

/**
 * Starts it where nothing else can be found: no Node, no packages of this project.
 * @param home folder of the package
 * @param data folder for its data, outside of the project
 */
export async function startPacked(home: string, data: string): Promise<PackedService> {
  const child = spawn(
    join(home, 'bin', 'tillmark'),
    [
      '--port',
      '0',
      '--portal-port',
      '0',
      '--data-root',
      join(data, 'data'),
      '--state-dir',
      join(data, 'state'),
    ],
    // `readlink` and `dirname` of the system are all that it needs.
    { cwd: data, env: { PATH: '/bin', HOME: data }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const found = await vi.waitFor(
    () => {
      const line = / listening on (http:\S+?), .*portal on (http:\S+)/.exec(said);
      if (line === null && child.exitCode === null) throw new Error(`not listening: ${said}`);
      return line;
    },
    { timeout: 60_000, interval: 50 },
  );
  if (found === null) throw new Error(`ended with ${child.exitCode}: ${said}`);
  const [, url = '', portal = ''] = found;
  return {
    url: url.replace('localhost', '127.0.0.1'),
    portal,
    stop: async () => {
      child.kill('SIGTERM');
      expect(await ended, said).toEqual([0, null]);
    },
  };
}
