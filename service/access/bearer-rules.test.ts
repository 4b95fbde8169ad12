import { expect, it } from 'vitest';
import { cloudNeedOf } from './bearer-rules.ts';

it.each([
  ['/register', 'token'],
  ['/REGISTER/', 'token'],
  ['/Register/Void/Last', 'token'],
  ['/%72egister', 'token'],
  ['//register', 'token'],
  ['/a-route-that-comes-later', 'token'],
  ['/assets', 'token'],
  ['/control/Status', 'manager'],
  ['/control/anything', 'manager'],
  ['/control/session', 'open'],
  ['/disk', 'machine'],
  ['/DISK/dir/', 'machine'],
  ['/retrieve', 'machine'],
  ['/export', 'machine'],
  ['/auth/token', 'own'],
  ['/sign', 'own'],
  ['/', 'open'],
  ['/assets/page.js', 'open'],
  ['/cer/a1', 'open'],
  ['/toString', 'token'],
])('a cloud register keeps %s for %s', (path, need) => {
  expect(cloudNeedOf(path)).toBe(need);
});
