import { expect, it } from 'vitest';
import { recordingLog } from '../testing/recording-log.ts';
import { failureOf, Refusals } from './refusals.ts';

it('names each place once in five minutes, and not more than a hundred', () => {
  const lines: string[] = [];
  let now = 0;
  const refusals = new Refusals({ now: () => now }, recordingLog(lines));
  for (let i = 0; i < 3; i++) refusals.tell('::ffff:192.168.1.20', 'it shows no certificate');
  refusals.tell('127.0.0.1', 'it shows no certificate');
  refusals.tell('::1', 'it shows no certificate');
  expect(lines).toEqual([
    'a connection over HTTPS from 192.168.1.20 is closed: it shows no certificate',
    'a connection over HTTPS from this machine is closed: it shows no certificate',
  ]);
  now += 5 * 60_000;
  refusals.tell('192.168.1.20', 'it shows no certificate');
  expect(lines).toHaveLength(3);
  for (let i = 0; i < 1000; i++) refusals.tell(`10.0.${i >> 8}.${i & 255}`, 'it shows no certificate');
  expect(lines.length).toBeLessThanOrEqual(2 + 100);
});

it('says in words why a handshake failed, and nothing of who only looks whether the port is open', () => {
  const failed = (code: string) => failureOf(Object.assign(new Error('what OpenSSL says'), { code }));
  expect(failed('ECONNRESET')).toBeNull();
  expect(failed('ERR_SSL_HTTP_REQUEST')).toMatch(/plain HTTP/);
  expect(failed('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA')).toMatch(/does not trust/);
  expect(failed('ERR_SSL_UNSUPPORTED_PROTOCOL')).toMatch(/TLS 1\.2/);
  expect(failed('ERR_SSL_NO_SHARED_CIPHER')).toMatch(/encryption/);
  expect(failed('ERR_TLS_HANDSHAKE_TIMEOUT')).toMatch(/did not go on/);
  expect(failed('ERR_SSL_BAD_SIGNATURE')).toBe('no secure connection came about (what OpenSSL says)');
});
