import { createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedBy } from './ecdsa.ts';
import { certifiedKey } from '../../certificates/write.ts';
import { certificatesOfPem, certifiedIdentity } from './identity.ts';
import { makeTestKey, softwareUnit } from './software.ts';
import { A_TRUST_CERTIFICATE, A_TRUST_SERIAL } from './testing/a-trust-answer.ts';
import { never, NOW, receiptInput } from './testing/units.ts';

const { key, certificate } = makeTestKey('UID ATU12345678', NOW);

describe('a test key', () => {
  it('signs what its certificate proves', async () => {
    const unit = softwareUnit({ id: 'test', key, certificates: certificate });
    const identity = await unit.identify(never());
    const input = receiptInput(identity);
    const signature = await unit.sign(input, never());
    expect(identity.zda).toBe('AT9');
    expect(isSignedBy(new X509Certificate(certificate).publicKey, input, signature)).toBe(true);
  });

  it('has a certificate like those of providers', () => {
    const x509 = new X509Certificate(certificate);
    expect(x509.verify(x509.publicKey)).toBe(true);
    expect(x509.subject).toBe('C=AT\nCN=UID ATU12345678');
    expect(x509.ca).toBe(false);
    expect(x509.validFromDate.getTime()).toBeLessThan(NOW);
    expect(x509.validToDate.getTime() - NOW).toBe(1826 * 24 * 3_600_000);
    // Registrierkasseninhaber.
    expect(x509.raw.toString('hex')).toContain('06072a28000a010b01');
  });

  it.each([
    ['a key of someone else', { key: makeTestKey('x', NOW).key, certificates: certificate }],
    ['no certificate', { key, certificates: '' }],
    ['no key', { key: certificate, certificates: certificate }],
    ['a wrong provider', { key, certificates: certificate, zda: 'R1-AT1' }],
    ['an RSA key', { key: rsaKey(), closedSystem: 'U:ATU12345678-K1' }],
    ['a wrong key id', { key, closedSystem: 'U:ATU12345678_K1' }],
  ])('is refused with %s', (_, options) => {
    expect(() => softwareUnit({ id: 'test', ...options })).toThrow(
      expect.objectContaining({ kind: 'broken' }),
    );
  });

  it('does not tell its key when it cannot be read', () => {
    const spoilt = key.replace(/[a-z]/i, '*');
    expect(() => softwareUnit({ id: 'x', key: spoilt, certificates: certificate })).toThrow(
      'the private key cannot be read',
    );
  });
});

describe('a closed system', () => {
  it('is named by the key id, and has no certificates', async () => {
    const unit = softwareUnit({ id: 'test', key, closedSystem: 'U:ATU12345678-K1' });
    const identity = await unit.identify(never());
    expect(identity).toMatchObject({ zda: 'AT0', serial: 'U:ATU12345678-K1', chain: [] });
    expect(identity.publicKey.equals(createPublicKey(createPrivateKey(key)))).toBe(true);
    const input = receiptInput(identity);
    expect(isSignedBy(identity.publicKey, input, await unit.sign(input, never()))).toBe(true);
  });
});

describe('certifiedIdentity', () => {
  it('reads a certificate of A-Trust', () => {
    const identity = certifiedIdentity('AT1', [Buffer.from(A_TRUST_CERTIFICATE, 'base64')]);
    expect(identity.serial).toBe(A_TRUST_SERIAL.toLowerCase());
  });

  it.each([
    ['0a12', 'a12'],
    ['FF00000001', 'ff00000001'],
    ['01', '1'],
    ['00', '0'],
  ])('gives the serial %s in small letters without leading zeros', (serial, expected) => {
    const data = { subject: 'x', purpose: 'signing', from: NOW, till: NOW + 1000, serial } as const;
    const [own] = certificatesOfPem(certifiedKey(data).certificate);
    expect(certifiedIdentity('AT1', [own!]).serial).toBe(expected);
  });
});

function rsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
