import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { certifiedKey, selfSignedKey, writeCertificate, type Purpose } from './write.ts';

const NOW = Date.parse('2026-01-15T10:15:30Z');
const DAY = 24 * 3_600_000;
const keys = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};

describe.each(['rsa', 'ec'] as const)('a certificate by an %s key', (type) => {
  const issuer = { subject: 'Issuer', privateKey: keys[type].privateKey };
  const make = (purpose: Purpose, more = {}) =>
    new X509Certificate(
      writeCertificate({
        subject: 'Somebody',
        publicKey: keys[type].publicKey,
        ...{ purpose, issuer, from: NOW - DAY, till: NOW + DAY, ...more },
      }),
    );
  const ca = make('issuer', { subject: 'Issuer' });

  it('is signed by its issuer, who signs itself', () => {
    expect(ca.ca).toBe(true);
    for (const certificate of [ca, make('server'), make('client'), make('encryption'), make('signing')]) {
      expect(certificate.checkIssued(ca)).toBe(true);
      expect(certificate.verify(keys[type].publicKey)).toBe(true);
      expect(certificate.publicKey.equals(keys[type].publicKey)).toBe(true);
    }
  });

  it('names servers and says what it is for', () => {
    const server = make('server', { hosts: ['localhost', '127.0.0.1', '::1'] });
    expect(server.checkHost('localhost')).toBe('localhost');
    expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(server.checkIP('::1')).toBe('::1');
    expect(server.checkHost('example.com')).toBeUndefined();
    expect(server.ca).toBe(false);
    expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(make('client').keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  });

  it('is valid from one time to another, past 2050 too', () => {
    const { validFromDate, validToDate } = make('client', { till: Date.UTC(2055, 1, 3, 4, 5, 6) });
    expect(validFromDate.getTime()).toBe(NOW - DAY);
    expect(validToDate.getTime()).toBe(Date.UTC(2055, 1, 3, 4, 5, 6));
  });

  it.each([
    ['00', '0'],
    ['7f', '7F'],
    ['80', '80'],
    ['00ff01', 'FF01'],
  ])('has the serial number %s', (serial, shown) => {
    expect(make('client', { serial }).serialNumber).toBe(shown);
  });
});

describe('a key that is made with its certificate', () => {
  it('belongs to it, in a country or none', () => {
    const own = selfSignedKey({ subject: 'Café Olá', purpose: 'signing', country: 'AT' }, NOW);
    const certificate = new X509Certificate(own.certificate);
    expect(certificate.subject).toBe('C=AT\nCN=Café Olá');
    expect(certificate.publicKey.equals(createPublicKey(own.key))).toBe(true);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    const plain = certifiedKey({ subject: 'x', purpose: 'signing', from: NOW, till: NOW + DAY });
    expect(new X509Certificate(plain.certificate).subject).toBe('CN=x');
  });

  it('may say whose it is, and not of its issuer', () => {
    const { privateKey } = keys.ec;
    const data = { subject: 'x', country: 'HR', organization: 'Žito HR1', locality: 'Zagreb' };
    const issuer = { subject: 'CA', privateKey };
    const { certificate } = certifiedKey({ ...data, issuer, purpose: 'signing', from: NOW, till: NOW + DAY });
    const read = new X509Certificate(certificate);
    expect(read.subject).toBe('C=HR\nO=Žito HR1\nL=Zagreb\nCN=x');
    expect(read.issuer).toBe('C=HR\nCN=CA');
  });

  it('carries texts of its owner', () => {
    const { certificate } = selfSignedKey(
      { subject: 'x', purpose: 'signing', texts: { '1.2.40.0.10.1.11.1': 'UID ATU12345678' } },
      NOW,
    );
    expect(new X509Certificate(certificate).raw.includes('UID ATU12345678')).toBe(true);
  });
});
