/** Keys and certificates of a simulated authority: made at start, without any tool besides Node. */
import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { writeCertificate, type CertificateData } from '../../certificates/write.ts';

/** All PEM texts; plain data, so that it can be kept. */
export interface Identity {
  /** Issuer of the server's and the client's certificate. */
  ca: string;
  server: { certificate: string; key: string };
  /** What the authority gives to a software producer. */
  client: { certificate: string; key: string };
  /** What passwords are encrypted with. */
  authority: { certificate: string; key: string };
}

const DAY = 24 * 3_600_000;
const CA_NAME = 'Simulated tax authority CA';
/** Common name of the client certificate: the NIF of the producer. */
const PRODUCER = '555555550';

const newKey = () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 });

/**
 * Makes a new identity, valid for two years.
 * @param now milliseconds since 1970, of the clock that TLS goes by
 */
export async function makeIdentity(now: number): Promise<Identity> {
  const [ca, server, client, authority] = await Promise.all([newKey(), newKey(), newKey(), newKey()]);
  const issuer = { subject: CA_NAME, privateKey: ca.privateKey };
  const certify = (publicKey: KeyObject, more: Pick<CertificateData, 'subject' | 'purpose' | 'hosts'>) =>
    writeCertificate({ publicKey, issuer, from: now - DAY, till: now + 730 * DAY, ...more });
  return {
    ca: certify(ca.publicKey, { subject: CA_NAME, purpose: 'issuer' }),
    server: {
      certificate: certify(server.publicKey, {
        subject: 'localhost',
        purpose: 'server',
        hosts: ['localhost', '127.0.0.1'],
      }),
      key: pem(server.privateKey),
    },
    client: {
      certificate: certify(client.publicKey, { subject: PRODUCER, purpose: 'client' }),
      key: pem(client.privateKey),
    },
    authority: {
      certificate: certify(authority.publicKey, { subject: 'Simulated password key', purpose: 'encryption' }),
      key: pem(authority.privateKey),
    },
  };
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
