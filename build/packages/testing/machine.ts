/**
 * A machine of its own for installing packages: this one's files, of which none is changed (an
 * overlay in memory), without Node and without the project. Linux, as root.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';

/** See above. */
export interface Machine {
  /** Runs a command of the shell there; what it wrote, both streams. */
  run(command: string): string;
  /** The same, with its exit code. */
  attempt(command: string): { status: number | null; said: string };
}

/** Whether such a machine can be made here. */
export function canMakeMachine(): boolean {
  return (
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('unshare', ['-m', 'true']).status === 0
  );
}

/**
 * Makes the machine; it is gone at the end of the test.
 * @param folder for its root
 * @param packages folder that is there as `/mnt`
 */
export async function makeMachine(folder: string, packages: string): Promise<Machine> {
  const root = join(folder, 'root');
  const memory = join(folder, 'memory');
  mkdirSync(root);
  mkdirSync(memory);
  copyFileSync(join(import.meta.dirname, 'systemctl.sh'), join(packages, 'systemctl'));
  const set = `
    mount -t tmpfs none ${memory} && mkdir ${memory}/upper ${memory}/work
    mount -t overlay none -o lowerdir=/,upperdir=${memory}/upper,workdir=${memory}/work ${root}
    for name in dev proc sys; do mount --rbind /$name ${root}/$name; done
    mount --bind ${packages} ${root}/mnt
    for name in run tmp work root home; do mkdir -p ${root}/$name; mount -t tmpfs none ${root}/$name; done
    chmod 1777 ${root}/tmp
    mkdir -p ${root}/run/systemd/system
    cp ${packages}/systemctl ${root}/usr/bin/systemctl && chmod 755 ${root}/usr/bin/systemctl
    for place in usr/bin usr/local/bin bin; do rm -f ${root}/$place/node ${root}/$place/npm; done
    echo ready
    read -r line`;
  const holder = spawn('unshare', ['-m', 'sh', '-ec', set], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(holder, 'exit');
  const attempt = (command: string) => {
    const { status, stdout, stderr } = spawnSync(
      'nsenter',
      ['-t', String(holder.pid), '-m', 'chroot', root, 'sh', '-c', command],
      { encoding: 'utf8', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' } },
    );
    return { status, said: stdout + stderr };
  };
  onTestFinished(async () => {
    attempt('for file in /run/*.pid; do kill -KILL $(cat $file); done');
    holder.stdin.end();
    await ended;
  });
  const first = await Promise.race([once(holder.stdout, 'data'), ended]);
  expect(String(first[0])).toBe('ready\n');
  return {
    attempt,
    run: (command) => {
      const { status, said } = attempt(command);
      expect(status, `${command}\n${said}`).toBe(0);
      return said;
    },
  };
}
