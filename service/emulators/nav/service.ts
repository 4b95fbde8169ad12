/** NAV Online Számla in small: users, signatures, tokens, schemas, and the invoices that it has. */
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { readXml } from '../../countries/base/xml-reader.ts';
import { Misbehaving } from '../misbehaving.ts';
import { check } from '../schema.ts';
import { partOf, textOf, type Element } from '../xml.ts';
import { invoiceProblem } from './invoice.ts';
import { ANNUL, ANNULMENT, API, COMMON, HEADER, requestOf, USER, type Operation } from './schema.ts';

/** A technical user. */
export interface NavUser {
  user: string;
  password: string;
  signKey: string;
  /** 16 characters. */
  exchangeKey: string;
  /** Eight digits. */
  taxpayerId: string;
}

/** An invoice that it has. */
export interface StoredInvoice {
  number: string;
  operation: string;
  xml: string;
  transactionId: string;
  /** Of the invoice that it changes. */
  reference: string | null;
}

/** A technical annulment that was asked for. */
export interface StoredAnnulment {
  number: string;
  code: string;
  reason: string;
  /** What the person says who has to confirm it. */
  status: 'VERIFICATION_PENDING' | 'VERIFICATION_DONE' | 'VERIFICATION_REJECTED';
}

type Problem = { code: string; text: string } | null;

interface Transaction {
  /** Questions that are answered with PROCESSING yet. */
  left: number;
  /** Of each invoice, in their order. */
  problems: Problem[];
  annulment: StoredAnnulment | null;
}

/** Why a request is refused. */
class Refusal extends Error {
  readonly code: string;
  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

const TOKEN_MS = 5 * 60_000;

/** The service. */
export class EmulatedNav extends Misbehaving<string> {
  /** Oldest first. */
  readonly invoices: StoredInvoice[] = [];
  readonly annulments: StoredAnnulment[] = [];
  /** How often it says that it is still at it. */
  processing = 1;
  private readonly user: NavUser;
  private readonly clock: Clock;
  private readonly requestIds = new Set<string>();
  private readonly tokens = new Map<string, number>();
  private readonly transactions = new Map<string, Transaction>();

  constructor(user: NavUser, clock: Clock) {
    super();
    this.user = user;
    this.clock = clock;
  }

