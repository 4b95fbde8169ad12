/**
 * What the service tells its neighbours: the control page over HTTP and
 * server-sent events, the desktop shell over the process channel.
 *
 * Types only. Amounts are decimal strings with the currency's digits
 * ("12.30"), times are ISO 8601.
 */

import type { Role } from './access/wire.ts';

/** Severity of a problem: `stop` means no sale can be registered now, `info` is worth a look one day. */
export type Severity = 'stop' | 'warning' | 'info';

/** One reason why a register cannot sell, or should be looked after. */
export interface Problem {
  /** Constant such as `NO_CFG`; the page finds its text under `problem.<code>` in the locale files. */
  code: string;
  severity: Severity;
  /** Values for the text's placeholders. */
  params?: Record<string, string | number>;
}

/** Answer of `GET /control/journal/rebuild`: how far the last rebuild of the database is. */
export interface RebuildStatus {
  State: 'none' | 'running' | 'done' | 'failed';
  /** Records read so far, in the end all of them. */
  Records: number;
  Registers: {
    RN: string;
    Records: number;
    /** Time and fiscal number of the last record and document. */
    LastD: string;
    LastFN: string | null;
    /** Records at the end that only the old database had. */
    FromOld: number;
    /** What was left out of the files, in English. */
    LeftOut: string[];
  }[];
  /** Where the old database is; null when there was none. */
  Kept: string | null;
  /** Why the last receipts may be missing, in English; null when none is. */
  Missing: string | null;
  /** Why it failed, in English. */
  Message: string;
  /** Local time with offset. */
  Started: string | null;
  Ended: string | null;
}

/** A register of this service, as shown in the register picker. */
export interface RegisterName {
  /** Register name (RN): `def`, a plain name, or `<TaxId>$<TL>_<TT>`. */
  rn: string;
  /** Nothing stops a sale. */
  ready: boolean;
  /** Company name from the configuration, for people. */
  company: string | null;
  /** Of its configuration, ISO 3166; null before the first one. */
  country: string | null;
}

/** A printed line of the receipt body. */
export interface PaperLine {
  kind: 'item' | 'modifier' | 'text';
  text: string;
  /** Second line in small print, e.g. `2 x 1.60` or an exemption text. */
  detail?: string;
  /** Tax group as printed beside the amount. */
  taxGroup?: string;
  /** Amount, or free text of a print line. */
  amount?: string;
  /** Parts of the detail, for papers with columns of their own. */
  quantity?: string;
  price?: string;
  note?: string;
}

/** A line of the tax table. Rates are percentages. */
export interface PaperTax {
  /** Empty where the rate says it all. */
  group: string;
  rate: string;
  net: string;
  tax: string;
  gross: string;
}

/** Label and value as the law wants them printed. The label may be empty. */
export interface PaperTag {
  label: string;
  value: string;
  /** No space between the colon and the value. */
  tight?: true;
}

/** Words of the receipt's own language, so that every renderer prints the same. */
export interface PaperWords {
  total: string;
  tax: string;
  net: string;
  gross: string;
  rate: string;
  operator: string;
  description: string;
  quantity: string;
  price: string;
  amount: string;
  customer: string;
  page: string;
  carried: string;
}

/** A bar code of digits on paper. */
export interface PaperBarcode {
  kind: 'pdf417' | 'code128';
  /** Digits one below the other; the first way that fits the paper is drawn. */
  ways: string[][];
}

/** A receipt ready to be laid out on paper or screen, in the language of its country; amounts as people write them there. */
export interface Paper {
  sq: number;
  /** Document class in words, e.g. `Fatura simplificada`. */
  title: string;
  /** Fiscal number, else `<TL>/<TT>/<TN>`; empty when nothing was registered. */
  number: string;
  /** Date and time of the document, local, `YYYY-MM-DDThh:mm:ss`. */
  date: string;
  /** The same as it is printed, e.g. `04.05.2026 10:15:30`. */
  dateText: string;
  currency: string;
  /** ISO 3166 code of the country whose law the receipt follows. */
  country: string;
  /** ISO 639 code of the language of all words. */
  language: string;
  /** Seller: name, address, tax id. */
  seller: string[];
  /** Buyer: name, address, tax id; empty for an unnamed one. */
  buyer: string[];
  /** Marks that must not be overlooked: training, void, voided, copy, not registered. */
  marks: string[];
  head: string[];
  lines: PaperLine[];
  /** Sum of articles and discounts up to and including each line, for documents of several pages. */
  carried: string[];
  total: string | null;
  payments: PaperTag[];
  taxes: PaperTax[];
  operator: string | null;
  /** References, and what the law wants printed (Fis.Tag) and the buyer's lines do not say, in order. */
  tags: PaperTag[];
  /** Content of the QR code (Fis.Code), or null. */
  qr: string | null;
  /** Smallest version (1 to 40) that its symbol may have, where the law asks for a larger one than the content does. */
  leastQrVersion?: number;
  /** The code is printed as bar code in its place; screens show the QR code. */
  barcode?: PaperBarcode;
  /** Tags and code stand at the head of the document, not at its end. */
  codeFirst?: true;
  /** Stands directly below the code. */
  below?: string[];
  /** The law wants title and marks at least twice as large as any amount. */
  largeHeadings?: true;
  foot: string[];
  words: PaperWords;
}

