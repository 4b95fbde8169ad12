/**
 * Swedish control units (kontrollenheter, SKVFS 2009:2) and control servers (SKVFS 2020:9): every
 * receipt is registered there before it is printed. Amounts are whole öre.
 */

/** What a receipt is: a sale or a return, a copy, training, or a bill that is not paid yet. */
export type ReceiptKind = 'normal' | 'kopia' | 'ovning' | 'profo';

/** Rates that units count, in the order in which they are always sent. */
export const UNIT_RATES = ['25', '12', '6', '0'] as const;

/** Sums of a rate. */
export interface UnitVat {
  gross: number;
  vat: number;
}

/** A receipt as a unit registers it. Sent again after a lost answer it is the same, byte for byte. */
export interface UnitReceipt {
  kind: ReceiptKind;
  /** Local, `YYYY-MM-DDThh:mm:ss`. */
  time: string;
  /** Running number of the register, from 1. */
  number: number;
  /** Designation of the register (kassabeteckning), at most 16 letters of Latin-1. */
  register: string;
  /** Organisation or personal number, digits. */
  company: string;
  /** Address of the sale, one line. */
  address: string;
  /** Negative for what is paid back. */
  total: number;
  /** Lines that take away, without their sign. */
  negative: number;
  /** By {@link UNIT_RATES}. */
  vat: readonly UnitVat[];
  /** Of a copy. */
  original?: { number: number; time: string };
  /** Id of the message: a UUID. */
  request: string;
}

/** What a unit gives. */
export interface Registered {
  /** Serial number of the unit. */
  unit: string;
  /** Control code; some units give none but for sales and returns. */
  code: string;
  /** It goes on, and should be looked after; English. */
  warning: string | null;
}

/** What is in the way, in plain terms. */
export type UnitTrouble =
  | 'unreachable'
  | 'no-answer'
  | 'unreadable'
  | 'busy'
  | 'rights'
  /** The register is not the one that the unit knows. */
  | 'register'
  | 'licence'
  | 'memory-full'
  | 'broken'
  | 'refused';

/** A trouble with what is known of it, English. */
export interface UnitFailure {
  trouble: UnitTrouble;
  text: string;
}

/** What became of something that a unit was asked. */
export type UnitOutcome<T> =
  | { outcome: 'done'; result: T }
  | { outcome: 'not-done'; failure: UnitFailure }
  /** Only the unit knows. The same message may be sent again. */
  | { outcome: 'unknown'; failure: UnitFailure };

/** State of a unit. */
export interface UnitState {
  /** Serial number; empty where it does not tell. */
  unit: string;
  /** English; null when all is well. */
  warning: string | null;
}

/** A unit in use. Nothing rejects; every call ends within its time limit. */
export interface ControlUnit {
  /** Registers a receipt. After `unknown` the same receipt is sent again: the unit knows it by its numbers. */
  register(receipt: UnitReceipt): Promise<UnitOutcome<Registered>>;
  /** How it is, and whether it knows the register. */
  state(register: Pick<UnitReceipt, 'register' | 'company' | 'request'>): Promise<UnitOutcome<UnitState>>;
}

/** A client certificate with its key, PEM. */
export interface ClientIdentity {
  certificate: string;
  key: string;
}

/** Protocols of units on serial lines: CleanCash (CCSP), and Skattedosan or POSplus. */
export type SerialUnitKind = 'ccsp' | 'posplus';

/** Which unit, and how to reach it. */
export type UnitSettings =
  | { kind: 'cleancash'; url: string; user: string; password: string }
  /** `at`: address of a port, `COM3`, `/dev/ttyUSB0:9600`, or host and port of a converter. */
  | { kind: SerialUnitKind; at: string }
  /** `application`: name of the program, as it is enrolled. `ca`: issuers in place of those that Node brings, PEM. */
  | {
      kind: 'tcs';
      url: string;
      application: string;
      client: ClientIdentity;
      ca?: string;
    };

/** What a control server is told of a register before it takes its receipts (IdmRequest). */
export interface Enrolment {
  url: string;
  client: ClientIdentity;
  ca?: string;
  application: string;
  request: string;
  partner: { name: string; code: string; authority: string };
  branch: { name: string; code: string };
  chain: { name: string; code: string };
  store: { id: string; name: string; place: EnrolmentPlace };
  company: { number: string; name: string; place: EnrolmentPlace };
  /** Id of the register at the control server, make and model. */
  register: { id: string; make: string; model: string };
  /** Where the certificate is sent; empty where the register has one. */
  email: string;
}

/** An address of an {@link Enrolment}. */
export interface EnrolmentPlace {
  address: string;
  zip: string;
  city: string;
}

/** The control units of an installation. */
export interface ControlUnits {
  /** @param timeoutMs longest time for a message */
  open(settings: UnitSettings, timeoutMs: number): ControlUnit;
  /** Enrols a register with a control server. */
  enrol(enrolment: Enrolment, timeoutMs: number): Promise<UnitOutcome<{ register: string; unit: string }>>;
}
