/**
 * Infrasec's control server for Swedish cash registers in small: HTTPS with client
 * certificates, enrolment, receipts, and a memory.
 */
import type { TLSSocket } from 'node:tls';
import { systemClock } from '../../clock.ts';
import { issueCompanyKey, makeAuthorityKeys, type AuthorityKeys, type IssuedKey } from '../authority-keys.ts';
import { startServer, type Faults } from '../server.ts';
import { EmulatedControlServer, type Stored } from './server.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  /** Port on this machine; a free one when left out. */
  port?: number;
  /** Keeps no process running. */
  background?: boolean;
  /** Keys and certificates; those of the process when left out. */
  keys?: AuthorityKeys;
}

/** A running emulator. */
export interface Emulator extends Faults {
  /** Addresses of the control server and of the enrolment. */
  url: string;
  enrolment: string;
  /** Issuer of all its certificates, PEM. */
  ca: string;
  /** Receipts, oldest first. */
  readonly stored: readonly Stored[];
  /** Messages that came again. */
  readonly repeated: number;
  /** Companies by the ids of their registers. */
  readonly registers: Map<string, string>;
  /** Its storage is full, or not any more. */
  full(isFull: boolean): void;
  /** A key with a certificate for a register, as its maker hands them out. */
  issue(register: string): Promise<IssuedKey>;
  know(): void;
  /** Forgets receipts. */
  forget(): void;
}

const LONGEST_BODY = 50_000;

let processKeys: Promise<AuthorityKeys> | undefined;

/** Makes the keys of an emulated control server. */
export function makeControlServerKeys(): Promise<AuthorityKeys> {
  return makeAuthorityKeys('SE', { ca: 'Emulated control server CA', signer: 'control server' });
}

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const keys = options.keys ?? (await (processKeys ??= makeControlServerKeys()));
  const service = new EmulatedControlServer();
  const reply = (status: number, body = '') => ({ status, type: 'application/xml; charset=utf-8', body });
  const server = await startServer({
    ...{ port: options.port, background: options.background, longestBody: LONGEST_BODY },
    tls: {
      ...{ key: keys.server.key, cert: keys.server.certificate, ca: keys.ca.certificate },
      ...{ requestCert: true, rejectUnauthorized: true },
    },
    take: (incoming, body) => ({
      answer() {
        const isIdm = incoming.url === '/idm';
        if (incoming.method !== 'POST' || (incoming.url !== '/tcsserver' && !isIdm)) return reply(404);
        const { subject } = (incoming.socket as TLSSocket).getPeerCertificate();
        const answer = body && service.answer(body, String(subject.CN));
        return answer?.includes('<IdmResponse>') !== isIdm ? reply(400) : reply(200, answer);
      },
    }),
  });
  return {
    ...server,
    url: `${server.origin}/tcsserver`,
    enrolment: `${server.origin}/idm`,
    ca: keys.ca.certificate,
    stored: service.stored,
    registers: service.registers,
    get repeated() {
      return service.repeated;
    },
    full: (isFull) => {
      service.isFull = isFull;
    },
    issue: (register) =>
      issueCompanyKey(keys, { subject: register, organization: 'Butik' }, systemClock.now()),
    know: () => undefined,
    forget: () => service.forget(),
  };
}