/** The way to the portal, as it stands. */
export interface PortalStatus {
  /**
   * - `alone`: there is no badge, and so no portal to be connected with
   * - `noAddress`: there is a badge, and nobody has said where its portal is
   * - `connecting`: it was not tried yet
   * - `online`, `offline`: the portal answers, or it does not and is tried again by itself
   * - `otherCompany`: the badge is of another company than this register
   * - `deactivated`: a person has deactivated the register in the portal
   * - `refused`: a problem says why
   */
  state:
    'alone' | 'noAddress' | 'connecting' | 'online' | 'offline' | 'otherCompany' | 'deactivated' | 'refused';
  /** Address of its page, ended by a slash; null while none is known. */
  url: string | null;
  /** Numbers of company and register there; null before the register was connected. */
  register: { companyId: number; registerId: number } | null;
  /** What the company is called there; null while that is not known. */
  company: string | null;
  /** When it answered last, ISO 8601 with offset; null: not since the start. */
  heard: string | null;
  /** Estimate until nothing waits any more; null while nothing is being sent. */
  secondsLeft: number | null;
}

/** The signing key in use (Portugal). */
export interface KeyStatus {
  /** Name of the public part: `GET /cer/{serial}`. */
  serial: string;
  /** Key version as in HashControl. */
  version: number;
  /** Created by the service itself: good for tests, not for real sales. */
  test: boolean;
}

/** Answer of `GET /control/status?RN=` and data of the `status` event of `GET /control/events?RN=`. */
export interface ControlStatus {
  /** Program version. */
  version: string;
  /** Local time of the service with UTC offset. */
  now: string;
  /** All registers of this service, `def` first. */
  registers: RegisterName[];
  /** The register this status is about. */
  rn: string;
  /** True when selling may go on: no problem of severity `stop`. */
  ready: boolean;
  /** What is registered now does not count: tests, training, a register that is not in operation. */
  practice: boolean;
  problems: Problem[];
  /** ISO 3166 code, null before the first configuration. */
  country: string | null;
  company: { name: string; taxId: string } | null;
  location: { tl: string; name: string } | null;
  terminal: string | null;
  portal: PortalStatus;
  /** Records waiting for the portal (`recorder`) and for the authority (`retry`; null where none is told of receipts). */
  queues: { recorder: number; retry: number | null };
  /** The printer that the profile gives the register; what is the matter with it is a problem. `model`: as people call it; `isEmulated`: it is the demo's, and its paper is on a page; `isFiscal`: it numbers what it prints. */
  printer:
    { state: 'none' } | { state: 'set'; model: string; port: string; isEmulated: boolean; isFiscal: boolean };
  key: KeyStatus | null;
  /** The country describes a page of what it has to show and to do: the control page draws it. */
  describesPage: boolean;
  /** Signs with signature units, or lends them: the page for them is shown. */
  usesUnits: boolean;
  /** Hands e-invoices over, or has some that wait: the page for them is shown. */
  usesEInvoices: boolean;
  /** Another text when something about the register's e-invoices is another. */
  eInvoicesNews: string;
  /**
   * Fiscal receipts of the local day; turnover counts returns negative. Null
   * while the journal cannot be read: then nothing is known about the register
   * but its problems, and what is empty here is not known to be empty.
   * `closing`: the last Z, and whether anything was registered since; null before the first one.
   */
  today: {
    count: number;
    turnover: string;
    currency: string;
    closing: { number: number; isOpen: boolean } | null;
  } | null;
  /** Last receipt as it would print. */
  last: Paper | null;
}

/** An export that was asked for on the control page: body of `GET /control/exports?RN=` is a list of them, newest first. */
export interface ExportJob {
  id: string;
  /** Register, or null for all registers of the company. */
  rn: string | null;
  /** Export type such as `saft`. */
  type: string;
  /** Days, `YYYY-MM-DD`. */
  from: string;
  till: string;
  /** `running` until the file is complete. */
  state: 'running' | 'done' | 'failed';
  /** Records read so far. */
  records: number;
  /** Records of the period in all; 0 while they are being counted. */
  total: number;
  /** Name of the file for the download at `/control/exports/{id}`. */
  file: string;
  /** Bytes of the file, null while it is running. */
  size: number | null;
  /** Why it failed, for people; null otherwise. */
  error: string | null;
}

