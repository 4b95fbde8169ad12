import { expect, it } from 'vitest';
import { isAesKey } from './aes-key.ts';

it('knows 32 bytes of base64', () => {
  expect(isAesKey(' WQRtiiya3hYh/Uz44Bv3x8ETl1nrH6nCdErn69g5/lU=\n')).toBe(true);
  expect(isAesKey('WQRtiiya3hYh/Uz44Bv3x8ETl1nrH6nCdErn69g5/l==')).toBe(false);
  expect(isAesKey('omRR')).toBe(false);
});
