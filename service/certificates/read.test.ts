import { createPrivateKey } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { PFX } from '@peculiar/asn1-pfx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { factsOf } from './facts.ts';
import { MAX_KEY_FILE_BYTES, readKeyFile } from './read.ts';
import { FILES, PASSWORD, PEM } from './testing/key-files.ts';
import { writePkcs12 } from './write-pkcs12.ts';

const read = (name: keyof typeof FILES, password = PASSWORD) =>
  readKeyFile(Buffer.from(FILES[name], 'base64'), password);
const readPem = (parts: (keyof typeof PEM)[], password = '') =>
  readKeyFile(Buffer.from(parts.map((part) => PEM[part]).join('')), password);

/** What a file came to, in short. */
async function outcome(reading: ReturnType<typeof readKeyFile>) {
  const outcome = await reading;
  if ('problem' in outcome) return outcome.problem;
  const key = outcome.key.export({ type: 'pkcs8', format: 'pem' });
  return [key === PEM.plain, outcome.certificate.toString() === PEM.certificate, outcome.chain.map(String)];
}
const WHOLE = [true, true, [PEM.issuer]];
const ALONE = [true, true, []];

describe('a PKCS#12 file', () => {
  it.each(['openssl3', 'rc2', 'des', 'sha512', 'ber'] as const)(
    'opens with its password and no other, as %s',
    async (name) => {
      expect(await outcome(read(name))).toEqual(WHOLE);
      expect(await outcome(read(name, `${PASSWORD} `))).toBe('wrong-password');
      expect(await outcome(read(name, ''))).toBe('wrong-password');
    },
  );

  it('may have an empty password', async () => {
    expect(await outcome(read('empty', ''))).toEqual(ALONE);
    expect(await outcome(read('empty', 'x'))).toBe('wrong-password');
  });

  it('must have a key and a certificate', async () => {
    expect(await outcome(read('nokey'))).toBe('no-key');
    expect(await outcome(read('nocert'))).toBe('no-certificate');
    const other = await writePkcs12(createPrivateKey(PEM.other), [PEM.certificate], PASSWORD);
    expect(await outcome(readKeyFile(other, PASSWORD))).toBe('key-does-not-belong');
  });

  it('comes back as it was written', async () => {
    const file = await writePkcs12(createPrivateKey(PEM.key), [PEM.certificate, PEM.issuer], PASSWORD);
    expect(await outcome(readKeyFile(file, PASSWORD))).toEqual(WHOLE);
    expect(await outcome(readKeyFile(file, 'x'))).toBe('wrong-password');
  });

  it('is refused when it asks for endless work, with what helps', async () => {
    const pfx = AsnConvert.parse(Buffer.from(FILES.openssl3, 'base64'), PFX);
    for (const iterations of [2 ** 31 - 1, 0, -1]) {
      pfx.macData.iterations = iterations;
      const file = Buffer.from(AsnConvert.serialize(pfx));
      expect(await readKeyFile(file, PASSWORD)).toEqual({
        problem: 'unreadable',
        text: expect.stringMatching(/hashed -?\d+ times.*export it again/),
      });
    }
  });

  it('is refused with a method that is not known, with what helps', async () => {
    const pfx = AsnConvert.parse(Buffer.from(FILES.openssl3, 'base64'), PFX);
    pfx.macData.mac.digestAlgorithm.algorithm = '1.2.3.4';
    expect(await readKeyFile(Buffer.from(AsnConvert.serialize(pfx)), PASSWORD)).toEqual({
      problem: 'unreadable',
      text: expect.stringMatching(/1\.2\.3\.4.*export it again with AES-256/),
    });
  });

  it('is refused when it is no key file', async () => {
    for (const bytes of [
      Buffer.of(),
      Buffer.from('hello'),
      Buffer.alloc(MAX_KEY_FILE_BYTES + 1),
      Buffer.alloc(MAX_KEY_FILE_BYTES, '3080', 'hex'),
      Buffer.from(AsnConvert.serialize(new OctetString(Buffer.alloc(200)))),
    ]) {
      expect(['unreadable', 'no-key']).toContain(await outcome(readKeyFile(bytes, PASSWORD)));
    }
  });

  it('never throws, whatever is changed in it', async () => {
    // Few iterations, so that many files can be tried.
    const file = Buffer.from(FILES.ber, 'base64');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(file.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }),
        fc.oneof(fc.constant(file.length), fc.nat(file.length)),
        async (changes, length) => {
          const bytes = Buffer.from(file);
          for (const [at, value] of changes) bytes[at] = value;
          expect(await outcome(readKeyFile(bytes.subarray(0, length), PASSWORD))).toBeTruthy();
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

describe('PEM', () => {
  it.each([
    [['key', 'certificate', 'issuer'], WHOLE],
    [['issuer', 'certificate', 'plain'], WHOLE],
    [['other', 'certificate', 'key'], ALONE],
    [['certificate', 'issuer'], 'no-key'],
    [['key'], 'no-certificate'],
    [['other', 'certificate'], 'key-does-not-belong'],
    [['encrypted', 'certificate'], 'wrong-password'],
  ] as [(keyof typeof PEM)[], unknown][])('of %j', async (parts, expected) => {
    expect(await outcome(readPem(parts))).toEqual(expected);
  });

  it.each(['encrypted', 'old'] as const)('has a key that is %s', async (key) => {
    expect(await outcome(readPem([key, 'certificate', 'issuer'], PASSWORD))).toEqual(WHOLE);
    expect(await outcome(readPem([key, 'certificate', 'issuer'], 'x'))).toBe('wrong-password');
  });

  it('may have texts between, and lines of Windows', async () => {
    const text = `\uFEFFBag Attributes\n  friendlyName: x\n${PEM.key}subject=x\n${PEM.certificate}`;
    expect(await outcome(readKeyFile(Buffer.from(text.replaceAll('\n', '\r\n')), ''))).toEqual(ALONE);
  });

  it.each([
    PEM.certificate.replace('M', '?'),
    PEM.key.replaceAll('A', 'B'),
    '-----BEGIN CERTIFICATE-----\n'.repeat(30_000),
    PEM.certificate.repeat(200),
  ])('is refused when it is damaged or endless: %.40s', async (text) => {
    expect(['unreadable', 'no-key']).toContain(await outcome(readKeyFile(Buffer.from(text), '')));
  });
});

it('says what a certificate is', async () => {
  const file = await read('rc2');
  if ('problem' in file) throw new Error(file.text);
  expect(factsOf(file.certificate)).toEqual({
    subject: [
      { name: 'C', value: 'HR' },
      { name: 'O', value: 'OBRT ČVORAK HR00169331406' },
      { name: 'L', value: 'ZAGREB' },
      { name: 'organizationIdentifier', value: 'VATHR-00169331406' },
      { name: 'CN', value: 'FISKAL 1' },
    ],
    issuer: [
      { name: 'C', value: 'HR' },
      { name: 'O', value: 'Test Authority' },
      { name: 'CN', value: 'Test CA' },
    ],
    serial: '4759477275222530853130',
    from: '2026-11-23T03:42:07.000Z',
    expiry: '2048-10-18T03:42:07.000Z',
  });
});