/** Body of `POST /control/exports?RN=`. */
export interface ExportOrder {
  type: string;
  from: string;
  till: string;
  /** Written into the header of the file. */
  comment?: string;
  /** All registers of the company instead of this one. */
  whole?: boolean;
  /** With the day that is not closed yet, where the type has such a thing. */
  open?: boolean;
  /** Full path of a folder of this machine that a copy of the archive goes to, such as a memory stick. */
  target?: string;
}

/** A type of export. */
export interface ExportType {
  type: string;
  /** ISO 3166 code of the country whose law it is for; null for what all countries have. */
  country: string | null;
  /** It is about no period: any day makes the same file. */
  timeless: boolean;
}

/** Answer of `/control/session`: who the page speaks for. */
export interface SessionState {
  /**
   * What whoever asks may do (`service/access/wire.ts`). Where no people are set up, a cashier sees
   * state and last receipts; `nobody`: there are people, and none of them has signed in.
   */
  role: Role | 'nobody';
  /** Whether the profile has a password; without one, whoever is at the machine is the manager. */
  hasPassword: boolean;
  /** Goes into the header `X-CSRF-Token` of everything that changes something; null for who has not signed in. */
  csrf: string | null;
  /** Name of the person who has signed in with a PIN; null for all others. */
  name: string | null;
  /** People are set up: what is more than the state is for who has signed in. */
  hasPeople: boolean;
  /** Whom a page may show for choosing; null where strangers would see it, who type a name. */
  people: string[] | null;
  /** Seconds without a touch after which the page signs a person out; null for who stays. */
  idleSeconds: number | null;
  /** Why the session before has ended; null where there is nothing to say. */
  ended: 'idle' | 'rights' | null;
}

/** A register of this machine or of another one of the shop, as `/control/lan` shows it. */
export interface LanRegister {
  RN: string;
  /** Tax id of the company. */
  TaxId: string;
  /** Location and terminal that it is set up for. */
  TL: string;
  TT: string;
  /** ISO 3166 alpha-2. */
  Ctry: string;
  /** Host name of the machine. */
  Name: string;
  /** Where its service listens. */
  Url: string;
  /** Version of its program. */
  Version: string;
  state: 'online' | 'offline';
  /** Day it was last heard of, `YYYY-MM-DD`; missing for registers of this machine. */
  Seen?: string;
}

/** Answer of `GET /control/lan` in JSON. */
export interface LanOverview {
  Lan: LanRegister[];
  /** - `off`: no `Lan_Key`; `on`: other tills are looked for; `closed`: there is a key, and the port cannot be used */
  State: 'on' | 'off' | 'closed';
}

/** A register on a cloud register, as `/control/places` shows it. */
export interface PlacedRegister {
  rn: string;
  tl: string;
  tt: string;
  /** - `taken`: its till uses it; `freed`: until its till comes back */
  place: 'taken' | 'freed';
  /** When its till was last heard of, local time; empty for never. */
  last: string;
}

/** Answer of `/control/places`: what companies take of a cloud register. */
export interface PlacesOverview {
  /** False on a till: there are no places of companies. */
  cloud: boolean;
  /** Registers of one company that may have a place. */
  most: number;
  /** A till that was not heard of for so long has no place. */
  idleDays: number;
  companies: {
    /** Id at the portal. */
    id: string;
    name: string;
    taxId: string;
    taken: number;
    /** Those with a place first, the longest silent of them before the others. */
    registers: PlacedRegister[];
  }[];
}

/** How much the service has to do just now, over all its registers. */
export interface Activity {
  /** Sales that are not answered yet; more than 0 also while the journal is being mended. */
  atWork: number;
  /** Records that wait for the portal, and receipts that wait for an authority. They outlive a restart. */
  waiting: number;
  /** Whole seconds since something was registered; null when nothing ever was. */
  idleSeconds: number | null;
}

/** From the service to the process that started it. */
export type ServiceMessage =
  /** `url` of the web server; null without one. */
  | { type: 'ready'; url: string | null }
  | { type: 'status'; ready: boolean; problems: string[] }
  /** The portal beside runs; `url` is its address. */
  | { type: 'portal'; url: string }
  /** Answer to the command of this name. */
  | ({ type: 'activity' } & Activity)
  /** The service is about to end by its own wish (daily restart), to be started again. */
  | ({ type: 'leaving' } & Activity)
  /** Start failed; `code` is the exit code that follows. */
  | { type: 'failed'; code: number; text: string };

/** From the starting process to the service. */
export type ServiceCommand = { type: 'stop' } | { type: 'activity' };
