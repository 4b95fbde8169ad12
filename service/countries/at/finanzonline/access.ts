/**
 * How to reach FinanzOnline, the web service of the Austrian ministry of
 * finance that cash registers and signature units are reported to, and what
 * comes of a call.
 */
import type { Log } from '../../../log.ts';

/**
 * Address of the web services; `/session` and `/rkdb` follow. There is no test
 * address: tests go here too and say so in every request ({@link Mode}).
 */
export const PRODUCTION_URL = 'https://finanzonline.bmf.gv.at/fonws/ws';

/**
 * `T` test, `P` production. Tests have units, registers and receipts of their
 * own; sessions and users are the same.
 */
export type Mode = 'T' | 'P';

/** The web service user of a company and the maker of the program. */
export interface Credentials {
  /** Teilnehmer-Identifikation of the company: 8 to 12 letters and digits. */
  participant: string;
  /** Benutzer-Identifikation, a user made for the cash register web service. */
  user: string;
  /** Secret. */
  pin: string;
  /** VAT id of the maker of this program (Hersteller-UID): 10 to 24 letters and digits. */
  producer: string;
}

/** What calls need. */
export interface FinanzOnlineAccess extends Credentials {
  /** {@link PRODUCTION_URL}, or an emulator's; `http:` on this machine only. */
  url: string;
  /** Trusted issuers of the server's certificate, PEM, instead of those that Node knows. */
  ca?: string;
  /** Longest time for one request and its answer. A call takes up to four: login, request, and both again. */
  timeoutMs: number;
  /** Milliseconds since 1970 (UTC). */
  now(): number;
  /** Gets a line for each request; never a secret. */
  log: Pick<Log, 'debug' | 'warn'>;
}

/** Names a transmission. */
export interface Packet {
  /**
   * Paket-Nummer, 1 to 999 999 999: a counter of the caller that survives a
   * crash. A transmission that is repeated may keep its number.
   */
  number: number;
  mode: Mode;
}

/** Why to try again later. */
export type LaterReason =
  /** No answer: no network, a timeout, an error of the server. */
  | 'unreachable'
  /** FinanzOnline is being maintained (code -2). */
  | 'maintenance'
  /** FinanzOnline has a defect of its own, or cannot ask the trust service provider. */
  | 'technical'
  /** The answer is none of FinanzOnline, or cannot be understood. */
  | 'unreadable'
  /** A session that was just opened is not valid. */
  | 'session';

/** Not done for a reason that passes: worth another try. */
export interface Later {
  later: {
    reason: LaterReason;
    /** Return code of FinanzOnline, null without one. */
    code: string | null;
    /** English, for logs, with FinanzOnline's own words. */
    text: string;
    /**
     * The request was sent and may have been carried out. Ask for the status
     * before sending it again: a receipt that was checked as start receipt, for
     * one, may not pass a second time.
     */
    maybeDone: boolean;
  };
}

/** Who refused. */
export type Refuser =
  /** The session service: the login. */
  | 'session'
  /** The cash register service. */
  | 'rkdb'
  /** Nobody was asked, or nobody of FinanzOnline answered. */
  | 'local';

/** Codes of refusals without a code of FinanzOnline. */
export type LocalCode =
  /** The credentials break FinanzOnline's rules. */
  | 'CREDENTIALS'
  /** The request breaks FinanzOnline's rules. */
  | 'REQUEST'
  /** The address is none, or not a safe one; or the trusted issuers cannot be used. */
  | 'ADDRESS'
  /** An HTTP status that means no. */
  | 'HTTP'
  /** A SOAP fault: FinanzOnline takes the message for malformed. */
  | 'FAULT'
  /** A test key would be registered in earnest. */
  | 'TEST_KEY'
  /** The key of a closed system is registered in the portal. */
  | 'CLOSED_SYSTEM'
  /** The unit belongs to another till, or is gone, and FinanzOnline does not know it. */
  | 'NOT_HERE'
  /** The AES key of the register is not on this machine. */
  | 'NO_KEY';

/** A partial result of a receipt check that failed. */
export interface Finding {
  /** FinanzOnline's name for the check, e.g. `EXISTS_CASHBOX`; may be empty. */
  id: string;
  /** German. */
  name: string;
  /** German; empty when FinanzOnline gives no details. */
  message: string;
}

/** Not done, and trying again without a change is no use. */
export interface Refused {
  refused: {
    by: Refuser;
    /** Return code of FinanzOnline, e.g. `B1`, or a {@link LocalCode}. */
    code: string;
    /** What FinanzOnline says, German; empty when it says nothing. Never with a secret. */
    message: string;
    /** English, for logs, with the message. Never with a secret. */
    text: string;
    /**
     * A registration of something that FinanzOnline knows already (B1, B10):
     * perhaps by an earlier try of ours. Whether it may be used says its status;
     * a register's key is told by nothing but the check of its start receipt.
     */
    known?: true;
    /** Why a receipt did not pass (43), as far as FinanzOnline says it. */
    findings?: Finding[];
  };
}

/** What comes of a call. */
export type Outcome<T> = { ok: T } | Later | Refused;

/** A report that was taken. */
export interface Done {
  /** It was so before: an earlier report of ours, or one by hand in the portal. */
  already: boolean;
}