  /** Answers a request: HTTP status and body. */
  answer(operation: Operation, bytes: Buffer): { status: number; body: string } {
    const forced = this.forced.take();
    if (forced && 'http' in forced) return { status: forced.http, body: 'error' };
    try {
      if (forced) throw new Refusal(forced.code, 'forced');
      const request = this.read(operation, bytes);
      return { status: 200, body: this.reply(operation, this.carryOut(operation, request)) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const status = error.code.includes('SECURITY') ? 403 : error.code === 'MAINTENANCE_MODE' ? 503 : 400;
      return { status, body: this.error(error) };
    }
  }

  private read(operation: Operation, bytes: Buffer): Element {
    const read = readXml(bytes);
    if ('problem' in read) throw new Refusal('INVALID_REQUEST', read.problem);
    const root: Element = read.root;
    const problem =
      check(root, requestOf(operation), API) ??
      check(partOf(root, 'header')!, HEADER, COMMON) ??
      check(partOf(root, 'user')!, USER, COMMON);
    if (problem !== null) throw new Refusal('INVALID_REQUEST', problem);
    this.authenticate(root);
    return root;
  }

  private authenticate(root: Element): void {
    const [header, user] = [partOf(root, 'header')!, partOf(root, 'user')!];
    const { user: login, password, signKey, taxpayerId } = this.user;
    const isKnown =
      textOf(user, 'login') === login && textOf(user, 'passwordHash') === digest('sha512', password);
    if (!isKnown) throw new Refusal('INVALID_SECURITY_USER', 'Helytelen authentikációs adatok!');
    if (textOf(user, 'taxNumber') !== taxpayerId)
      throw new Refusal('NOT_REGISTERED_CUSTOMER', 'A megadott adószám nem regisztrált!');
    const id = textOf(header, 'requestId');
    const hashes = [
      ...partsOf(root, 'invoiceOperation').map(
        (one) => textOf(one, 'invoiceOperation') + textOf(one, 'invoiceData'),
      ),
      ...partsOf(root, 'annulmentOperation').map(
        (one) => textOf(one, 'annulmentOperation') + textOf(one, 'invoiceAnnulment'),
      ),
    ].map((told) => digest('sha3-512', told));
    const time = textOf(header, 'timestamp').slice(0, 19).replace(/[-:T]/g, '');
    const expected = digest('sha3-512', `${id}${time}${signKey}${hashes.join('')}`);
    if (textOf(user, 'requestSignature') !== expected)
      throw new Refusal('INVALID_REQUEST_SIGNATURE', 'Helytelen kérés aláírás!');
    if (this.requestIds.has(id)) throw new Refusal('REQUEST_ID_NOT_UNIQUE', id);
    this.requestIds.add(id);
  }

  private carryOut(operation: Operation, request: Element): string {
    switch (operation) {
      case 'tokenExchange':
        return this.token();
      case 'manageInvoice':
        return this.manage(request);
      case 'manageAnnulment':
        return this.annul(request);
      case 'queryTransactionStatus':
        return this.status(textOf(request, 'transactionId'));
      case 'queryInvoiceData':
        return this.data(textOf(partOf(request, 'invoiceNumberQuery')!, 'invoiceNumber'));
    }
  }

  private token(): string {
    const token = randomBytes(24).toString('hex');
    const till = this.clock.now() + TOKEN_MS;
    this.tokens.set(token, till);
    const cipher = createCipheriv('aes-128-ecb', Buffer.from(this.user.exchangeKey), null);
    const encoded = Buffer.concat([cipher.update(token), cipher.final()]).toString('base64');
    const time = (ms: number) => new Date(ms).toISOString();
    return (
      `<encodedExchangeToken>${encoded}</encodedExchangeToken>` +
      `<tokenValidityFrom>${time(this.clock.now())}</tokenValidityFrom><tokenValidityTo>${time(till)}</tokenValidityTo>`
    );
  }

  /** @throws Refusal */
  private use(token: string): void {
    const till = this.tokens.get(token);
    this.tokens.delete(token);
    if (till === undefined || till < this.clock.now())
      throw new Refusal('INVALID_EXCHANGE_TOKEN', 'Érvénytelen token!');
  }

  private manage(request: Element): string {
    this.use(textOf(request, 'exchangeToken'));
    const transactionId = randomBytes(8).toString('hex').toUpperCase();
    const problems = partsOf(request, 'invoiceOperation').map((one, i): Problem => {
      if (textOf(one, 'index') !== String(i + 1)) throw new Refusal('INVALID_REQUEST', 'index');
      const bytes = Buffer.from(textOf(one, 'invoiceData'), 'base64');
      const operation = textOf(one, 'invoiceOperation');
      const read = invoiceProblem(bytes, operation, this.invoices, this.user.taxpayerId);
      if ('number' in read)
        this.invoices.push({ ...read, operation, xml: bytes.toString('utf8'), transactionId });
      return 'problem' in read ? read.problem : null;
    });
    this.transactions.set(transactionId, { left: this.processing, problems, annulment: null });
    return `<transactionId>${transactionId}</transactionId>`;
  }

  private annul(request: Element): string {
    this.use(textOf(request, 'exchangeToken'));
    const operations = partsOf(request, 'annulmentOperation');
    if (operations.length > 1)
      throw new Refusal('INVALID_REQUEST', 'this emulator takes one annulment at a time');
    const read = readXml(Buffer.from(textOf(operations[0]!, 'invoiceAnnulment'), 'base64'));
    const problem = 'problem' in read ? read.problem : check(read.root, ANNULMENT, ANNUL);
    if ('problem' in read || problem !== null) throw new Refusal('SCHEMA_VIOLATION', problem ?? '');
    const number = textOf(read.root, 'annulmentReference');
    const [code, reason] = [textOf(read.root, 'annulmentCode'), textOf(read.root, 'annulmentReason')];
    const annulment: StoredAnnulment = { number, code, reason, status: 'VERIFICATION_PENDING' };
    const isKnown = this.invoices.some((one) => one.number === number);
    const isAsked = this.annulments.some(
      (one) => one.number === number && one.status !== 'VERIFICATION_REJECTED',
    );
    const wrong = isKnown
      ? isAsked && { code: 'ANNULMENT_IN_PROGRESS', text: number }
      : { code: 'INVALID_ANNULMENT_REFERENCE', text: number };
    if (wrong === false) this.annulments.push(annulment);
    const transactionId = randomBytes(8).toString('hex').toUpperCase();
    const problems = [wrong === false ? null : wrong];
    this.transactions.set(transactionId, {
      left: 0,
      problems,
      annulment: wrong === false ? annulment : null,
    });
    return `<transactionId>${transactionId}</transactionId>`;
  }

  private status(id: string): string {
    const transaction = this.transactions.get(id);
    if (!transaction) return '';
    const isDone = transaction.left === 0;
    if (!isDone) transaction.left -= 1;
    const { problems, annulment } = transaction;
    const results = problems.map((problem, i) => {
      const state = isDone ? (problem ? 'ABORTED' : 'DONE') : 'PROCESSING';
      const message =
        isDone && problem
          ? `<businessValidationMessages><validationResultCode>ERROR</validationResultCode>` +
            `<validationErrorCode>${problem.code}</validationErrorCode><message>${escaped(problem.text)}</message></businessValidationMessages>`
          : '';
      return (
        `<processingResult><index>${i + 1}</index><invoiceStatus>${state}</invoiceStatus>${message}` +
        `<compressedContentIndicator>false</compressedContentIndicator></processingResult>`
      );
    });
    const verified = annulment
      ? `<annulmentData><annulmentVerificationStatus>${annulment.status}</annulmentVerificationStatus></annulmentData>`
      : '';
    return `<processingResults>${results.join('')}<originalRequestVersion>3.0</originalRequestVersion>${verified}</processingResults>`;
  }

  private data(number: string): string {
    const found = this.invoices.find((one) => one.number === number);
    if (!found) return '';
    return (
      `<invoiceDataResult><invoiceData>${Buffer.from(found.xml).toString('base64')}</invoiceData>` +
      `<auditData><insdate>${new Date(this.clock.now()).toISOString()}</insdate><insCusUser>${this.user.user}</insCusUser>` +
      `<source>MGM</source><transactionId>${found.transactionId}</transactionId><index>1</index>` +
      `<originalRequestVersion>3.0</originalRequestVersion></auditData>` +
      `<compressedContentIndicator>false</compressedContentIndicator></invoiceDataResult>`
    );
  }

  private reply(operation: Operation, body: string): string {
    if (this.spoilt.take() !== null) return '<no';
    const root = `${operation[0]!.toUpperCase()}${operation.slice(1)}Response`;
    return this.document(root, '<ns2:result><ns2:funcCode>OK</ns2:funcCode></ns2:result>', body);
  }

  private error({ code, message }: Refusal): string {
    const result =
      `<ns2:result><ns2:funcCode>ERROR</ns2:funcCode><ns2:errorCode>${code}</ns2:errorCode>` +
      `<ns2:message>${escaped(message)}</ns2:message></ns2:result>`;
    return this.document('GeneralErrorResponse', result, '');
  }

  private document(root: string, result: string, body: string): string {
    const header =
      `<ns2:header><ns2:requestId>EMULATED</ns2:requestId><ns2:timestamp>${new Date(this.clock.now()).toISOString()}</ns2:timestamp>` +
      `<ns2:requestVersion>3.0</ns2:requestVersion><ns2:headerVersion>1.0</ns2:headerVersion></ns2:header>`;
    return `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="${API}" xmlns:ns2="${COMMON}">${header}${result}${body}</${root}>`;
  }
}

/** Elements of this name in the list of operations. */
function partsOf(request: Element, name: string): Element[] {
  return request.children.flatMap(({ children }) => children.filter((one) => one.name === name));
}

function digest(algorithm: 'sha512' | 'sha3-512', text: string): string {
  return createHash(algorithm).update(text).digest('hex').toUpperCase();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').slice(0, 500) || '-';
}
