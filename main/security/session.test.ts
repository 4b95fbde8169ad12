import { beforeEach, expect, it, vi } from 'vitest';
import { app, PreventableEvent, resetElectron, session, SessionDouble } from '../testing/electron-double.ts';
import { acceptOwnCertificate } from './certificates.ts';
import { denyPermissions } from './permissions.ts';

vi.mock('electron', () => import('../testing/electron-double.ts'));

beforeEach(resetElectron);

it('denies every permission, in later sessions too', () => {
  denyPermissions();
  const later = new SessionDouble();
  app.emit('session-created', later);
  for (const each of [session.defaultSession, later]) {
    const answers: boolean[] = [];
    each.request?.({}, 'media', (granted) => answers.push(granted));
    expect(answers).toEqual([false]);
    expect(each.check?.()).toBe(false);
    expect(each.device?.()).toBe(false);
  }
});

it.each([
  ['https://localhost:5618', 'https://localhost:5618/control', true],
  ['https://localhost:5618', 'https://localhost:5619/', false],
  ['https://localhost:5618', 'https://evil.example/', false],
  ['https://shop.example:5618', 'https://shop.example:5618/', false],
  [null, 'https://localhost:5618/', false],
])('with the register at %s, a broken certificate of %s is accepted: %s', (register, url, accepted) => {
  acceptOwnCertificate(() => register);
  const event = new PreventableEvent();
  const callback = vi.fn();
  app.emit('certificate-error', event, {}, url, 'net::ERR_CERT', {}, callback);
  expect(callback).toHaveBeenCalledWith(accepted);
  expect(event.defaultPrevented).toBe(accepted);
});
