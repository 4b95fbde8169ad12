/**
 * Fiscal data modules (FDM) of Belgium: devices that sign what a cash register does and
 * count it. Two generations: GKS 1 on a serial line, GKS 2.0 on the network.
 */

/** What is in the way, in plain terms. */
export type FdmTrouble =
  | 'unreachable'
  | 'no-answer'
  | 'unreadable'
  /** It does not know the shared secret. */
  | 'rights'
  /** It says no to what it was asked. */
  | 'refused'
  | 'memory-full'
  /** No VAT signing card, or one that does not fit. */
  | 'card'
  /** The card wants its PIN, or the PIN is wrong, or the card is blocked. */
  | 'pin'
  | 'clock'
  | 'not-operational';

/** Something that an FDM says about what it was asked. */
export interface FdmMessage {
  /** `SPF_FOD`, `FDM` or `OTHER`. */
  category: string;
  code: string;
  text: string;
  /** Whether operators have to see it. */
  show: 'MANDATORY' | 'OPTIONAL' | 'NEVER';
}

/** A trouble with what is known of it, English but for what the FDM says. */
export interface FdmFailure {
  trouble: FdmTrouble;
  text: string;
  /** What the FDM says. */
  messages?: readonly FdmMessage[];
}

/** What became of something that an FDM was asked to do. */
export type FdmOutcome<T> =
  | { outcome: 'done'; result: T }
  | { outcome: 'not-done'; failure: FdmFailure }
  /** Only the FDM knows: the same request, sent once more, tells. */
  | { outcome: 'unknown'; failure: FdmFailure };

/** Mutations of GKS 2.0. */
export const MUTATIONS = [
  'signOrder',
  'signCostCenterChange',
  'signPreBill',
  'signSale',
  'signPaymentCorrection',
  'signMoneyInOut',
  'signDrawerOpen',
  'signInvoice',
  'signWorkIn',
  'signWorkOut',
  'signReportTurnoverX',
  'signReportTurnoverZ',
  'signReportUserX',
  'signReportUserZ',
  'signCopy',
] as const;

/** See {@link MUTATIONS}. */
export type Mutation = (typeof MUTATIONS)[number];

/** What a network FDM is to sign. */
export interface SignRequest {
  mutation: Mutation;
  /** JSON text of the input, numbers as they are written. */
  data: string;
  isTraining: boolean;
  /** Texts that are nowhere to appear but on the line, also where an answer has them: national numbers of people. */
  secrets: readonly string[];
}

/** How an FDM names what it has signed; later events copy it as it is. */
export interface FdmReference {
  fdmId: string;
  /** UTC, as the FDM wrote it. */
  fdmDateTime: string;
  eventLabel: string;
  eventCounter: string;
  totalCounter: string;
}

/** A line of the tax table as an FDM worked it out. Decimal texts. */
export interface FdmVat {
  label: string;
  rate: string;
  taxableAmount: string;
  vatAmount: string;
  totalAmount: string;
  outOfScope: boolean;
}

/** What a network FDM gave for an event. */
export interface SignResult {
  posFiscalTicketNo: number;
  eventOperation: string;
  reference: FdmReference;
  softwareVersion: string;
  signature: string;
  /** What is printed of it; null where an event has none. */
  shortSignature: string | null;
  /** Content of the QR code; null where an event has none. */
  verificationUrl: string | null;
  /** Empty where an event has none. */
  vat: FdmVat[];
  /** How full its memory is, in percent; null where it does not tell. */
  bufferUsed: string | null;
  messages: FdmMessage[];
  /** Lines to be printed as they are. */
  footer: string[];
}

/** A driver of a network FDM. Nothing rejects; every call ends within the time limit of its options. */
export interface NetworkFdm {
  /** Has an event signed. The same request, sent again, is not signed a second time. */
  sign(request: SignRequest): Promise<FdmOutcome<SignResult>>;
  /** Who it is. */
  device(): Promise<FdmOutcome<{ id: string }>>;
}

/** What a serial FDM signs. Amounts are whole cents and never negative. */
export interface HashTicket {
  /** Local, `YYYY-MM-DDThh:mm:ss`. */
  time: string;
  /** Eleven digits; nowhere but on the line. */
  operator: string;
  /** Production number of the register, 14 characters. */
  pos: string;
  ticket: number;
  /** Sale or refund: normal, training, pro forma. */
  label: 'NS' | 'NR' | 'TS' | 'TR' | 'PS' | 'PR';
  total: number;
  /** Taxable amounts of 21, 12, 6 and 0 %. */
  bases: readonly [number, number, number, number];
  /** SHA-1 of the article lines, hex. */
  hash: string;
}

/** What a serial FDM gave for a ticket. */
export interface HashResult {
  /** Production number of the FDM. */
  fdm: string;
  /** VAT signing card. */
  card: string;
  /** Local, `YYYY-MM-DDThh:mm:ss`. */
  time: string;
  label: string;
  /** Of this label, and of all. */
  counter: number;
  total: number;
  /** 40 hexadecimal digits. */
  signature: string;
  /** It had done it before: this is the answer of then. */
  isRepeated: boolean;
  /** It was the answer to the first try. */
  isFirstTry: boolean;
  /** What it warns of; empty for nothing. */
  warning: string;
}

/** Who a serial FDM is, and how it is. */
export interface SerialState {
  fdm: string;
  /** Missing where only its state was asked. */
  firmware?: string;
  protocol?: string;
  card?: string;
  warning: string;
}

/** A driver of a serial FDM. Nothing rejects. Sequence numbers are 0 to 99. */
export interface SerialFdm {
  /**
   * Has a ticket signed.
   * @param isAgain it may have been signed already: the FDM then tells what it answered
   */
  hash(ticket: HashTicket, sequence: number, isAgain: boolean): Promise<FdmOutcome<HashResult>>;
  identify(sequence: number): Promise<FdmOutcome<SerialState>>;
  status(sequence: number): Promise<FdmOutcome<SerialState>>;
  /** Unlocks the VAT signing card. @param pin five digits */
  pin(pin: string, sequence: number): Promise<FdmOutcome<SerialState>>;
}
