/** Conversations with NAV Online Számla: one signed request and its answer, strictly read. */
import { randomBytes } from 'node:crypto';
import { cleaned } from '../../base/clean.ts';
import { exchange } from '../../base/online/environment.ts';
import { child, children, childText, readXml, type XmlElement } from '../../base/xml-reader.ts';
import { textElement } from '../../base/xml-writer.ts';
import type { CountryServices } from '../../contract/services.ts';
import { decodedToken, invoiceHash, requestSignature, sha512, type InvoiceOperation } from './crypto.ts';
import { ENVIRONMENT, navUrl, type NavLogin } from './login.ts';
import { element, NAMESPACES } from './xml.ts';

/** Who asks, and whom. */
export interface Asking {
  login: NavLogin;
  /** Eight digits. */
  taxpayerId: string;
  /** Of the test system. */
  test: boolean;
  signal: AbortSignal;
}

/** An answer, a refusal by its code, or none that anything may be concluded from, English. */
export type Answer<T> = { answer: T } | { refused: { code: string; text: string } } | { unreachable: string };

/** What became of an invoice that NAV has taken in. */
export type InvoiceStatus =
  | { state: 'waiting' }
  | { state: 'done'; warnings: string[] }
  | { state: 'aborted'; code: string; text: string };

/** How far people are with an annulment. */
export const ANNULMENTS = [
  ...(['NOT_VERIFIABLE', 'VERIFICATION_PENDING', 'VERIFICATION_DONE', 'VERIFICATION_REJECTED'] as const),
];
export type AnnulmentStatus = (typeof ANNULMENTS)[number];

type Operation =
  'tokenExchange' | 'manageInvoice' | 'manageAnnulment' | 'queryTransactionStatus' | 'queryInvoiceData';

/** Codes after which the same request may be sent again. */
const TEMPORARY = new Set([
  'MAINTENANCE_MODE',
  'OPERATION_FAILED',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
]);
const SOFTWARE_ID = 'HU-TILLMARK-000001';
const MOST_WARNINGS = 10;

/** A token for the next request that manages invoices. */
export async function exchangeToken(asking: Asking, services: CountryServices): Promise<Answer<string>> {
  const told = await ask('tokenExchange', '', asking, services);
  if (!('answer' in told)) return told;
  const token = decodedToken(childText(told.answer, 'encodedExchangeToken'), asking.login.exchangeKey);
  const text = 'the token cannot be decrypted: the exchange key is not the one of this technical user';
  return token === null ? { refused: { code: 'EXCHANGE_KEY', text } } : { answer: token };
}

/** An invoice as it is told. */
export interface ToldInvoice {
  operation: InvoiceOperation;
  xml: string;
}

/** Tells invoices, 100 at most; the answer is the id of the transaction, in which they have numbers from 1. */
export async function manageInvoices(
  token: string,
  invoices: readonly ToldInvoice[],
  asking: Asking,
  services: CountryServices,
): Promise<Answer<string>> {
  const told = invoices.map(({ operation, xml }) => ({ operation, data: base64(xml) }));
  const body =
    textElement('exchangeToken', token) +
    element(
      'invoiceOperations',
      textElement('compressedContent', 'false'),
      ...told.map(({ operation, data }, i) =>
        element(
          'invoiceOperation',
          textElement('index', String(i + 1)),
          textElement('invoiceOperation', operation),
          textElement('invoiceData', data),
        ),
      ),
    );
  const hashes = told.map(({ operation, data }) => invoiceHash(operation, data));
  return transactionOf(await ask('manageInvoice', body, asking, services, hashes));
}

/** Asks for the technical annulment of what was told of an invoice; the answer is the id of the transaction. */
export async function manageAnnulment(
  token: string,
  xml: string,
  asking: Asking,
  services: CountryServices,
): Promise<Answer<string>> {
  const data = base64(xml);
  const body =
    textElement('exchangeToken', token) +
    element(
      'annulmentOperations',
      element(
        'annulmentOperation',
        textElement('index', '1'),
        textElement('annulmentOperation', 'ANNUL'),
        textElement('invoiceAnnulment', data),
      ),
    );
  return transactionOf(await ask('manageAnnulment', body, asking, services, [invoiceHash('ANNUL', data)]));
}

function base64(xml: string): string {
  return Buffer.from(xml, 'utf8').toString('base64');
}

function transactionOf(told: Answer<XmlElement>): Answer<string> {
  if (!('answer' in told)) return told;
  const id = childText(told.answer, 'transactionId');
  return /^[+\w]{1,30}$/.test(id) ? { answer: id } : { unreachable: 'its transaction id is none' };
}

/** What became of a transaction. */
export interface Transaction {
  /** Of each invoice, by its number from 1. */
  invoices: ReadonlyMap<number, InvoiceStatus>;
  /** Of an annulment: how far people are with it; null for what is none. */
  annulment: AnnulmentStatus | null;
}

/** Asks what became of a transaction. */
export async function transactionStatus(
  id: string,
  asking: Asking,
  services: CountryServices,
): Promise<Answer<Transaction>> {
  const told = await ask('queryTransactionStatus', textElement('transactionId', id), asking, services);
  if (!('answer' in told)) return told;
  const list = child(told.answer, 'processingResults');
  const results = children(list, 'processingResult');
  const invoices = new Map(results.map((one) => [Number(childText(one, 'index')), statusOf(one)]));
  if (invoices.size === 0 || invoices.size !== results.length)
    return { unreachable: 'it does not know the transaction' };
  const verified = childText(child(list, 'annulmentData'), 'annulmentVerificationStatus');
  return { answer: { invoices, annulment: ANNULMENTS.find((one) => one === verified) ?? null } };
}

