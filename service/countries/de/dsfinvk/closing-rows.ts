/** Rows of a closing: master data as they were in force (Stammdatenmodul), and its sums (Kassenabschlussmodul). */
import type { Attributes } from '../../../receipt/tra.ts';
import type { TseIdentity } from '../../contract/tse.ts';
import { agencyNumber } from '../cfg-records.ts';
import type { Cell } from '../gdpdu/csv.ts';
import { alpha3 } from './alpha3.ts';
import type { Closing } from './closing.ts';
import { DSFINVK_VERSION } from './tables.ts';
import { textOf } from './texts.ts';
import { cents, type Totals } from './totals.ts';
import type { TakeRow } from './transaction-rows.ts';
import { rateOf } from './vat.ts';

/** Keys that every closing lists, whether it has anything of them or not. */
const STANDARD_KEYS = [1, 2, 3, 4, 5, 6, 7, 8];
/** What the keys are called (UStG). */
const KEY_NAMES: Readonly<Record<number, string>> = {
  1: 'Allgemeiner Steuersatz (§ 12 Abs. 1 UStG)',
  2: 'Ermäßigter Steuersatz (§ 12 Abs. 2 UStG)',
  3: 'Durchschnittsatz (§ 24 Abs. 1 Nr. 3 UStG)',
  4: 'Durchschnittsatz (§ 24 Abs. 1 Nr. 1 UStG)',
  5: 'Nicht steuerbar',
  6: 'Umsatzsteuerfrei',
  7: 'Umsatzsteuer nicht ermittelbar',
  8: 'Nullsteuersatz (§ 12 Abs. 3 UStG)',
};
const HISTORIC = 'Historischer Steuersatz';
/** Characters of a certificate in one column, and columns. */
const CERTIFICATE_PART = 1000;
const CERTIFICATE_PARTS = 2;

/** Writes a closing. */
export function closingRows(closing: Closing, totals: Totals, take: TakeRow): void {
  const { register, created, number } = closing.keys;
  const keys = [register, created, number];
  const { masters } = closing.period;
  take('cashpointclosing', [...keys, ...closingCells(closing, totals)]);
  take('location', [...keys, ...locationCells(closing)]);
  take('cashregister', [...keys, ...registerCells(closing)]);
  const devices = masters.Dev ?? [];
  for (const device of devices) take('slaves', [...keys, ...deviceCells(device)]);
  const known = new Set(devices.map(({ Id }) => textOf(Id)));
  // Devices that nobody has described are named all the same.
  for (const Id of totals.devices) if (!known.has(Id)) take('slaves', [...keys, ...deviceCells({ Id })]);
  for (const agency of masters.DE_Agentur ?? []) take('pa', [...keys, ...agencyCells(agency)]);
  closing.period.tses.forEach((name, i) => {
    const identity = closing.identities[name];
    if (identity) take('tse', [...keys, i + 1, ...tseCells(identity)]);
  });
  const used = new Set([...STANDARD_KEYS, ...totals.vatKeys]);
  for (const key of [...used].sort((a, b) => a - b)) take('vat', [...keys, key, rateOf(key), nameOf(key)]);
  for (const { businessCase, name, agency, key, gross, net, tax } of totals.businessCases())
    take('businesscases', [...keys, businessCase, name, agency, key, cents(gross), cents(net), cents(tax)]);
  for (const { type, name, amount } of totals.payments())
    take('payment', [...keys, type, name, cents(amount)]);
  for (const { currency, amount } of totals.currencies())
    take('cashPerCurrency', [...keys, currency, amount]);
}

function closingCells({ keys, period }: Closing, totals: Totals): Cell[] {
  const { Cmp } = period.masters;
  const day = period.first.D.slice(0, 10);
  return [
    day === keys.created.slice(0, 10) ? null : day,
    DSFINVK_VERSION,
    totals.firstId,
    totals.lastId,
    textOf(Cmp.Nam),
    street(Cmp),
    textOf(Cmp.Zip),
    textOf(Cmp.City),
    alpha3(Cmp.Ctry),
    fitting(Cmp.TIN, 20),
    fitting(Cmp.TaxId, 15),
    cents(totals.paid),
    cents(totals.paidInCash),
  ];
}

function locationCells({ period: { masters } }: Closing): Cell[] {
  const { Cmp } = masters;
  const Loc: Attributes = masters.Loc ?? {};
  // A place without an address of its own is the company's.
  const place: Attributes = textOf(Loc.Adr) === '' ? Cmp : Loc;
  return [
    textOf(Loc.Nam) || textOf(Cmp.Nam),
    street(place),
    textOf(place.Zip),
    textOf(place.City),
    alpha3(textOf(Loc.Ctry) || Cmp.Ctry),
    fitting(Loc.TaxId, 15),
  ];
}

function registerCells({ period: { masters, Client } }: Closing): Cell[] {
  const Trm: Attributes = masters.Trm ?? {};
  const { product, version } = masters.Software;
  return [
    textOf(Trm.HW),
    textOf(Trm.HWModel),
    Client,
    textOf(Trm.SW) || product,
    textOf(Trm.SWVersion) || version,
    'EUR',
    '0',
  ];
}

function deviceCells({ Id, HW, HWModel, Serial, SW, SWVersion }: Attributes): Cell[] {
  return [Id, HW, HWModel, Serial, SW, SWVersion].map(textOf);
}

function agencyCells(agency: Attributes): Cell[] {
  const { Id, Nam, Zip, City, Ctry, TIN, TaxId } = agency;
  return [
    agencyNumber(textOf(Id)),
    textOf(Nam),
    street(agency),
    textOf(Zip),
    textOf(City),
    alpha3(textOf(Ctry) || 'DE'),
    fitting(TIN, 20),
    fitting(TaxId, 15),
  ];
}

function tseCells({ serial, algorithm, timeFormat, encoding, publicKey, certificates }: TseIdentity): Cell[] {
  return [serial, algorithm, timeFormat, encoding, publicKey, ...certificateParts(certificates[0] ?? '')];
}

/** A certificate over its columns; one that they cannot hold is left out, for a part of it is none (DE46). */
function certificateParts(certificate: string): Cell[] {
  const parts = Array.from({ length: CERTIFICATE_PARTS }, (_, i) =>
    certificate.slice(i * CERTIFICATE_PART, (i + 1) * CERTIFICATE_PART),
  );
  return certificate.length > CERTIFICATE_PART * CERTIFICATE_PARTS ? parts.map(() => null) : parts;
}

function nameOf(key: number): string {
  return KEY_NAMES[key] ?? HISTORIC;
}

function street({ Adr, AdrNr }: Attributes): string {
  return [Adr, AdrNr].map(textOf).filter(Boolean).join(' ');
}

/** A number of an authority; none where it is longer than there is room: a part of it is another one. */
function fitting(value: unknown, length: number): string | null {
  const text = textOf(value);
  return text.length > length ? null : text;
}
