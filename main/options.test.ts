import { expect, it } from 'vitest';
import { HELP } from '../service/run/options.ts';
import { readOptions } from './options.ts';

it('passes the service options on, in both spellings, and nothing of Chromium', () => {
  const argv = [
    '.',
    '--no-sandbox',
    '--data-root',
    '/d',
    '--port=5700',
    '--user-data-dir=/u',
    '--demo',
    'PT',
  ];
  expect(readOptions(argv, {})).toMatchObject({
    serviceArgs: ['--data-root', '/d', '--port', '5700', '--demo', 'PT'],
    target: { host: 'localhost', port: 5700 },
  });
});

it('passes on every option of the service that takes a value', () => {
  const options = [...HELP.matchAll(/^ {2}(--[a-z-]+) [A-Z]/gm)].map(([, option]) => option!);
  expect(options).toContain('--cloud');
  const argv = options.flatMap((option) => [option, 'x']);
  expect(readOptions(argv, {}).serviceArgs).toEqual(argv);
});

it('passes on that no portal is wanted, and takes nothing that follows for its value', () => {
  expect(readOptions(['--no-portal', '.', '--port', '0'], {}).serviceArgs).toEqual([
    '--no-portal',
    '--port',
    '0',
  ]);
});

it('takes nothing for an option that the system passes on with a link', () => {
  expect(
    readOptions(['--port=5700', '--', 'tillmark://open/x', '--data-root', '/evil'], {}).serviceArgs,
  ).toEqual(['--port', '5700']);
});

it('keeps what is for the shell', () => {
  const env = { TILLMARK_UPDATE_FEED: 'https://a.example/' };
  expect(readOptions([], {})).toMatchObject({ updateFeed: null, inBackground: false });
  expect(readOptions(['--in-background'], env)).toMatchObject({
    serviceArgs: [],
    updateFeed: 'https://a.example/',
    inBackground: true,
  });
  expect(readOptions(['--update-feed', 'off'], env)).toMatchObject({ serviceArgs: [], updateFeed: 'off' });
  expect(readOptions(['--update-feed'], env).updateFeed).toBe('off');
});

it.each<[boolean, string[], NodeJS.ProcessEnv]>([
  [true, [], {}],
  [true, ['--in-background', 'tillmark://open'], { TILLMARK_UPDATE_FEED: 'https://a.example/' }],
  [true, ['--', '--data-root'], {}],
  [false, ['--data-root', '/d'], {}],
  [false, ['--user-data-dir=/u'], {}],
  [false, [], { TILLMARK_DATA_ROOT: '/d' }],
])('knows whether it can be started again as it was (%s): %j %j', (isPlain, argv, env) => {
  expect(readOptions(argv, env).isPlain).toBe(isPlain);
});

it('leaves a wrong option to the service, which explains it', () => {
  expect(readOptions(['--port', 'abc', '--demo', '--host'], {})).toMatchObject({
    serviceArgs: ['--port', 'abc', '--demo', '--host'],
    target: null,
  });
});

it('looks for a running register where the environment says, unless an argument says otherwise', () => {
  const env = { TILLMARK_PORT: '5701', TILLMARK_HOST: '192.168.1.5' };
  expect(readOptions([], env)).toMatchObject({
    serviceArgs: [],
    target: { host: '192.168.1.5', port: 5701 },
  });
  expect(readOptions(['--port', '5702', '--host', '0.0.0.0'], env).target).toEqual({
    host: 'localhost',
    port: 5702,
  });
});

it('looks at the usual port by default, nowhere if the system picks one', () => {
  expect(readOptions([], {}).target).toEqual({ host: 'localhost', port: 5618 });
  expect(readOptions(['--host', '[::1]'], {}).target).toEqual({ host: '::1', port: 5618 });
  expect(readOptions(['--port', '0'], {}).target).toBeNull();
});
