/** Known answers of the Norwegian signatures. */
import { createPrivateKey } from 'node:crypto';
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lacksOfficial, needOfficial, officialPath } from '../../testing/official.ts';
import { isSignature, publicPart, readKey, signText } from './signature.ts';
import { SECRET } from './testing/shop.ts';

const RSA = 'examples/no/test-rsa1024.pem';
const FIRST = '0;2014-01-24;23:59:59;123456789;1250.00;1000.00';
const second = (before: string) => `${before};2014-01-25;00:00:05;123456790;-125.00;-100.00`;

describe('the Norwegian signature', () => {
  it('is the known one with a secret', () => {
    const key = readKey(SECRET)!;
    const first = signText(FIRST, key);
    expect(first).toBe('C7qL24DsFFp5o/9dKWMAv3KHDLg=');
    expect(signText(second(first), key)).toBe('TLI2uo2t6pPqeHYP+jy+J5sSgKc=');
  });

  it('is the known one with an RSA key', ({ skip }) => {
    needOfficial(skip, lacksOfficial(RSA));
    const pem = fs.readFileSync(officialPath(RSA), 'utf8');
    const key = readKey(pem)!;
    const first = signText(FIRST, key);
    expect(first).toBe(
      'TVHO29MGWnYppm+oJLBum3959kAdbcP0ZyGcgnunHYXM2G3qjxz2vlt1YqbjoJl0O8Q6gAEgJbEWcuGEhHBPtHfWzG9Pu8XDH/i+OXu0aDWJK8ngt3U1iEXcMEsp9lNL+7XeGzXdJP22k5ay2Pwif68JpHRYV7V5RY9B92jRtOE=',
    );
    expect(signText(second(first), key)).toBe(
      'RUY7RGc4ZUzfHPsFq4tcut0EpL3LxhJBYwgna6AUbNLySYt/3Xa8FRWYU1RLrpjhpnfiQFRvJ7ECxulIC76pCkeJH6dkmolX4H8mqX+dVkmz6hf6caOT5WV03Dsml7sWk2mOQhKBM0v2wdbuwxgXgopAiYT8c6lEo3xWut0zW1g=',
    );
    const shown = publicPart(createPrivateKey(pem));
    expect(isSignature(FIRST, first, shown)).toBe(true);
    expect(isSignature(second('0'), first, shown)).toBe(false);
  });

  it.each(['', 'AAECAwQFBgc=', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'])(
    'takes no other key: %j',
    (text) => expect(readKey(text)).toBeNull(),
  );
});
