import { expect, it } from 'vitest';
import { serviceEnvironment } from './environment.ts';

it('passes settings on and drops what would change the runtime', () => {
  const env = serviceEnvironment({
    PATH: '/bin',
    TILLMARK_DATA_ROOT: '/data',
    HTTPS_PROXY: 'http://proxy',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    NODE_OPTIONS: '--inspect',
    ELECTRON_RUN_AS_NODE: '1',
    LD_PRELOAD: '/evil.so',
    EMPTY: undefined,
  });
  expect(env).toEqual({
    PATH: '/bin',
    TILLMARK_DATA_ROOT: '/data',
    HTTPS_PROXY: 'http://proxy',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
  });
});
