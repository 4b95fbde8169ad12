import { app } from 'electron';
import { originOf } from './origins.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Lets the window show a register that has its own certificate: it names the
 * machine in the shop's LAN, not the loopback address. Only for the register's
 * exact origin and only on loopback, where nobody stands in between.
 */
export function acceptOwnCertificate(registerUrl: () => string | null): void {
  app.on('certificate-error', (event, _contents, url, _error, _certificate, callback) => {
    const register = registerUrl();
    const own =
      register !== null && originOf(url) === originOf(register) && LOOPBACK.has(new URL(register).hostname);
    if (own) event.preventDefault();
    callback(own);
  });
}
