import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultDataRoot } from './data-root.ts';
import { defaultStateFolder } from '../mark/place.ts';
import { UsageError } from '../command-line.ts';
import { readOptions, type Options } from './options.ts';

const read = (args: string[], env: Record<string, string> = {}) => readOptions(args, env) as Options;

it('has a default for everything', () => {
  const portal = { port: 5619 };
  expect(read([])).toEqual({
    ...{ dataRoot: defaultDataRoot(), port: 5618, host: undefined, demo: undefined, portal },
    stateDir: defaultStateFolder(),
  });
});

it('keeps marks where it is told to, and none of a demo', () => {
  const env = { TILLMARK_STATE_DIR: '/env/state' };
  expect(read([], env).stateDir).toBe(path.resolve('/env/state'));
  expect(read(['--state-dir', '/line'], env).stateDir).toBe(path.resolve('/line'));
  expect(read(['--demo', 'AT'], env)).not.toHaveProperty('stateDir');
});

it('reads the command line before the environment', () => {
  const env = {
    TILLMARK_DATA_ROOT: '/env',
    TILLMARK_PORT: '1000',
    TILLMARK_HOST: '::1',
    TILLMARK_DEMO: 'pt',
  };
  expect(read([], env)).toMatchObject({
    dataRoot: path.resolve('/env'),
    port: 1000,
    host: '::1',
    demo: 'PT',
  });
  expect(read(['--data-root', '/line', '--port=0', '--host', '0.0.0.0'], env)).toMatchObject({
    dataRoot: path.resolve('/line'),
    port: 0,
    host: '0.0.0.0',
    demo: 'PT',
  });
  expect(read([], { TILLMARK_PORT: '', TILLMARK_DATA_ROOT: '' })).toEqual(read([]));
});

it.each([
  [['--portal-port', '0'], {}, { port: 0 }],
  [[], { TILLMARK_PORTAL_PORT: '7000' }, { port: 7000 }],
  [['--portal-port', '7001'], { TILLMARK_PORTAL_PORT: '7000' }, { port: 7001 }],
  [['--no-portal'], {}, undefined],
  [['--no-portal', '--portal-port', '1'], {}, undefined],
  [[], { TILLMARK_NO_PORTAL: '1' }, undefined],
  [[], { TILLMARK_NO_PORTAL: '0' }, { port: 5619 }],
  [['--portal-port', '1'], { TILLMARK_NO_PORTAL: '1' }, { port: 1 }],
  // Its portal is elsewhere.
  [['--cloud', 'https://portal.example'], {}, undefined],
  [[], { TILLMARK_CLOUD: 'https://portal.example' }, undefined],
  [['--cloud', 'http://localhost:5', '--portal-port', '5'], {}, { port: 5 }],
])('starts the portal that %j and %j ask for', (args, env: Record<string, string>, portal) => {
  expect(read(args, env).portal).toEqual(portal);
});

it('makes a relative data root absolute', () => {
  expect(read(['--data-root', 'data']).dataRoot).toBe(path.resolve('data'));
});

it('shows a demo in a temporary folder, never in the real data', () => {
  const { dataRoot } = read(['--demo', 'PT']);
  expect(path.dirname(dataRoot)).toBe(os.tmpdir());
  expect(dataRoot).not.toBe(defaultDataRoot());
});

it('shows a demo with the device that is asked for', () => {
  expect(read(['--demo', 'it/Custom-FP'])).toMatchObject({ demo: 'IT', demoDevice: 'custom-fp' });
});

it.each([
  ['--port', '-1'],
  ['--port', '65536'],
  ['--port', '1.5'],
  ['--portal-port', 'x'],
  ['--portal-port', '65536'],
  ['--port'],
  ['--x'],
  ['x'],
  ['--demo', 'toString'],
  ['--demo', 'IT/x'],
  ['--demo', 'PT/epson-fp'],
  ['--cloud-address', 'https://a.example'],
  ['--cloud', 'https://p.example', '--cloud-address', 'http://a.example'],
])('refuses %s %s', (...args) => {
  expect(() =>
    readOptions(
      args.filter((a) => a !== undefined),
      {},
    ),
  ).toThrow(UsageError);
});

it('gives help and version before anything else', () => {
  expect(readOptions(['--help', '--port', 'x'], {})).toBe('help');
  expect(readOptions(['--version'], { TILLMARK_PORT: 'x' })).toBe('version');
});

describe('the default data root', () => {
  const on = (platform: NodeJS.Platform) => {
    const before = Object.getOwnPropertyDescriptor(process, 'platform')!;
    Object.defineProperty(process, 'platform', { ...before, value: platform });
    onTestFinished(() => void Object.defineProperty(process, 'platform', before));
  };

  it('is program data on Windows', () => {
    on('win32');
    vi.stubEnv('ProgramData', path.join('C:', 'ProgramData'));
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(defaultDataRoot()).toBe(path.join('C:', 'ProgramData', 'Tillmark'));
  });

  it('is the home of the service user on Linux', () => {
    on('linux');
    expect(defaultDataRoot()).toBe(path.join(os.homedir(), 'tillmark'));
  });

  it('is application support on macOS', () => {
    on('darwin');
    expect(defaultDataRoot()).toBe(path.join(os.homedir(), 'Library', 'Application Support', 'Tillmark'));
  });
});

it.each([
  ['https://portal.example', 'https://portal.example'],
  ['https://portal.example/tillmark/', 'https://portal.example/tillmark'],
  ['http://127.0.0.1:5620', 'http://127.0.0.1:5620'],
  ['http://[::1]:5620/', 'http://[::1]:5620'],
  ['http://localhost:5620', 'http://localhost:5620'],
])('takes %s as the portal of a cloud register', (text, cloud) => {
  expect(read(['--cloud', text]).cloud).toBe(cloud);
  expect(read([], { TILLMARK_CLOUD: text }).cloud).toBe(cloud);
});

it('is no cloud register by itself', () => expect(read([])).not.toHaveProperty('cloud'));

it.each([
  'portal.example',
  'http://portal.example',
  'http://localhost.evil.example',
  'ftp://localhost',
  'https://user:secret@portal.example',
  'https://portal.example/?a=1',
  'https://portal.example/#a',
])('takes no secrets of tills to %s', (text) => {
  expect(() => read(['--cloud', text])).toThrow(/--cloud must be the address of the portal/);
});
