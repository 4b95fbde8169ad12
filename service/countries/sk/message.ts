/** Messages to eKasa: receipts and places, version 2 of the interface. */
import { SOAP12_NAMESPACE } from '../base/soap.ts';
import { signedBodyEnvelope } from '../base/ws-security.ts';
import { escapeXml } from '../base/xml-writer.ts';
import type { CompanyCertificate } from '../base/online/company-certificate.ts';
import { okpOf } from './pkp.ts';
import type { SkReceipt } from './receipt-data.ts';

/** Namespace of messages. */
export const NAMESPACE = 'http://financnasprava.sk/ekasa/schema/v2';

/** What every message begins with. */
export interface Header {
  /** UUID version 4; another one for each try. */
  id: string;
  /** When it is sent, with offset. */
  time: string;
  /** Which try it is, from 1. */
  count: number;
  /** Of the program, 40 hex digits. */
  swId: string;
}

/** Where a register of the kind PORTABLE is: longitude and latitude, an address, or words. */
export type Place =
  { gps: { x: string; y: string } } | { address: Record<string, string> } | { other: string };

/** The message of a receipt, not signed yet. */
export function receiptMessage(header: Header, { data, items, pkp }: SkReceipt): string {
  const list =
    items.length === 0
      ? ''
      : `<ekasa:Items>${items.map((item) => element('Item', item)).join('')}</ekasa:Items>`;
  const codes =
    `<ekasa:PKP cipher="RSA2048" digest="SHA256" encoding="base64">${pkp}</ekasa:PKP>` +
    `<ekasa:OKP digest="SHA1" encoding="base16">${okpOf(pkp)}</ekasa:OKP>`;
  return request('RegisterReceiptRequest', [
    element('Header', { ...headerValues(header), Exception: 'false' }),
    element('ReceiptData', data, list),
    `<ekasa:ValidationCode>${codes}</ekasa:ValidationCode>`,
  ]);
}

/** The message of a place, not signed yet. @param data whose register is there from when */
export function locationMessage(
  header: Header,
  data: { CashRegisterCode: string; CreateDate: string; Dic: string },
  place: Place,
): string {
  const inner =
    'gps' in place
      ? element('Gps', { AxisX: place.gps.x, AxisY: place.gps.y })
      : 'address' in place
        ? element('PhysicalAddress', place.address)
        : `<ekasa:Other>${escapeXml(place.other)}</ekasa:Other>`;
  return request('RegisterLocationRequest', [
    element('Header', headerValues(header)),
    element('LocationData', data, `<ekasa:Location>${inner}</ekasa:Location>`),
  ]);
}

/** The envelope with a message, signed. */
export function signedMessage(message: string, certificate: CompanyCertificate): string {
  return signedBodyEnvelope(message, certificate, SOAP12_NAMESPACE);
}

function headerValues({ id, time, count, swId }: Header): Record<string, string> {
  return { RequestDate: time, SendingCount: String(count), SwId: swId, Uuid: id };
}

function request(name: string, parts: readonly string[]): string {
  return `<ekasa:${name} xmlns:ekasa="${NAMESPACE}">${parts.join('')}</ekasa:${name}>`;
}

function element(name: string, values: Readonly<Record<string, string>>, inner = ''): string {
  const written = Object.entries(values).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<ekasa:${name}${written.join('')}${inner === '' ? '/>' : `>${inner}</ekasa:${name}>`}`;
}
