/**
 * The schemas of both services, as far as they are published: which elements in
 * which order, with which texts. Lengths of register id, notes and customer info
 * are not published; those here are guesses.
 */
import {
  anyOf,
  check,
  group,
  isBoolean,
  length,
  many,
  one,
  optional,
  text,
  type Declaration,
} from '../schema.ts';
import type { Element } from '../xml.ts';

/** Namespace of the session service. */
export const SESSION_NS = 'https://finanzonline.bmf.gv.at/fon/ws/session';
/** Namespace of the cash register service. */
export const RKDB_NS = 'https://finanzonline.bmf.gv.at/rkdb';

const tid = text('tid', /^[0-9A-Za-z]{8,12}$/);
const id = text('id', /^[0-9A-Za-z]{10,24}$/);
const benid = text('benid', /^[0-9A-Za-z]{5,12}$/);
const satznr = text('satznr', /^0*[1-9][0-9]{0,8}$/);
const paket_nr = text('paket_nr', /^0*[1-9][0-9]{0,8}$/);
const ts_erstellung = text('ts_erstellung', isDateTime);
const fastnr = text('fastnr', /^[0-9]{1,9}$/);
const kundeninfo = text('kundeninfo', length(1, 256));
const kasse = text('kassenidentifikationsnummer', (t) => length(1, 50)(t) && !/[_\r\n\t]/.test(t));
const seriennummer: Declaration = {
  ...text('zertifikatsseriennummer', /^[0-9A-Fa-f]{1,50}$/),
  attributes: { hex: isBoolean },
};
const begruendung = text('begruendung', /^[0-9]{1,4}$/);
const head = [one(satznr), optional(kundeninfo)];
const ausfall = group('ausfall', one(begruendung), one(text('beginn_ausfall', isDateTime)));
const ende = group('ausserbetriebnahme', one(begruendung));
const end = one(text('ende_ausfall', isDateTime));

const status = (name: string, what: Declaration) =>
  group(name, optional(fastnr), one(paket_nr), one(ts_erstellung), one(satznr), one(what));

const rkdb = group(
  'rkdb',
  optional(fastnr),
  one(paket_nr),
  one(ts_erstellung),
  anyOf(
    many(
      group(
        'registrierung_se',
        ...head,
        one(text('art_se', /^(SIGNATURKARTE|EIGENES_HSM|HSM_DIENSTLEISTER)$/)),
        one(text('vda_id', /^[A-Z]{2}[1-9][0-9]?$/)),
        anyOf(one(seriennummer), one(text('zertifikat', length(1, 10_000)))),
      ),
      2000,
    ),
    many(
      group(
        'registrierung_kasse',
        ...head,
        one(kasse),
        optional(text('anmerkung', length(1, 256))),
        one(text('benutzerschluessel', /^[0-9a-zA-Z+/=]{44}$/)),
      ),
      4000,
    ),
    many(group('ausfall_se', ...head, one(seriennummer), anyOf(one(ausfall), one(ende))), 4000),
    many(group('wiederinbetriebnahme_se', ...head, one(seriennummer), end), 4000),
    many(group('ausfall_kasse', ...head, one(kasse), anyOf(one(ausfall), one(ende))), 4000),
    many(group('wiederinbetriebnahme_kasse', ...head, one(kasse), end), 4000),
    one(
      group(
        'belegpruefung',
        ...head,
        one(text('beleg', (t) => length(100, 1000)(t) && /^(_[^_]+){13}$/.test(t))),
      ),
    ),
  ),
);

const ROOTS: Readonly<Record<string, { namespace: string; root: Declaration }>> = {
  login: {
    namespace: SESSION_NS,
    root: group(
      'loginRequest',
      one(tid),
      one(text('benid', length(5, 12))),
      one(text('pin', length(5, 128))),
      one(text('herstellerid', /^[0-9A-Za-z]{10,24}$/)),
    ),
  },
  logout: { namespace: SESSION_NS, root: group('logoutRequest', one(tid), one(benid), one(id)) },
  rkdb: {
    namespace: RKDB_NS,
    root: group(
      'rkdbRequest',
      one(tid),
      one(benid),
      one(id),
      one(text('art_uebermittlung', /^[TP]$/)),
      optional(text('erzwinge_asynchron', isBoolean)),
      anyOf(one(status('status_kasse', kasse)), one(status('status_see', seriennummer)), one(rkdb)),
    ),
  },
};

/** What is wrong with the request of an operation (`login`, `logout`, `rkdb`); null when it is valid. */
export function complaint(operation: string, request: Element): string | null {
  const { namespace, root } = ROOTS[operation]!;
  if (request.name !== root.name) return `element ${request.name} is not the request of ${operation}`;
  return check(request, root, namespace);
}

/** `xs:dateTime` with a real day; without a zone it means Austrian time. */
function isDateTime(value: string): boolean {
  const m = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?$/.exec(value);
  if (!m || Number(m[2]) > 23 || Number(m[3]) > 59 || Number(m[4]) > 59) return false;
  const day = new Date(`${m[1]}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(m[1]!);
}
