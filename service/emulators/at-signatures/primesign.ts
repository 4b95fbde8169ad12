/**
 * PrimeSign's cash box API in small: configuration, certificate and raw signature.
 * What is public of the real one stands in ../primesign.ts; refusals are those that
 * HTTP suggests. It shares no code with the unit that asks it.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { signHash } from './keys.ts';
import { derOfPlain } from '../../certificates/ecdsa.ts';
import type { Reply } from '../server.ts';
import {
  json,
  refuse,
  startEmulator,
  type Emulator,
  type EmulatorOptions,
  type Fault,
  type ServiceRequest,
} from './server.ts';

/** How to start the emulator. */
export interface PrimeSignEmulatorOptions extends EmulatorOptions {
  /** Secret of the one customer. */
  token: string;
}

const BASE = '/';
const KEY = 'rk-key-1';
const HASH_BYTES = 32;

/** Starts the emulator on 127.0.0.1. */
export function startPrimeSign(options: PrimeSignEmulatorOptions): Promise<Emulator> {
  return startEmulator(options, BASE, (request, fault) => answer(options, request, fault));
}

function answer(
  { token, keys }: PrimeSignEmulatorOptions,
  { method, path, headers, body }: ServiceRequest,
  fault: Fault | null,
): Reply {
  if (headers['x-auth-token'] !== token) return refuse(401);
  switch (`${method} ${path.join('/')}`) {
    case 'GET rs/rk/config':
      return json(200, { tspId: 'AT3', user: { userId: 'emulated', enabled: true, defaultKey: KEY } });
    case `GET rs/keys/${KEY}/certificate.cer`: {
      const { certificate } = fault === 'wrong-certificate' ? keys.other : keys.receipts;
      return { status: 200, type: 'application/pkix-cert', body: new X509Certificate(certificate).raw };
    }
    case 'POST rs/rk/signatures/r1raw': {
      if (headers['content-type'] !== 'application/json;charset=utf-8') return refuse(415);
      if (body.length !== HASH_BYTES) return refuse(400);
      const hash = fault === 'wrong-signature' ? Buffer.alloc(HASH_BYTES) : body;
      const raw = signHash(createPrivateKey(keys.receipts.key), hash);
      const signature = fault === 'der' ? derOfPlain(raw) : raw;
      return { status: 200, type: 'text/plain', body: signature.toString('base64url') };
    }
    default:
      return refuse(404);
  }
}
