import { createPublicKey, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { bits, integer, oid, sequence, time, utf8 } from './der.ts';
import { makeIdentity, type Identity } from './identity.ts';

const NOW = Date.parse('2026-01-15T10:15:30Z');
const DAY = 24 * 3_600_000;

let identity: Identity;
beforeAll(async () => {
  identity = await makeIdentity(NOW);
});

describe('certificates', () => {
  it('are signed by the issuer, who signs itself', () => {
    const ca = new X509Certificate(identity.ca);
    expect(ca.ca).toBe(true);
    for (const pem of [
      identity.ca,
      identity.server.certificate,
      identity.client.certificate,
      identity.authority.certificate,
    ]) {
      const certificate = new X509Certificate(pem);
      expect(certificate.checkIssued(ca)).toBe(true);
      expect(certificate.verify(ca.publicKey)).toBe(true);
    }
  });

  it('belong to their keys', () => {
    for (const { certificate, key } of [identity.server, identity.client, identity.authority]) {
      const { publicKey } = new X509Certificate(certificate);
      expect(publicKey.equals(createPublicKey(key))).toBe(true);
      expect(publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
    }
  });

  it('name server and client', () => {
    const server = new X509Certificate(identity.server.certificate);
    expect(server.checkHost('localhost')).toBe('localhost');
    expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(server.checkHost('servicos.portaldasfinancas.gov.pt')).toBeUndefined();
    expect(server.ca).toBe(false);
    const client = new X509Certificate(identity.client.certificate);
    expect(client.subject).toBe('CN=555555550');
    expect(client.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  });

  it('are valid for two years from now', () => {
    const { validFromDate, validToDate } = new X509Certificate(identity.client.certificate);
    expect(validFromDate.getTime()).toBe(NOW - DAY);
    expect(validToDate.getTime()).toBe(NOW + 730 * DAY);
  });
});

describe('DER', () => {
  const hex = (bytes: Buffer) => bytes.toString('hex');

  it.each([
    [integer(0), '020100'],
    [integer(127), '02017f'],
    [integer(128), '02020080'],
    [integer(256), '02020100'],
    [oid('1.2.840.113549.1.1.11'), '06092a864886f70d01010b'],
    [oid('2.5.29.15'), '0603551d0f'],
    [bits(Buffer.of(0x06), 1), '03020106'],
    [time(NOW), '170d3236303131353130313533305a'],
    [sequence(), '3000'],
  ])('writes what X.690 says (%#)', (bytes, expected) => {
    expect(hex(bytes)).toBe(expected);
  });

  it('writes long lengths in the long form', () => {
    expect(hex(utf8('x'.repeat(127)).subarray(0, 2))).toBe('0c7f');
    expect(hex(utf8('x'.repeat(128)).subarray(0, 3))).toBe('0c8180');
    expect(hex(utf8('x'.repeat(1000)).subarray(0, 4))).toBe('0c8203e8');
  });
});
