/** NAV Online Számla in small: users, signatures, tokens, schemas, and the invoices that it has. */
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { readXml } from '../../countries/base/xml-reader.ts';
import { Misbehaving } from '../misbehaving.ts';
import { check } from '../schema.ts';
import { partOf, textOf, type Element } from '../xml.ts';
import { invoiceProblem } from './invoice.ts';
import { API, COMMON, HEADER, requestOf, USER, type Operation } from './schema.ts';

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

interface Transaction {
  /** Questions that are answered with PROCESSING yet. */
  left: number;
  problem: { code: string; text: string } | null;
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
    this.authenticate(operation, root);
    return root;
  }

  private authenticate(operation: Operation, root: Element): void {
    const [header, user] = [partOf(root, 'header')!, partOf(root, 'user')!];
    const { user: login, password, signKey, taxpayerId } = this.user;
    const isKnown =
      textOf(user, 'login') === login && textOf(user, 'passwordHash') === digest('sha512', password);
    if (!isKnown) throw new Refusal('INVALID_SECURITY_USER', 'Helytelen authentikációs adatok!');
    if (textOf(user, 'taxNumber') !== taxpayerId)
      throw new Refusal('NOT_REGISTERED_CUSTOMER', 'A megadott adószám nem regisztrált!');
    const id = textOf(header, 'requestId');
    const operations =
      partOf(root, 'invoiceOperations')?.children.filter(({ name }) => name === 'invoiceOperation') ?? [];
    const hashes = operations.map((one) =>
      digest('sha3-512', `${textOf(one, 'invoiceOperation')}${textOf(one, 'invoiceData')}`),
    );
    const time = textOf(header, 'timestamp').slice(0, 19).replace(/[-:T]/g, '');
    const expected = digest(
      'sha3-512',
      `${id}${time}${signKey}${operation === 'manageInvoice' ? hashes.join('') : ''}`,
    );
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

  private manage(request: Element): string {
    const token = textOf(request, 'exchangeToken');
    const till = this.tokens.get(token);
    this.tokens.delete(token);
    if (till === undefined || till < this.clock.now())
      throw new Refusal('INVALID_EXCHANGE_TOKEN', 'Érvénytelen token!');
    const operations = partOf(request, 'invoiceOperations')!.children.filter(
      ({ name }) => name === 'invoiceOperation',
    );
    if (operations.length > 1)
      throw new Refusal('INVALID_REQUEST', 'this emulator takes one invoice at a time');
    const [one] = operations;
    const bytes = Buffer.from(textOf(one!, 'invoiceData'), 'base64');
    const operation = textOf(one!, 'invoiceOperation');
    const read = invoiceProblem(bytes, operation, this.invoices, this.user.taxpayerId);
    const transactionId = randomBytes(8).toString('hex').toUpperCase();
    const problem = 'problem' in read ? read.problem : null;
    if ('number' in read)
      this.invoices.push({ ...read, operation, xml: bytes.toString('utf8'), transactionId });
    this.transactions.set(transactionId, { left: this.processing, problem });
    return `<transactionId>${transactionId}</transactionId>`;
  }

  private status(id: string): string {
    const transaction = this.transactions.get(id);
    if (!transaction) return '';
    const isDone = transaction.left === 0;
    if (!isDone) transaction.left -= 1;
    const { problem } = transaction;
    const state = isDone ? (problem ? 'ABORTED' : 'DONE') : 'PROCESSING';
    const message =
      isDone && problem
        ? `<businessValidationMessages><validationResultCode>ERROR</validationResultCode>` +
          `<validationErrorCode>${problem.code}</validationErrorCode><message>${escaped(problem.text)}</message></businessValidationMessages>`
        : '';
    return (
      `<processingResults><processingResult><index>1</index><invoiceStatus>${state}</invoiceStatus>${message}` +
      `<compressedContentIndicator>false</compressedContentIndicator></processingResult>` +
      `<originalRequestVersion>3.0</originalRequestVersion></processingResults>`
    );
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

function digest(algorithm: 'sha512' | 'sha3-512', text: string): string {
  return createHash(algorithm).update(text).digest('hex').toUpperCase();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').slice(0, 500) || '-';
}
