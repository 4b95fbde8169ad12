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

type Operation = 'tokenExchange' | 'manageInvoice' | 'queryTransactionStatus' | 'queryInvoiceData';

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

/** Tells an invoice; the answer is the id of the transaction. */
export async function manageInvoice(
  token: string,
  operation: InvoiceOperation,
  invoice: string,
  asking: Asking,
  services: CountryServices,
): Promise<Answer<string>> {
  const data = Buffer.from(invoice, 'utf8').toString('base64');
  const body =
    textElement('exchangeToken', token) +
    element(
      'invoiceOperations',
      textElement('compressedContent', 'false'),
      element(
        'invoiceOperation',
        textElement('index', '1'),
        textElement('invoiceOperation', operation),
        textElement('invoiceData', data),
      ),
    );
  const told = await ask('manageInvoice', body, asking, services, [invoiceHash(operation, data)]);
  if (!('answer' in told)) return told;
  const id = childText(told.answer, 'transactionId');
  return /^[+\w]{1,30}$/.test(id) ? { answer: id } : { unreachable: 'its transaction id is none' };
}

/** What became of a transaction. */
export async function transactionStatus(
  id: string,
  asking: Asking,
  services: CountryServices,
): Promise<Answer<InvoiceStatus>> {
  const told = await ask('queryTransactionStatus', textElement('transactionId', id), asking, services);
  if (!('answer' in told)) return told;
  const results = children(child(told.answer, 'processingResults'), 'processingResult');
  const [result] = results;
  if (!result || results.length > 1) return { unreachable: 'it does not know the transaction' };
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
      return { answer: { state: 'done', warnings } };
    }
    case 'ABORTED': {
      const { code = '', text = '' } = messages.find(({ isError }) => isError) ?? {};
      return { answer: { state: 'aborted', code, text } };
    }
    default:
      return { answer: { state: 'waiting' } };
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
