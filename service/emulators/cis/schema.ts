/**
 * The messages of the CIS, schema 1.9: which elements in which order, with which
 * texts. Where the schema takes more than its own documentation (any three
 * characters between the parts of a date, months of 31 days each), this is stricter.
 */
import { anyOf, check, group, length, many, one, optional, text, upTo, type Declaration } from '../schema.ts';
import type { Element } from '../xml.ts';
import { dayOf, timeOf } from './time.ts';

/** Namespace of all messages. */
export const NAMESPACE = 'http://www.apis-it.hr/fin/2012/types/f73';
const SIGNATURE_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';
const SERVICE = 'http://e-porezna.porezna-uprava.hr/fiskalizacija/2012/services/FiskalizacijaService';
const ENDLESS = Infinity;

const isBoolean = (t: string) => /^\s*(true|false|0|1)\s*$/.test(t);
const PAYMENT = /^[GKTO]$/;
const AMOUNT = /^[+-]?[0-9]{1,15}\.[0-9]{2}$/;
const RATE = /^[+-]?[0-9]{1,3}\.[0-9]{2}$/;
const OIB_FORM = /^[0-9]{11}$/;
const isTime = (t: string) => timeOf(t) !== null;
const isDay = (t: string) => dayOf(t) !== null;
const HOUR = /^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$/;

const premises = text('OznPosPr', /^[0-9a-zA-Z]{1,20}$/);
const oib = text('Oib', OIB_FORM);
const operator = text('OibOper', OIB_FORM);
const SIGNATURE: Declaration = { name: 'Signature', foreign: SIGNATURE_NAMESPACE };

const header = group(
  'Zaglavlje',
  one(text('IdPoruke', /^[a-f0-9]{8}(-[a-f0-9]{4}){3}-[a-f0-9]{12}$/)),
  one(text('DatumVrijeme', isTime)),
);
const tax = group(
  'Porez',
  one(text('Stopa', RATE)),
  one(text('Osnovica', AMOUNT)),
  one(text('Iznos', AMOUNT)),
);
const namedTax = group('Porez', one(text('Naziv', length(1, 100))), ...tax.content!);

/** A receipt; what some operations add stands at its end. */
const receipt = (...more: readonly Declaration[]) =>
  group(
    'Racun',
    one(oib),
    one(text('USustPdv', isBoolean)),
    one(text('DatVrijeme', isTime)),
    one(text('OznSlijed', /^[NP]$/)),
    one(
      group(
        'BrRac',
        one(text('BrOznRac', /^[0-9]{1,20}$/)),
        one(premises),
        one(text('OznNapUr', /^[0-9]{1,20}$/)),
      ),
    ),
    optional(group('Pdv', many(tax, ENDLESS))),
    optional(group('Pnp', many(tax, ENDLESS))),
    optional(group('OstaliPor', many(namedTax, ENDLESS))),
    optional(text('IznosOslobPdv', AMOUNT)),
    optional(text('IznosMarza', AMOUNT)),
    optional(text('IznosNePodlOpor', AMOUNT)),
    optional(
      group(
        'Naknade',
        many(group('Naknada', one(text('NazivN', length(1, 100))), one(text('IznosN', AMOUNT))), ENDLESS),
      ),
    ),
    one(text('IznosUkupno', AMOUNT)),
    one(text('NacinPlac', PAYMENT)),
    one(operator),
    one(text('ZastKod', /^[a-f0-9]{32}$/)),
    one(text('NakDost', isBoolean)),
    optional(text('ParagonBrRac', length(1, 100))),
    optional(text('SpecNamj', length(1, 1000))),
    optional(text('OibPrimateljaRacuna', OIB_FORM)),
    ...more.map(one),
  );
const payment = text('PromijenjeniNacinPlac', PAYMENT);
const recipient = text('PromijenjeniOibPrimateljaRacuna', /^([0-9]{11})?$/);
const tip = group(
  'Napojnica',
  one(text('iznosNapojnice', AMOUNT)),
  one(text('nacinPlacanjaNapojnice', PAYMENT)),
);

const hours = [one(text('RadnoVrijemeOd', HOUR)), one(text('RadnoVrijemeDo', HOUR))];
const weekday = text('DanUTjednu', /^[1-8]$/);
const part = text('DioDvokratnog', /^[12]$/);
const regular = group(
  'Redovno',
  one(text('DatumOd', isDay)),
  optional(text('DatumDo', isDay)),
  optional(text('Napomena', length(1, 200))),
  anyOf(
    one(group('PoDogovoru', one(text('RedovnoPoDogovoru', /^(DA)?$/)))),
    many(group('Jednokratno', one(weekday), ...hours), 8),
    many(group('Dvokratno', optional(weekday), one(part), ...hours), 16),
    many(group('ParniNeparni', one(weekday), one(text('ParNepar', /^[PN]$/)), ...hours), 16),
  ),
);
const exception = group(
  'Iznimke',
  one(text('Datum', isDay)),
  anyOf(one(group('Jednokratno', ...hours)), {
    element: group('Dvokratno', one(part), ...hours),
    min: 2,
    max: 2,
  }),
);
const place = (what: Declaration) =>
  group('PoslovniProstor', one(oib), one(premises), one(what), one(operator));

/** An operation of the service. */
export interface Operation {
  name: string;
  /** Element of the answer. */
  answer: string;
  /** What the header `SOAPAction` may be. */
  actions: readonly string[];
  request: Declaration;
}

const operation = (name: string, ...content: Declaration[]): Operation => {
  const message = name[0]!.toUpperCase() + name.slice(1);
  const element = name === 'racuni' ? 'Racun' : message;
  return {
    name,
    answer: `${element}Odgovor`,
    // The WSDL of 1.9 has the action of another operation at this one.
    actions: [name, ...(name === 'prijaviRadnoVrijeme' ? ['promijeniPodatkeRacuna'] : [])].map(
      (action) => `${SERVICE}/${action}`,
    ),
    request: {
      ...group(`${element}Zahtjev`, one(header), ...content.map(one), optional(SIGNATURE)),
      attributes: { Id: () => true },
    },
  };
};

const OPERATIONS: readonly Operation[] = [
  operation('racuni', receipt()),
  operation('provjera', receipt()),
  operation('promijeniNacPlac', receipt(payment)),
  operation('promijeniPodatkeRacuna', receipt(payment, recipient)),
  operation('napojnica', receipt(tip)),
  operation('prijaviRadnoVrijeme', place(group('RadnoVrijeme', upTo(regular, 3), upTo(exception, 10)))),
  operation(
    'obrisiRadnoVrijeme',
    place(
      group(
        'BrisanjeRadnogVremena',
        upTo(group('Redovno', one(text('DatumOd', isDay))), 3),
        upTo(group('Iznimke', one(text('Datum', isDay))), 10),
      ),
    ),
  ),
  operation(
    'dohvatiRadnoVrijeme',
    oib,
    premises,
    text('VrstaRadnogVremena', /^(REDOVNO|IZNIMKE|SVE)$/),
    operator,
  ),
  {
    name: 'echo',
    answer: 'EchoResponse',
    actions: [`${SERVICE}/echo`],
    request: text('EchoRequest', () => true),
  },
];

/** The operation that a message asks for; undefined for anything else. */
export function operationOf(message: Element): Operation | undefined {
  return message.namespace === NAMESPACE
    ? OPERATIONS.find(({ request }) => request.name === message.name)
    : undefined;
}

/** What is wrong with a message; null when it is as the schema has it. */
export function complaint({ request }: Operation, message: Element): string | null {
  return check(message, request, NAMESPACE);
}
