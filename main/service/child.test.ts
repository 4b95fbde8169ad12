import { beforeEach, expect, it, vi } from 'vitest';
import { app, record, resetElectron } from '../testing/electron-double.ts';
import { forkService, type ServiceEnd } from './child.ts';

vi.mock('electron', () => import('../testing/electron-double.ts'));

beforeEach(resetElectron);

function fork(): {
  child: ReturnType<typeof forkService>;
  double: (typeof record.children)[number];
  ends: ServiceEnd[];
  lines: string[];
  name: string;
} {
  const ends: ServiceEnd[] = [];
  const lines: string[] = [];
  const child = forkService({
    module: '/app/dist/service/start.js',
    args: ['--headless'],
    env: { A: 'b' },
    line: (text) => lines.push(text),
  });
  child.onEnd((end) => ends.push(end));
  const double = record.children[record.children.length - 1]!;
  return { child, double, ends, lines, name: String(double.options['serviceName']) };
}

const gone = (name: string, reason: string, exitCode: number): boolean =>
  app.emit('child-process-gone', {}, { type: 'Utility', name, reason, exitCode });

it('forks with its own environment and piped output', () => {
  const { double } = fork();
  expect(double.module).toBe('/app/dist/service/start.js');
  expect(double.args).toEqual(['--headless']);
  expect(double.options).toMatchObject({ env: { A: 'b' }, stdio: ['ignore', 'pipe', 'pipe'] });
});

it('passes output on line by line, characters kept whole', async () => {
  const { double, lines } = fork();
  const bytes = Buffer.from('Sessão aberta\nsegunda\n');
  double.stdout.write(bytes.subarray(0, 5));
  double.stdout.write(bytes.subarray(5));
  double.stderr.end('error\n');
  await vi.waitFor(() => expect(lines.sort()).toEqual(['Sessão aberta', 'error', 'segunda']));
});

it('takes the reason of the app event when it comes first, and tells the end once', () => {
  const { double, ends, name } = fork();
  gone(name, 'crashed', 0);
  double.emit('exit', 0);
  expect(ends).toEqual([{ code: 0, crashed: true }]);
});

it('takes the exit event when it comes first or alone', () => {
  const { double, ends, name } = fork();
  double.emit('exit', 3);
  gone(name, 'crashed', 0);
  expect(ends).toEqual([{ code: 3, crashed: false }]);
  expect(app.listenerCount('child-process-gone')).toBe(0);
});

it('is not ended by the end of another process', () => {
  const first = fork();
  const second = fork();
  first.double.emit('exit', 1);
  gone(first.name, 'crashed', 1);
  gone('Network Service', 'crashed', 1);
  app.emit('child-process-gone', {}, { type: 'GPU', name: second.name, reason: 'crashed', exitCode: 1 });
  expect(second.ends).toEqual([]);
});

it('sends nothing to a dead process, which could crash the shell', () => {
  const { child, double } = fork();
  child.send({ type: 'stop' });
  expect(double.sent).toEqual([{ type: 'stop' }]);
  double.emit('exit', 0);
  child.send({ type: 'stop' });
  child.kill();
  expect(double.sent).toHaveLength(1);
  expect(double.kills).toBe(0);
});

it('survives a process that dies while it is written to', () => {
  const { child, double } = fork();
  double.postMessage = () => {
    throw new Error('gone');
  };
  expect(() => child.send({ type: 'stop' })).not.toThrow();
});

it('kills by force the process it started, and only while it lives', () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const { child, double } = fork();
  child.forceKill();
  expect(kill).not.toHaveBeenCalled();
  double.pid = 4711;
  double.emit('spawn');
  child.forceKill();
  expect(kill).toHaveBeenCalledWith(4711, 'SIGKILL');
  double.emit('exit', 9);
  child.forceKill();
  expect(kill).toHaveBeenCalledTimes(1);
  kill.mockRestore();
});
