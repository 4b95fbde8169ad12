/**
 * The requests of the cash register web service (`rkdb`): what can be reported,
 * checked by the rules of regKasse.xsd as far as they are known, and written in
 * the order that the schema wants.
 *
 * Certain, from types generated from the WSDL and from recorded traffic: names,
 * order and choice of the elements, the enumerations, one kind of report per
 * packet, UTC times, `hex="true"`. From descriptions of the schema: the patterns
 * of provider, serial number, key and receipt. Not known: the longest register
 * id and note; {@link MAX_REGISTER_ID} and {@link MAX_NOTE} are careful guesses.
 *
 * Left out on purpose: `fastnr` (representatives), `kundeninfo` (comes back in
 * protocols only), several reports in one packet and `erzwinge_asynchron` (their
 * results go to the DataBox, which no register reads), closed systems (`_ggs`).
 */
import type { Credentials, Packet } from './access.ts';
import { writeEnvelope } from '../../base/soap.ts';
import { textElement } from '../../base/xml-writer.ts';

/** Namespace of the cash register service. */
const REGISTER_NAMESPACE = 'https://finanzonline.bmf.gv.at/rkdb';

/** Longest Kassenidentifikationsnummer: that of a register has 49 characters at most. */
export const MAX_REGISTER_ID = 50;

/** Longest note (`anmerkung`); what is longer is cut off. */
export const MAX_NOTE = 100;

/** A signature creation unit: card, own HSM, or the HSM of a service. */
export type UnitType = 'SIGNATURKARTE' | 'EIGENES_HSM' | 'HSM_DIENSTLEISTER';

/** A signature creation unit to be registered. */
export interface UnitRegistration {
  type: UnitType;
  /** Trust service provider (`vda_id`): `AT1` A-Trust, `AT2`... `AT9` in tests only. */
  provider: string;
  /** The certificate by its serial number (hexadecimal, no `0x`), or the certificate itself, Base64 of DER. */
  certificate: { serial: string } | { der: string };
}

/** A register to be registered. */
export interface RegisterRegistration {
  /** Kassenidentifikationsnummer: part of every receipt, unique in the company, no underscore. */
  register: string;
  /** The AES-256 key that turnover counters are encrypted with, Base64 (44 characters). Secret. */
  key: string;
  /** For people, e.g. the name of the shop. */
  note?: string;
}

/** Names a unit or a register. */
export type Subject =
  /** Serial number of the unit's certificate, hexadecimal. */
  | { serial: string }
  /** Kassenidentifikationsnummer. */
  | { register: string };

/** Reasons of an outage: 1 theft or loss, 2 the unit does not sign or signs wrongly, 99 other. */
export type UnitOutageReason = 1 | 2 | 99;
/** Reasons of an outage: 1 theft or loss, 5 sales or receipts cannot be made correctly, 99 other. */
export type RegisterOutageReason = 1 | 5 | 99;
/** Reasons of an end for good: 6 as planned, 7 damaged beyond repair. */
export type RetirementReason = 6 | 7;

/** A request without login and packet: its kind, and its parts in order. */
export interface Request {
  kind: RequestKind;
  /** XML of the fields after `satznr`. */
  fields: string;
  /** Values that must not show up anywhere else. */
  secrets: readonly string[];
}

/** Names of the elements that carry requests; for a retirement there is no element of its own. */
export type RequestKind =
  | 'registrierung_se'
  | 'registrierung_kasse'
  | 'ausfall_se'
  | 'ausfall_kasse'
  | 'wiederinbetriebnahme_se'
  | 'wiederinbetriebnahme_kasse'
  | 'belegpruefung'
  | 'status_see'
  | 'status_kasse';

/** English text about what breaks the rules. */
export interface WrongRequest {
  problem: string;
}

const PROVIDER = /^[A-Z]{2}[1-9][0-9]?$/;
const SERIAL = /^[0-9A-Fa-f]{1,50}$/;
const KEY = /^[0-9A-Za-z+/]{43}=$/;
const BASE64 = /^(?:[0-9A-Za-z+/]{4})+(?:[0-9A-Za-z+/]{2}==|[0-9A-Za-z+/]{3}=)?$/;
/** Any control character, blanks of all kinds but the plain one, and the separator of receipts. */
const UNFIT_FOR_ID = /[_\p{C}\p{Zl}\p{Zp}]/u;
const RECEIPT = /^(_[^_]+){13}$/;

/** `registrierung_se`. */
export function unitRegistration({ type, provider, certificate }: UnitRegistration): Request | WrongRequest {
  if (!PROVIDER.test(provider)) return { problem: `the provider ${provider} is none like AT1` };
  if ('serial' in certificate && !SERIAL.test(certificate.serial)) return wrongSerial(certificate.serial);
  if ('der' in certificate && !BASE64.test(certificate.der)) {
    return { problem: 'the certificate is not Base64' };
  }
  return request(
    'registrierung_se',
    textElement('art_se', type),
    textElement('vda_id', provider),
    'serial' in certificate ? serialElement(certificate.serial) : textElement('zertifikat', certificate.der),
  );
}

/** `registrierung_kasse`. */
export function registerRegistration({ register, key, note }: RegisterRegistration): Request | WrongRequest {
  const wrong = wrongRegister(register);
  if (wrong) return wrong;
  if (!KEY.test(key) || Buffer.from(key, 'base64').length !== 32) {
    return { problem: 'the AES key is not Base64 of 32 bytes' };
  }
  const cut = [...(note ?? '').trim()].slice(0, MAX_NOTE).join('').trim();
  return {
    ...request(
      'registrierung_kasse',
      textElement('kassenidentifikationsnummer', register),
      cut === '' ? '' : textElement('anmerkung', cut),
      textElement('benutzerschluessel', key),
    ),
    secrets: [key],
  };
}

