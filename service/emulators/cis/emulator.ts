/**
 * The fiscalisation service (CIS) of Croatia's tax authority in small: HTTPS, the
 * schema 1.9, signatures, certificates and the errors of the real one, and a memory.
 * For tests, and for POS developers without a certificate of FINA.
 */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import type { CertifiedKey } from '../../certificates/write.ts';
import { writePkcs12 } from '../../certificates/write-pkcs12.ts';
import { systemClock, type Clock } from '../../clock.ts';
import type { Forced, Spoil } from '../misbehaving.ts';
import { startServer, type Faults } from '../server.ts';
import {
  forgedSigner,
  issueClientKey,
  makeIdentity,
  type ClientKey,
  type ClientKeyOptions,
  type Identity,
} from './identity.ts';
import type { StoredPremises } from './premises.ts';
import type { Double, StoredReceipt } from './receipts.ts';
import { EmulatedService, TEST_PATH, type EmulatedRequest } from './service.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  /** Port on this machine; a free one when left out. */
  port?: number;
  /** Keeps no process running. */
  background?: boolean;
  /** Time for messages, certificates of companies and answers; TLS goes by the clock of the machine. */
  clock?: Clock;
  /** Takes SHA-1 in signatures, too, as production does until the end of 2026. */
  sha1?: boolean;
  /** Keys and certificates; those of the process when left out. */
  identity?: Identity;
  /** Called with every answered request. */
  onRequest?(request: EmulatedRequest): void;
}

/** A company's key as FINA hands it out, and its parts. */
export interface IssuedKey extends ClientKey {
  /** File with key, certificate and the certificate of the authority. */
  pkcs12: Buffer;
  password: string;
}

/** A running emulator. */
export interface Emulator extends Faults {
  /** Address of the test service. */
  url: string;
  /** Issuer of the server's certificate, PEM. */
  ca: string;
  /** Certificate that answers of the test service are signed with, PEM; `ca` has issued it. */
  cisCertificate: string;
  /** Receipts with a JIR, in order. */
  receipts: readonly StoredReceipt[];
  /** Numbers that came again with other content, in order. */
  doubles: readonly Double[];
  /** Every message id that was used in a signed message, in order. */
  messages: ReadonlySet<string>;
  /** Announced working hours. */
  premises: readonly StoredPremises[];
  /** All requests, oldest first; may be changed. */
  requests: EmulatedRequest[];
  /** A new key with a certificate for a company. @param oib with the right check digit */
  issue(oib: string, options?: ClientKeyOptions): Promise<IssuedKey>;
  /** Knows a key that it has issued in an earlier life. */
  know(key: ClientKey): void;
  /** Answers the next requests so, and does nothing else. */
  fail(what: Forced<string>, times?: number): void;
  /** Does what the next requests ask for, and answers them so that nobody can trust it: unsigned, signed by somebody else, changed after signing, no XML. */
  spoil(how: Spoil, times?: number): void;
  /** Forgets receipts, message ids, hours and requests. */
  forget(): void;
}

const MAX_REQUEST_BYTES = 1_000_000;
const PASSWORD = 'Emulator1';

let processIdentity: Promise<Identity> | undefined;

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, sha1 = false } = options;
  const identity = options.identity ?? (await (processIdentity ??= makeIdentity(systemClock.now())));
  const known = new Map<string, KeyObject>();
  const service = new EmulatedService({
    clock,
    ca: new X509Certificate(identity.ca.certificate),
    signers: { test: signerOf(identity.test), production: signerOf(identity.production) },
    forger: forgedSigner,
    digests: sha1 ? ['sha256', 'sha1'] : ['sha256'],
    keyOf: ({ fingerprint256 }) => known.get(fingerprint256) ?? null,
  });
  const know = ({ key, certificate }: ClientKey) => {
    known.set(certificate.fingerprint256, key);
  };
  const requests: EmulatedRequest[] = [];
  const server = await startServer({
    port: options.port,
    background: options.background,
    tls: { key: identity.server.key, cert: identity.server.certificate },
    longestBody: MAX_REQUEST_BYTES,
    take: (incoming, body) => {
      const request: EmulatedRequest = {
        at: clock.now(),
        operation: null,
        id: null,
        oib: null,
        number: null,
        outcome: null,
      };
      requests.push(request);
      return {
        answer: () => service.answer(incoming, body, request),
        answered: () => options.onRequest?.(request),
      };
    },
  });
  return {
    ...server,
    url: `${server.origin}${TEST_PATH}`,
    ca: identity.ca.certificate,
    cisCertificate: identity.test.certificate,
    receipts: service.receipts.stored,
    doubles: service.receipts.doubles,
    messages: service.messages,
    premises: service.premises.stored,
    requests,
    issue: async (oib, more = {}) => {
      const issued = await issueClientKey(identity, oib, clock.now(), more);
      know(issued);
      const certificates = [issued.certificate.toString(), identity.ca.certificate];
      return { ...issued, pkcs12: await writePkcs12(issued.key, certificates, PASSWORD), password: PASSWORD };
    },
    know,
    fail: (what, times = 1) => service.fail(what, times),
    spoil: (how, times = 1) => service.spoil(how, times),
    forget: () => {
      service.receipts.forget();
      service.messages.clear();
      service.premises.stored.length = 0;
      requests.length = 0;
    },
  };
}

function signerOf({ key, certificate }: CertifiedKey): ClientKey {
  return { key: createPrivateKey(key), certificate: new X509Certificate(certificate) };
}
