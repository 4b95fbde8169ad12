/** The answers of both services. Return codes are FinanzOnline's, the German sentences the emulator's own. */
import type { Check } from './check.ts';
import type { Stored } from './registry.ts';
import { RKDB_NS, SESSION_NS } from './schema.ts';
import { viennaTime } from './time.ts';
import { branch, envelope, leaf } from '../xml.ts';

const SESSION_MESSAGES: Readonly<Record<string, string>> = {
  '-1': 'Die Session ist ungültig oder abgelaufen.',
  '-2': 'Das Webservice wird gewartet.',
  '-3': 'Technischer Fehler.',
  '-4': 'Die Zugangsdaten sind ungültig.',
  '-5': 'Der Benutzer ist nach mehreren Fehlversuchen gesperrt.',
  '-6': 'Der Benutzer ist gesperrt.',
  '-7': 'Der Benutzer ist kein Webservice-Benutzer.',
  '-8': 'Der Teilnehmer ist gesperrt.',
};

const MESSAGES: Readonly<Record<string, string>> = {
  ...SESSION_MESSAGES,
  '-4': 'Der Teilnehmer darf diese Funktion nicht nutzen.',
  '4': 'Beim Vertrauensdiensteanbieter gibt es kein Zertifikat mit dieser Seriennummer.',
  '5': 'Das Zertifikat hat keinen gültigen Status.',
  '6': 'Im Zertifikat fehlt die Kennung für Registrierkasseninhaber.',
  '7': 'Das Zertifikat ist einem anderen Unternehmen zugeordnet.',
  '9': 'Das Zertifikat ist fehlerhaft.',
  '14': 'Der Vertrauensdiensteanbieter antwortet zurzeit nicht.',
  '36': 'Dieser Vertrauensdiensteanbieter ist nicht zulässig.',
  '41': 'Das Zertifikat ist noch nicht oder nicht mehr gültig.',
  '43': 'Der Beleg ist fehlerhaft.',
  '998': 'Der Status kann nicht asynchron abgefragt werden.',
  '999': 'AT9 ist nur bei Testübermittlungen zulässig.',
  B1: 'Eine Registrierkasse mit dieser Kassenidentifikationsnummer ist schon registriert.',
  B5: 'Der Zeitpunkt liegt vor der letzten Statusänderung.',
  B6: 'Die Außerbetriebnahme ist schon erfolgt.',
  B7: 'Es gibt keine Signaturerstellungseinheit in Betrieb.',
  B9: 'Nur eine Registrierkasse in Betrieb kann ausfallen.',
  B10: 'Diese Signaturerstellungseinheit ist schon gespeichert.',
  B13: 'Dieser Status ist schon gesetzt.',
  B19: 'Nur eine Signaturerstellungseinheit in Betrieb kann ausfallen.',
  B20: 'Diese Begründung gilt hier nicht.',
  B21: 'Der Zeitpunkt liegt in der Zukunft.',
  B22: 'Dieser Status ist nicht möglich.',
  B32: 'Die Kasse ist nicht registriert oder außer Betrieb.',
  B33: 'Die Seriennummer ist nicht registriert oder außer Betrieb.',
  B35: 'Diese Begründung gibt es nicht.',
};

/** `loginResponse`; `id` is empty when the login was refused. */
export function loginAnswer(id: string, code: string): string {
  return session('loginResponse', id === '' ? '' : leaf('id', id), code);
}

/** `logoutResponse`. */
export function logoutAnswer(code: string): string {
  return session('logoutResponse', '', code);
}

/** What a result has besides its code. */
export interface Extra {
  /** A status query that found something. */
  status?: Stored;
  /** A receipt check. */
  check?: Check;
  /** Comes back as it was sent. */
  customer?: string;
}

/** `rkdbResponse` with one result. */
export function registerAnswer(
  packet: string,
  created: string,
  entry: string,
  code: string,
  { status, check, customer = '' }: Extra,
  now: number,
): string {
  const result = branch(
    'ns0:result',
    leaf('ns0:satznr', entry),
    customer === '' ? '' : leaf('ns0:kundeninfo', customer),
    branch('ns0:rkdbMessage', leaf('ns0:rc', code), leaf('ns0:msg', MESSAGES[code] ?? '')),
    check ? branch('ns0:verificationResultList', tree(check, now)) : '',
    status ? branch('ns0:abfrage_ergebnis', ...statusFields(status)) : '',
  );
  const head = leaf('ns0:paket_nr', packet) + leaf('ns0:ts_erstellung', created);
  return envelope(`<ns0:rkdbResponse xmlns:ns0="${RKDB_NS}">${head}${result}</ns0:rkdbResponse>`);
}

/** A SOAP fault; a detail is the complaint of the schema. */
export function faultAnswer(code: 'Client' | 'Server', text: string, detail = ''): string {
  const error =
    detail === ''
      ? ''
      : branch('detail', leaf('fon:ValidationError', detail, 'xmlns:fon="https://finanzonline.bmf.gv.at"'));
  return envelope(
    branch('SOAP-ENV:Fault', leaf('faultcode', `SOAP-ENV:${code}`), leaf('faultstring', text), error),
  );
}

/** These lie in no namespace, unlike all others. */
function statusFields({ registered, state, since }: Stored): string[] {
  return [
    leaf('ts_registrierung', viennaTime(registered)),
    leaf('status', state),
    leaf('ts_status', viennaTime(since)),
  ];
}

function tree({ id, name, state, message, inner }: Check, now: number): string {
  return branch(
    'ns0:verificationResult',
    leaf('ns0:verificationId', id),
    leaf('ns0:version', '1'),
    leaf('ns0:verificationName', name),
    leaf('ns0:verificationState', state),
    message === '' ? '' : leaf('ns0:verificationResultDetailedMessage', message),
    leaf('ns0:verificationTimestamp', viennaTime(now)),
    inner.length === 0 ? '' : branch('ns0:verificationResultList', ...inner.map((c) => tree(c, now))),
  );
}

function session(name: string, first: string, code: string): string {
  const message = code === '0' ? '' : leaf('msg', SESSION_MESSAGES[code] ?? '');
  return envelope(`<${name} xmlns="${SESSION_NS}">${first}${leaf('rc', code)}${message}</${name}>`);
}
