/** A network of its own for tests: machines that are network namespaces, joined by a bridge. */
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);

/** Why there can be no network of namespaces here; null when there can. */
export function whyNoNetwork(): string | null {
  if (process.platform !== 'linux') return 'network namespaces are a thing of Linux';
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  const name = `tillmark-${randomBytes(3).toString('hex')}`;
  try {
    execFileSync('ip', ['netns', 'add', name], { stdio: 'pipe' });
    execFileSync('ip', ['netns', 'exec', name, 'true'], { stdio: 'pipe' });
    return null;
  } catch (error) {
    return `network namespaces cannot be made (iproute2): ${(error as Error).message.split('\n')[0]}`;
  } finally {
    try {
      execFileSync('ip', ['netns', 'delete', name], { stdio: 'pipe' });
    } catch {
      // It was not made.
    }
  }
}

/** A machine of the network. */
export interface NetworkMachine {
  /** IPv4 address. */
  address: string;
  /** Command that runs a program on it. */
  before: readonly string[];
  /** Runs a script of Node on it; what it prints. */
  node(script: string, ...args: string[]): Promise<string>;
}

/** A shop's network. */
export interface Network {
  /** Adds a machine. */
  machine(): Promise<NetworkMachine>;
}

/** Makes a network, and removes it after the test. */
export async function makeNetwork(): Promise<Network> {
  const id = randomBytes(3).toString('hex');
  const names: string[] = [];
  const add = async (name: string) => {
    await run('ip', ['netns', 'add', name]);
    names.push(name);
  };
  // Processes in them are ended by whoever started them, which is done before this.
  onTestFinished(async () => {
    for (const name of names) await run('ip', ['netns', 'delete', name]).catch(() => undefined);
  });
  const hub = `tillmark-${id}-hub`;
  await add(hub);
  await run('ip', ['-n', hub, 'link', 'add', 'bridge', 'type', 'bridge']);
  await run('ip', ['-n', hub, 'link', 'set', 'bridge', 'up']);
  let count = 0;
  return {
    async machine() {
      const n = ++count;
      const name = `tillmark-${id}-${n}`;
      const address = `10.77.0.${n}`;
      const before = ['ip', 'netns', 'exec', name];
      await add(name);
      await run('ip', ['-n', hub, 'link', 'add', `port${n}`, 'type', 'veth', 'peer', 'eth0', 'netns', name]);
      await run('ip', ['-n', hub, 'link', 'set', `port${n}`, 'master', 'bridge', 'up']);
      await run('ip', ['-n', name, 'addr', 'add', `${address}/24`, 'broadcast', '+', 'dev', 'eth0']);
      for (const link of ['lo', 'eth0']) await run('ip', ['-n', name, 'link', 'set', link, 'up']);
      return {
        address,
        before,
        async node(script, ...args) {
          const [command, ...rest] = [...before, process.execPath, '-e', script, ...args];
          return (await run(command!, rest)).stdout;
        },
      };
    },
  };
}
