/**
 * Goods on their way: where they are loaded and unloaded, when they start, in
 * which vehicle (regime of goods in circulation, Decreto-Lei 147/2003; SAF-T
 * ShipFrom, ShipTo, MovementStartTime). The POS says it in extension attributes
 * of ESR; what it leaves out is presumed as the law presumes it.
 */
import { isCountry } from '../../receipt/iso-countries.ts';
import type { Issue } from '../../receipt/issue.ts';
import { daysBetween, isDateTime } from '../../receipt/time.ts';
import type { CompleteEsr, Customer, Esr, Fis, Tag } from '../../receipt/tra.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import { issue } from './codes.ts';
import { classOf, type DocumentType } from './document.ts';
import { customerCountry } from './tax-id.ts';

/** A place; texts as they were sent or configured, empty where nothing is known. */
export interface Place {
  street: string;
  zip: string;
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** A movement of goods. Times are local, `YYYY-MM-DDThh:mm:ss`. */
export interface Movement {
  start: string;
  /** Empty when it was not said. */
  end: string;
  /** Null when nobody has said it. */
  from: Place | null;
  to: Place | null;
  /** Number plate, empty for none. */
  vehicle: string;
  /** What the authority has answered to the communication of the document, empty for nothing yet. */
  code: string;
}

const PLACES = ['ShipFrom', 'ShipTo'] as const;
const PLACE_FIELDS = ['Adr', 'Zip', 'City', 'Ctry'] as const;
const TIMES = ['PT_MovementStartTime', 'PT_MovementEndTime'] as const;
/** Texts with their most characters; those of addresses are SAF-T's. */
const TEXTS: Readonly<Record<string, number>> = {
  PT_VehicleID: 32,
  PT_ATDocCodeID: 200,
  ...Object.fromEntries(
    PLACES.flatMap((place) => [
      [`PT_${place}Adr`, 210],
      [`PT_${place}Zip`, 20],
      [`PT_${place}City`, 50],
    ]),
  ),
};
const ATTRIBUTES: readonly string[] = [
  ...TIMES,
  'PT_VehicleID',
  'PT_ATDocCodeID',
  ...PLACES.flatMap((place) => PLACE_FIELDS.map((field) => attributeOf(place, field))),
];

/** A start that is no further back was said by a clock that differs, or came in slowly: it is now. */
const DAYS_LATE = 15 / (24 * 60);

type PlaceName = (typeof PLACES)[number];

function attributeOf(place: PlaceName, field: (typeof PLACE_FIELDS)[number]): string {
  return `PT_${place}${field}`;
}

function textOf(values: Esr | Fis, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
}

function isSaid(esr: Esr): boolean {
  return ATTRIBUTES.some((name) => esr[name] !== undefined);
}

/** True for documents that go with goods: transport documents, and invoices that say so (FT, FR). */
function goesWithGoods(esr: Esr, type: DocumentType): boolean {
  return classOf(type) === 'MG' || ((type === 'FT' || type === 'FR') && isSaid(esr));
}

/** Checks the form of what is said of a movement. */
export function checkMovement(esr: Esr, type: DocumentType): Issue[] {
  if (!goesWithGoods(esr, type)) return [];
  const wrong = (name: string, text: string) => issue('#PT_MOVEMENT', `ESR.${name}`, text);
  const issues: Issue[] = [];
  for (const name of ATTRIBUTES) {
    const value = esr[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') issues.push(wrong(name, 'must be a text'));
    else if (TIMES.some((time) => time === name) && !isDateTime(value))
      issues.push(wrong(name, 'must be a date and time YYYY-MM-DDThh:mm:ss without offset'));
    else if (name.endsWith('Ctry') && !isCountry(value))
      issues.push(wrong(name, 'must be the ISO 3166 code of a country, such as PT'));
  }
  for (const [name, most] of Object.entries(TEXTS))
    if (textOf(esr, name).length > most) issues.push(wrong(name, `at most ${most} characters`));
  const [start, end] = TIMES.map((name) => textOf(esr, name)) as [string, string];
  if (issues.length === 0 && end !== '' && start !== '' && end < start)
    issues.push(wrong('PT_MovementEndTime', `is before the start, ${start}`));
  return issues;
}

/**
 * Checks that goods do not start before their document: it has to be issued, and
 * communicated, before. A recovered document was issued before it is entered.
 * @param entry system entry time of the document
 */
export function checkStart(esr: Esr, type: DocumentType, entry: string, recovered: boolean): Issue[] {
  const start = textOf(esr, TIMES[0]);
  if (recovered || start === '' || !goesWithGoods(esr, type)) return [];
  if (daysBetween(start, entry) <= DAYS_LATE) return [];
  const text = `the goods would have started before their document, which is of ${entry}`;
  return [issue('#PT_MOVEMENT', `ESR.${TIMES[0]}`, text)];
}

/**
 * The movement of a document that is issued; null for documents without goods.
 * Without a start it is the time of the document; loading is at the shop, unloading at the customer's.
 */
export function movementOf(
  esr: CompleteEsr,
  type: DocumentType,
  { entry, recovered, cfg }: { entry: string; recovered: boolean; cfg: Cfg },
): Movement | null {
  if (!goesWithGoods(esr, type)) return null;
  const start = textOf(esr, TIMES[0]);
  const issued = recovered ? esr.D : entry;
  return {
    start: start > issued || (recovered && start !== '') ? start : issued,
    end: textOf(esr, TIMES[1]),
    from: saidPlace(esr, 'ShipFrom') ?? shop(cfg),
    to: saidPlace(esr, 'ShipTo') ?? buyer(esr),
    vehicle: textOf(esr, 'PT_VehicleID'),
    code: textOf(esr, 'PT_ATDocCodeID'),
  };
}

function saidPlace(values: Esr | Fis, name: PlaceName): Place | null {
  const [street, zip, city, country] = PLACE_FIELDS.map((field) => textOf(values, attributeOf(name, field)));
  if (!street && !zip && !city) return null;
  return { street: street!, zip: zip!, city: city!, country: country! || 'PT' };
}

function shop({ Cmp, Loc }: Cfg): Place | null {
  const at = Loc?.Adr === undefined ? Cmp : Loc;
  const country = typeof at.Ctry === 'string' && isCountry(at.Ctry) ? at.Ctry : 'PT';
  return address(at, country);
}

function buyer(esr: Esr): Place | null {
  const country = customerCountry(esr);
  return esr.Ctm === undefined ? null : address(esr.Ctm, isCountry(country) ? country : 'PT');
}

function address({ Adr, AdrNr, Adr2, Zip, City }: Customer, country: string): Place | null {
  if (Adr === undefined && Zip === undefined && City === undefined) return null;
  const street = [Adr, AdrNr, Adr2].filter((part) => typeof part === 'string' && part !== '').join(', ');
  return { street, zip: Zip ?? '', city: City ?? '', country };
}

/** The movement in a record, by the names of the attributes. */
export function movementFields({ start, end, from, to, vehicle, code }: Movement): Record<string, string> {
  const place = (name: PlaceName, value: Place | null): Record<string, string> =>
    value === null
      ? {}
      : {
          [attributeOf(name, 'Adr')]: value.street,
          [attributeOf(name, 'Zip')]: value.zip,
          [attributeOf(name, 'City')]: value.city,
          [attributeOf(name, 'Ctry')]: value.country,
        };
  const fields = {
    PT_MovementStartTime: start,
    PT_MovementEndTime: end,
    ...place('ShipFrom', from),
    ...place('ShipTo', to),
    PT_VehicleID: vehicle,
    PT_ATDocCodeID: code,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/**
 * The movement of a registered document. Versions before kept what was sent, and presumed the rest.
 * @param entered system entry time
 */
export function registeredMovement(esr: Esr, fis: Fis, type: DocumentType, entered: string): Movement | null {
  const values = { ...esr, ...fis };
  if (!goesWithGoods(values, type)) return null;
  const [start, end] = TIMES.map((name) => textOf(values, name)).map((time) =>
    isDateTime(time) ? time : '',
  );
  return {
    start: start || entered,
    end: end ?? '',
    from: saidPlace(values, 'ShipFrom'),
    to: saidPlace(values, 'ShipTo'),
    vehicle: textOf(values, 'PT_VehicleID'),
    code: textOf(values, 'PT_ATDocCodeID'),
  };
}

/** What is printed of a movement. */
export function movementTags({ start, end, from, to, vehicle, code }: Movement): Tag[] {
  const time = (text: string) => text.slice(0, 16).replace('T', ' ');
  const place = (value: Place | null) =>
    value === null
      ? ''
      : [value.street, `${value.zip} ${value.city}`.trim(), value.country === 'PT' ? '' : value.country]
          .filter(Boolean)
          .join(', ');
  const tags: Tag[] = [
    { Label: 'Local de carga', Name: 'ShipFrom', Value: place(from) },
    { Label: 'Local de descarga', Name: 'ShipTo', Value: place(to) },
    { Label: 'Início do transporte', Name: 'MovementStartTime', Value: time(start) },
    { Label: 'Fim do transporte', Name: 'MovementEndTime', Value: time(end) },
    { Label: 'Viatura', Name: 'VehicleID', Value: vehicle },
    { Label: 'Código AT', Name: 'ATDocCodeID', Value: code },
  ];
  return tags.filter(({ Value }) => Value !== '');
}

/** What the law wants of a document with goods, and what has no effect on another one. */
export function movementWarnings(esr: Esr, type: DocumentType, movement: Movement | null): string[] {
  if (movement === null) {
    const name = ATTRIBUTES.find((each) => esr[each] !== undefined);
    return name === undefined
      ? []
      : [`ESR.${name}: has no effect on ${type}; goods go with GR, GT, GA, GC, GD, FT or FR`];
  }
  const missing = (place: Place | null, name: PlaceName, what: string) =>
    place?.street && place.city
      ? []
      : [`ESR.${attributeOf(name, 'Adr')}: a document that goes with goods names the place of ${what}`];
  const said = textOf(esr, TIMES[0]);
  return [
    ...missing(movement.from, 'ShipFrom', 'loading'),
    ...missing(movement.to, 'ShipTo', 'unloading'),
    ...(said !== '' && said !== movement.start
      ? [`ESR.${TIMES[0]}: ${said} is before the document; ${movement.start} is taken`]
      : []),
  ];
}