/**
 * `ausfall_se` or `ausfall_kasse`: cannot be used since a time.
 * @param since milliseconds since 1970, not in the future
 */
export function outage(
  subject: Subject,
  reason: UnitOutageReason | RegisterOutageReason,
  since: number,
): Request | WrongRequest {
  const allowed: readonly number[] = 'serial' in subject ? [1, 2, 99] : [1, 5, 99];
  if (!allowed.includes(reason)) return { problem: `there is no reason ${reason} for this outage` };
  return aboutSubject(subject, 'ausfall', since, (time) =>
    nested('ausfall', textElement('begruendung', String(reason)) + textElement('beginn_ausfall', time)),
  );
}

/** `ausfall_se` or `ausfall_kasse` with `ausserbetriebnahme`: will never be used again, from now on. */
export function retirement(subject: Subject, reason: RetirementReason): Request | WrongRequest {
  return aboutSubject(subject, 'ausfall', 0, () =>
    nested('ausserbetriebnahme', textElement('begruendung', String(reason))),
  );
}

/**
 * `wiederinbetriebnahme_se` or `wiederinbetriebnahme_kasse`: the outage is over.
 * @param since milliseconds since 1970, not in the future and not before the outage
 */
export function recommissioning(subject: Subject, since: number): Request | WrongRequest {
  return aboutSubject(subject, 'wiederinbetriebnahme', since, (time) => textElement('ende_ausfall', time));
}

/** `belegpruefung` of a machine-readable code (all 13 fields). */
export function receiptCheck(code: string): Request | WrongRequest {
  if (code.length < 100 || code.length > 1000 || !RECEIPT.test(code)) {
    return { problem: 'the receipt code has not 13 fields in 100 to 1000 characters' };
  }
  return request('belegpruefung', textElement('beleg', code));
}

/** `status_see` or `status_kasse`. */
export function statusQuery(subject: Subject): Request | WrongRequest {
  if ('serial' in subject) {
    return SERIAL.test(subject.serial)
      ? request('status_see', serialElement(subject.serial))
      : wrongSerial(subject.serial);
  }
  return (
    wrongRegister(subject.register) ??
    request('status_kasse', textElement('kassenidentifikationsnummer', subject.register))
  );
}

/** Why a packet cannot be sent; null when it can. */
export function wrongPacket({ number, mode }: Packet): WrongRequest | null {
  if (!Number.isInteger(number) || number < 1 || number > 999_999_999) {
    return { problem: `the packet number ${number} is not between 1 and 999999999` };
  }
  return mode === 'T' || mode === 'P' ? null : { problem: 'the mode is neither T nor P' };
}

/**
 * The SOAP message.
 * @param session id of the session
 * @param now milliseconds since 1970
 */
export function writeRequest(
  { participant, user }: Pick<Credentials, 'participant' | 'user'>,
  session: string,
  packet: Packet,
  { kind, fields }: Request,
  now: number,
): string {
  const head = textElement('paket_nr', String(packet.number)) + textElement('ts_erstellung', timeText(now));
  const entry = textElement('satznr', '1') + fields;
  return writeEnvelope(
    `<rkdbRequest xmlns="${REGISTER_NAMESPACE}">${[
      textElement('tid', participant),
      textElement('benid', user),
      textElement('id', session),
      textElement('art_uebermittlung', packet.mode),
      kind.startsWith('status_') ? nested(kind, head + entry) : nested('rkdb', head + nested(kind, entry)),
    ].join('')}</rkdbRequest>`,
  );
}

/** UTC without fractions: an `xs:dateTime` that leaves no question about summer time. */
function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** `hex` tells a serial number of digits alone from a decimal one. */
function serialElement(serial: string): string {
  return textElement('zertifikatsseriennummer hex="true"', serial);
}

function nested(name: string, inner: string): string {
  return `<${name}>${inner}</${name}>`;
}

function request(kind: RequestKind, ...fields: string[]): Request {
  return { kind, fields: fields.join(''), secrets: [] };
}

function aboutSubject(
  subject: Subject,
  kind: 'ausfall' | 'wiederinbetriebnahme',
  since: number,
  rest: (time: string) => string,
): Request | WrongRequest {
  // What Date can write with four digits of the year.
  if (!(since >= 0 && since < 253_402_300_800_000)) return { problem: 'the time is none' };
  const time = timeText(since);
  if ('serial' in subject) {
    return SERIAL.test(subject.serial)
      ? request(`${kind}_se`, serialElement(subject.serial), rest(time))
      : wrongSerial(subject.serial);
  }
  const id = textElement('kassenidentifikationsnummer', subject.register);
  return wrongRegister(subject.register) ?? request(`${kind}_kasse`, id, rest(time));
}

function wrongSerial(serial: string): WrongRequest {
  return { problem: `the serial number ${serial} is not hexadecimal` };
}

function wrongRegister(register: string): WrongRequest | null {
  const length = [...register].length;
  if (length === 0 || length > MAX_REGISTER_ID) {
    return { problem: `the register id has not 1 to ${MAX_REGISTER_ID} characters` };
  }
  if (UNFIT_FOR_ID.test(register) || register !== register.trim()) {
    return { problem: 'the register id has characters that no register id may have' };
  }
  return null;
}
