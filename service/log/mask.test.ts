import { expect, it } from 'vitest';
import { maskSecrets } from './mask.ts';

const SECRET = 'hunter2';

it.each([
  'password=hunter2',
  'Password: hunter2',
  'vaultPassword => hunter2',
  '{"password":"hunter2"}',
  '{"password": "a \\" hunter2"}',
  '"{\\"password\\":\\"hunter2\\"}"',
  "{ password: 'x hunter2' }",
  '{"password":"hunter2',
  '{"secrets":{"a":{"b":1},"c":"hunter2"}}',
  '{"secrets":["a","hunter2"]}',
  'password[0]=hunter2',
  'a=1&password%3Dhunter2',
  '<Password>hunter2</Password>',
  '<wsse:Password Type="Text">\n  hunter2\n</wsse:Password>',
  '&lt;Password&gt;hunter2&lt;/Password&gt;',
  '<Login Password="x hunter2"/>',
  '<Pin>hunter2</Pin>',
  'client_secret=hunter2',
  'API-Key: hunter2',
  'x-api-key: hunter2',
  'api_key=hunter2',
  'access_token=hunter2',
  'Device_Auth=user:hunter2',
  'Badge=hunter2',
  'pin: hunter2',
  'senha=hunter2',
  'Authorization: Digest username="x", response="hunter2"',
  'Authorization: Basic hunter2=',
  '{"authorization":"Bearer hunter2"}',
  'Cookie: a=1; session=hunter2',
  'got Bearer hunter2xyz',
  'node start.ts --password hunter2',
  'https://till:hunter2@shop.example/x',
  'https://till:p@hunter2@shop.example/x',
  'https://till:p/hunter2@shop.example/x',
  'password=\n  hunter2',
])('masks the secret of %j', (text) => {
  expect(maskSecrets(text)).not.toContain(SECRET);
  expect(maskSecrets(text)).toContain('***');
});

const BODY = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';
const TOKEN = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0aWxsIn0.c2lnbmF0dXJlc2lnbmF0dXJl`;

it.each([
  `-----BEGIN PRIVATE KEY-----\n${BODY}\nMII=\n-----END PRIVATE KEY-----`,
  `-----BEGIN RSA PRIVATE KEY-----\\n${BODY}\\nMII=\\n-----END RSA PRIVATE KEY-----`,
  `-----BEGIN ENCRYPTED PRIVATE KEY-----\nMII`,
  `-----BEGIN OPENSSH PRIVATE KEY-----\nMII`,
  `-----BEGIN+PRIVATE+KEY-----%0AMII`,
  `MII=\n-----END PRIVATE KEY-----`,
  BODY,
])('masks private keys, whole or in part: %j', (text) => {
  expect(maskSecrets(`key ${text}`)).not.toMatch(/MII/);
});

it.each([
  TOKEN,
  TOKEN.slice(0, 20),
  TOKEN.replace('.', '\n.'),
  TOKEN.replace('.', '.\n'),
  TOKEN.replace('c2ln', '\nc2ln'),
])('masks web tokens, also over several lines: %j', (text) => {
  expect(maskSecrets(`is ${text} here`)).toBe('is *** here');
});

it('masks the private part of a JSON web key', () => {
  const jwk = { kty: 'EC', x: 'a', d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9' };
  expect(maskSecrets(JSON.stringify(jwk))).toBe('{"kty":"EC","x":"a","d":"***"}');
});

it.each([
  '4111111111111111',
  '4111 1111 1111 1111',
  '4111-1111-1111-1111',
  '4111\n1111\n1111\n1111',
  '4111\\n1111\\n1111\\n1111',
  '4111%201111%201111%201111',
  '4.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1',
  '378282246310005',
  '6304000000000000000',
  '4222222222222',
])('masks the card number %j', (card) => {
  expect(maskSecrets(`paid with ${card}.`)).toBe('paid with ***.');
  expect(maskSecrets(`7 ${card} 12/27`)).not.toContain(card);
});

it.each([
  'paid with 4111111111111112',
  'record 0000000000000000 of 123456789012',
  'version 3.0.0 listening on http://localhost:5618, data root /srv/till',
  'register PT509876544$001_1: record 12 was not stored',
  'Fiscal_ApiKey names a partner that is not there; receipts cannot be signed',
  'key version 1: 0a1b2c3d4e5f6071.pem',
  'TypeError: no key\n    at open (file:///srv/Tillmark/App/Releases/Version12/service/Journal/Writer9/start.ts:1:2)',
  '/srv/Tillmark/App/Releases/Version12/service/Journal/Writer9/folder/with/much/below',
  'hash 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
])('leaves what is no secret: %j', (text) => {
  expect(maskSecrets(text)).toBe(text);
});

it('is done in time with texts made to slow it down', () => {
  const pieces = [
    'a', '"', '\\', '<', '<password ', '<a:aaaaaaaaaaaaaaaaaaaaaaaa', 'password', 'password=', 'password="\\',
    'password[', 'password     ', 'cookie', '1 ', '4111', 'eyJ', 'eyJaaaa \n ', '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----A', '-----END PRIVATE KEY-----', 'A\n', '://', '://a:', 'bearer ', 'basic a', 'Aa1', '--password ', '"d":"',
  ]; // prettier-ignore
  for (const piece of pieces) {
    const text = piece.repeat(200_000 / piece.length);
    const start = process.cpuUsage();
    maskSecrets(text);
    const { user, system } = process.cpuUsage(start);
    // In proportion to the text it takes some 10 ms, in proportion to its square minutes.
    expect({ piece, slow: user + system > 2_000_000 }).toEqual({ piece, slow: false });
  }
});
