import { describe, expect, it } from 'vitest';
import { readCertificate, readPackage, readPrivateKey } from './pem.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const pem = (name: string) => `-----BEGIN ${name}-----\nMIIB\n-----END ${name}-----\n`;

describe('certificate file', () => {
  it('is taken as it is when it is PEM', () => {
    const text = `subject=CN = 509876544\n${pem('CERTIFICATE')}`;
    expect(readCertificate(bytes(text))).toEqual({ text });
  });

  it('is put into PEM when it is binary', () => {
    const binary = Uint8Array.from([0x30, 0x82, 0x00, 0x40, ...Array<number>(64).fill(7)]);
    const read = readCertificate(binary);
    const text = 'text' in read ? read.text : '';
    const lines = text.trimEnd().split('\n');
    expect([lines.at(0), lines.at(-1)]).toEqual(['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----']);
    expect(lines.every((line) => line.length <= 64)).toBe(true);
    expect([...atob(lines.slice(1, -1).join(''))].map((letter) => letter.charCodeAt(0))).toEqual([...binary]);
  });

  it('is nothing else', () => {
    expect(readCertificate(bytes(pem('PRIVATE KEY')))).toEqual({ problem: 'noCertificate' });
    expect(readCertificate(bytes('hello'))).toEqual({ problem: 'noCertificate' });
    expect(readCertificate(new Uint8Array())).toEqual({ problem: 'noCertificate' });
  });
});

describe('key file', () => {
  it.each(['PRIVATE KEY', 'RSA PRIVATE KEY'])('is a %s', (name) => {
    expect(readPrivateKey(bytes(pem(name)))).toEqual({ text: pem(name) });
  });

  it('is not locked by a password', () => {
    expect(readPrivateKey(bytes(pem('ENCRYPTED PRIVATE KEY')))).toEqual({ problem: 'lockedKey' });
    const old =
      '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIB\n-----END RSA PRIVATE KEY-----';
    expect(readPrivateKey(bytes(old))).toEqual({ problem: 'lockedKey' });
  });

  it('is no public key and no certificate', () => {
    expect(readPrivateKey(bytes(pem('PUBLIC KEY')))).toEqual({ problem: 'noKey' });
    expect(readPrivateKey(bytes(pem('CERTIFICATE')))).toEqual({ problem: 'noKey' });
  });
});

describe('package file', () => {
  it('is a JSON object', () => {
    expect(readPackage(bytes('{"reference":"BARPOS"}'))).toEqual({ text: '{"reference":"BARPOS"}' });
    for (const text of ['', 'BARPOS', '[1]', 'null', '"x"']) {
      expect(readPackage(bytes(text)), text).toEqual({ problem: 'noPackage' });
    }
  });
});
