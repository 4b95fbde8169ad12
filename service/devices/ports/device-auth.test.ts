import { expect, it } from 'vitest';
import { authorizationFor, basicAuthorization, deviceLogin } from './device-auth.ts';

it.each([
  ['till:secret', { user: 'till', password: 'secret' }],
  ['till:se:cr et', { user: 'till', password: 'se:cr et' }],
  ['till:', { user: 'till', password: '' }],
  ['till', null],
  [':secret', null],
  ['till:a\r\nX: y', null],
  [undefined, null],
])('reads user and password: %j', (text, expected) => {
  expect(deviceLogin(text)).toEqual(expected);
});

const MUFASA = { user: 'Mufasa', password: 'Circle of Life' };
const REQUEST = { method: 'GET', uri: '/dir/index.html' };
// RFC 7616, 3.9.1.
const DIGEST = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, ` +
  'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
const CNONCE = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
const answer = (challenge: string) => authorizationFor(MUFASA, challenge, REQUEST, CNONCE);

it.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])('answers Digest as the RFC does: %s', (algorithm, response) => {
  expect(answer(DIGEST(algorithm))).toContain(`response="${response}"`);
});

it('takes the better one of several, and Digest before Basic', () => {
  const both = `Basic realm="x", ${DIGEST('MD5')}, ${DIGEST('SHA-256')}`;
  expect(answer(both)).toContain('algorithm=SHA-256');
});

it.each([
  ['Basic realm="printer"', basicAuthorization(MUFASA)],
  ['Digest realm="a", nonce="b", qop="auth-int"', null],
  ['Digest realm="a", nonce="b", algorithm=SHA-512-256', null],
  ['Negotiate', null],
  ['', null],
])('to %s', (challenge, expected) => {
  expect(answer(challenge)).toBe(expected);
});

it('sends no password with Digest', () => {
  expect(answer(DIGEST('MD5'))).not.toContain('Circle');
});