function statusOf(result: XmlElement): InvoiceStatus {
  const messages = [
    ...children(result, 'technicalValidationMessages'),
    ...children(result, 'businessValidationMessages'),
  ].map((one) => ({
    isError: childText(one, 'validationResultCode') !== 'WARN',
    code: cleaned(childText(one, 'validationErrorCode'), []),
    text: cleaned(childText(one, 'message'), []),
  }));
  switch (childText(result, 'invoiceStatus')) {
    case 'DONE': {
      const warnings = messages.map(({ code, text }) => `${code} ${text}`).slice(0, MOST_WARNINGS);
      return { state: 'done', warnings };
    }
    case 'ABORTED': {
      const { code = '', text = '' } = messages.find(({ isError }) => isError) ?? {};
      return { state: 'aborted', code, text };
    }
    default:
      return { state: 'waiting' };
  }
}

/** What NAV has of an invoice; null when it has none of this number. */
export async function storedInvoice(
  number: string,
  asking: Asking,
  services: CountryServices,
): Promise<Answer<{ xml: string; transactionId: string } | null>> {
  const query = element(
    'invoiceNumberQuery',
    textElement('invoiceNumber', number),
    textElement('invoiceDirection', 'OUTBOUND'),
  );
  const told = await ask('queryInvoiceData', query, asking, services);
  if (!('answer' in told)) return told;
  const result = child(told.answer, 'invoiceDataResult');
  if (!result) return { answer: null };
  const xml = Buffer.from(childText(result, 'invoiceData'), 'base64').toString('utf8');
  return { answer: { xml, transactionId: childText(child(result, 'auditData'), 'transactionId') } };
}

async function ask(
  operation: Operation,
  body: string,
  asking: Asking,
  services: CountryServices,
  hashes: readonly string[] = [],
): Promise<Answer<XmlElement>> {
  const { test, signal } = asking;
  const sent = await exchange(
    {
      ...{ name: 'NAV', test, trusted: [], signal },
      url: navUrl(operation, test, ENVIRONMENT.other(services)),
      headers: { 'content-type': 'application/xml; charset=utf-8', accept: 'application/xml' },
      body: requestXml(operation, body, asking, services, hashes),
    },
    services,
  );
  return 'unreachable' in sent ? sent : readAnswer(sent.body, operation);
}

/** A request around its body. */
function requestXml(
  operation: Operation,
  body: string,
  { login, taxpayerId }: Asking,
  services: CountryServices,
  hashes: readonly string[],
): string {
  const now = services.clock.now();
  const requestId = `T${now.toString(36).toUpperCase()}${randomBytes(8).toString('hex').toUpperCase()}`;
  const timestamp = new Date(now).toISOString();
  const signature = requestSignature({ requestId, timestamp }, login.signKey, hashes);
  const common = (name: string, text: string) => textElement(`common:${name}`, text);
  const hash = (name: string, type: string, text: string) =>
    textElement(`common:${name} cryptoType="${type}"`, text);
  const { product, version, producer } = services.program();
  const root = `${operation[0]!.toUpperCase()}${operation.slice(1)}Request`;
  return `<?xml version="1.0" encoding="UTF-8"?>${element(
    `${root} xmlns="${NAMESPACES.api}" xmlns:common="${NAMESPACES.common}"`,
    element(
      'common:header',
      ...[common('requestId', requestId), common('timestamp', timestamp)],
      ...[common('requestVersion', '3.0'), common('headerVersion', '1.0')],
    ),
    element(
      'common:user',
      common('login', login.user),
      hash('passwordHash', 'SHA-512', sha512(login.password)),
      common('taxNumber', taxpayerId),
      hash('requestSignature', 'SHA3-512', signature),
    ),
    element(
      'software',
      textElement('softwareId', SOFTWARE_ID),
      textElement('softwareName', product.slice(0, 50)),
      textElement('softwareOperation', 'LOCAL_SOFTWARE'),
      textElement('softwareMainVersion', version.slice(0, 15)),
      textElement('softwareDevName', producer.name.slice(0, 512) || product),
      textElement('softwareDevContact', producer.name.slice(0, 200) || product),
    ),
    body,
  )}`;
}

/** Reads an answer: of this operation, or an error. */
export function readAnswer(body: Buffer, operation: Operation): Answer<XmlElement> {
  const read = readXml(body);
  if ('problem' in read) return { unreachable: `the answer cannot be read: ${read.problem}` };
  const { root } = read;
  const result = child(root, 'result') ?? root;
  const funcCode = childText(result, 'funcCode');
  if (funcCode === 'ERROR') {
    const code = cleaned(childText(result, 'errorCode'), []);
    const text = cleaned(childText(result, 'message'), []);
    return TEMPORARY.has(code) || code === ''
      ? { unreachable: `${code} ${text}` }
      : { refused: { code, text } };
  }
  const name = `${operation[0]!.toUpperCase()}${operation.slice(1)}Response`;
  if (funcCode !== 'OK' || root.name !== name || root.namespace !== NAMESPACES.api)
    return { unreachable: 'the answer is to something else' };
  return { answer: root };
}
