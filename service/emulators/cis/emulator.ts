/**
 * The fiscalisation service (CIS) of Croatia's tax authority in small: HTTPS, the
 * schema 1.9, signatures, certificates and the errors of the real one, and a memory.
 * For tests, and for POS developers without a certificate of FINA.
 */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import type { CertifiedKey } from '../../certificates/write.ts';
import { writePkcs12 } from '../../certificates/write-pkcs12.ts';
import { systemClock } from '../../clock.ts';
import { startAuthority, type AuthorityOptions, type EmulatedAuthority } from '../authority.ts';
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
export interface EmulatorOptions extends Omit<AuthorityOptions<never, EmulatedRequest>, 'keys'> {
  /** Takes SHA-1 in signatures, too, as production does until the end of 2026. */
  sha1?: boolean;
  /** Keys and certificates; those of the process when left out. */
  identity?: Identity;
}

/** A company's key as FINA hands it out, and its parts. */
export interface IssuedKey extends ClientKey {
  /** File with key, certificate and the certificate of the authority. */
  pkcs12: Buffer;
  password: string;
}

/** A running emulator. */
export interface Emulator extends EmulatedAuthority<EmulatedRequest, string> {
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
  /** A new key with a certificate for a company. @param oib with the right check digit */
  issue(oib: string, options?: ClientKeyOptions): Promise<IssuedKey>;
  /** Knows a key that it has issued in an earlier life. */
  know(key: ClientKey): void;
}

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
  const authority = await startAuthority<EmulatedRequest, string>(options, {
    ca: identity.ca.certificate,
    tls: { key: identity.server.key, cert: identity.server.certificate },
    path: TEST_PATH,
    begun: (at) => ({ at, operation: null, id: null, oib: null, number: null, outcome: null }),
    take: (incoming, body, request) => () => service.answer(incoming, body, request),
    service: {
      fail: (what, times) => service.fail(what, times),
      spoil: (how, times) => service.spoil(how, times),
      forget: () => {
        service.receipts.forget();
        service.messages.clear();
        service.premises.stored.length = 0;
      },
    },
  });
  return {
    ...authority,
    cisCertificate: identity.test.certificate,
    receipts: service.receipts.stored,
    doubles: service.receipts.doubles,
    messages: service.messages,
    premises: service.premises.stored,
    issue: async (oib, more = {}) => {
      const issued = await issueClientKey(identity, oib, clock.now(), more);
      know(issued);
      const certificates = [issued.certificate.toString(), identity.ca.certificate];
      return { ...issued, pkcs12: await writePkcs12(issued.key, certificates, PASSWORD), password: PASSWORD };
    },
    know,
  };
}

function signerOf({ key, certificate }: CertifiedKey): ClientKey {
  return { key: createPrivateKey(key), certificate: new X509Certificate(certificate) };
}
