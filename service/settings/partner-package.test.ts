import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TreeValue } from '../receipt/tree.ts';
import { newKey, partnerPackage } from '../testing/partners.ts';
import { PartnerError, readPackage, readPartner } from './partner-package.ts';

const privateKey = newKey();
const good = partnerPackage({ privateKey });

function mistake(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(PartnerError);
    return (error as Error).message;
  }
  return '';
}

/** The good package with one value changed; `producer.name` is the name within producer. */
function changed(name: string, value: TreeValue): typeof good {
  const [first, second] = name.split('.') as [string, string | undefined];
  if (second === undefined) return { ...good, [first]: value };
  return { ...good, [first]: { ...(good[first] as typeof good), [second]: value } };
}

describe('a package', () => {
  it('is read without its key, which stays apart', () => {
    const { partner, privateKey: key } = readPackage(good);
    const { privateKey: _, ...described } = good;
    expect(partner).toEqual({ ...described, serial: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(JSON.stringify(partner)).not.toContain('PRIVATE');
    expect(key.type).toBe('private');
    expect(readPartner({ ...partner })).toEqual(partner);
  });

  it('may leave out the version, and may say more than we know', () => {
    const { version: _, ...rest } = good;
    const { partner } = readPackage({ ...rest, comment: 'for the shop in Faro' });
    expect(partner).not.toHaveProperty('version');
    expect(partner).not.toHaveProperty('comment');
  });

  it.each<[string, TreeValue]>([
    ['reference', 'a'],
    ['reference', 'Shop_2-B'],
    ['reference', 'x'.repeat(64)],
    ['reference', '__proto__'],
    ['reference', 'console'],
    ['producer.name', 'ção & Filhos'],
    ['producer.name', 'x'.repeat(120)],
    ['producer.taxId', 'PT599999993'],
    ['product', 'É'],
    ['version', '1.0 (build 7)'],
    ['certificate', '0'],
    ['certificate', '0177'],
    ['keyVersion', 999_999],
  ])('may have the %s %j', (name, value) => {
    expect(mistake(() => readPackage(changed(name, value)))).toBe('');
  });

  it.each<[string, TreeValue | undefined]>([
    ['reference', undefined],
    ['reference', ''],
    ['reference', 7],
    ['reference', '../../etc/passwd'],
    ['reference', '..'],
    ['reference', 'a/b'],
    ['reference', 'a\\b'],
    ['reference', 'a.b'],
    ['reference', 'a b'],
    ['reference', 'a\n'],
    ['reference', 'a\u0000'],
    ['reference', 'ção'],
    ['reference', 'x'.repeat(65)],
    ['reference', 'nul'],
    ['reference', 'COM1'],
    ['producer.name', undefined],
    ['producer.name', ''],
    ['producer.name', ' Caixa'],
    ['producer.name', 'Caixa/Software'],
    ['producer.name', 'Caixa\nSoftware'],
    ['producer.name', 'x'.repeat(121)],
    ['producer.name', {}],
    ['producer.taxId', undefined],
    ['producer.taxId', ''],
    ['producer.taxId', 599999993],
    ['producer.taxId', 'x'.repeat(31)],
    ['producer.taxId', '<'],
    ['product', undefined],
    ['product', 'a/b'],
    ['product', 'a '],
    ['version', ''],
    ['version', null],
    ['version', 4.2],
    ['version', 'x'.repeat(31)],
    ['certificate', undefined],
    ['certificate', ''],
    ['certificate', 177],
    ['certificate', '-1'],
    ['certificate', '17a'],
    ['certificate', '12345'],
    ['keyVersion', undefined],
    ['keyVersion', '1'],
    ['keyVersion', 0],
    ['keyVersion', -1],
    ['keyVersion', 1.5],
    ['keyVersion', 1e6],
  ])('cannot have the %s %j', (name, value) => {
    const found = mistake(() => readPackage(changed(name, value as TreeValue)));
    expect(found).toMatch(new RegExp(`^${name} (must|is not)`));
    expect(found).not.toContain(';');
  });

  it.each<[string, TreeValue | undefined]>([
    ['no key', undefined],
    ['a number', 7],
    ['some text', 'hello'],
    ['RSA with 2048 bits', newKey(2048)],
    ['half a key', privateKey.slice(0, 300)],
    ['an elliptic curve', ecKey()],
  ])('cannot have %s as privateKey', (_what, value) => {
    const found = mistake(() => readPackage(changed('privateKey', value as TreeValue)));
    expect(found).toMatch(/^privateKey (must|is not)[^;]*$/);
  });

  it.each([undefined, null, 'Caixa Software', ['x']])('cannot have the producer %j', (producer) => {
    const found = mistake(() => readPackage(changed('producer', producer as TreeValue)));
    expect(found).toMatch(/producer\.name .*; producer\.taxId /);
  });

  it('is told all its mistakes at once, and none of its values', () => {
    const found = mistake(() => readPackage({ reference: privateKey, privateKey: `x${privateKey}` }));
    const places = found.split('; ').map((text) => text.split(' ')[0]);
    expect(places).toEqual(
      'reference producer.name producer.taxId product certificate keyVersion privateKey'.split(' '),
    );
    expect(found).not.toContain(privateKey.slice(40, 60));
  });
});

it.each([undefined, 7, '', '../x', 'ABCDEF0123456789'])(
  'a stored partner cannot have the serial %j',
  (serial) => {
    const { partner } = readPackage(good);
    expect(mistake(() => readPartner({ ...partner, serial: serial as TreeValue }))).toMatch(/^serial must/);
  },
);

function ecKey(): string {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
