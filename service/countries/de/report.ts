/**
 * The export `meldung`: what a company reports of its tills and TSEs to the tax office (AO § 146a,
 * paragraph 4), a row for each till and TSE, to be copied into the form of ELSTER. The electronic
 * message itself goes through ERiC, which the tax administration alone hands out.
 */
import { configuredTerminal } from '../../receipt/cfg.ts';
import type { CountryExport, ExportSource } from '../contract/exports.ts';
import type { CountryContext } from '../contract/services.ts';
import { clientOf } from './client.ts';
import { firstDay } from './closings.ts';
import { textOf } from './dsfinvk/texts.ts';
import { headRow, RowWriter, type Cell } from './gdpdu/csv.ts';
import { columns, type Table } from './gdpdu/table.ts';
import { openPeriod } from './period.ts';
import { serialIn } from './tse-name.ts';

type Tses = Pick<CountryContext, 'tses' | 'program'>;

/** Kind of recording system, as the form names a program on a computer. */
const KIND = 'Computergestütztes Kassensystem';
/** So that spreadsheets read umlauts. */
const BYTE_ORDER_MARK = '\uFEFF';

const TABLE: Table = {
  url: 'meldung-146a.csv',
  name: 'Meldung',
  columns: columns(
    `FIRMA:A200 STEUERNUMMER:A30 UST_ID:A20 BETRIEBSSTAETTE:A60 STRASSE:A100 PLZ:A20 ORT:A60 ANZAHL_SYSTEME:N0
     ART_SYSTEM:A60 SOFTWARE:A60 SOFTWARE_VERSION:A30 HERSTELLER:A60 MODELL:A60 SERIENNUMMER:A68! ERSTE_AUFZEICHNUNG:A10
     TSE_ART:A100 TSE_SERIENNUMMER:A68!`,
  ),
};

/** The export: one file, whatever the period; registers as they are configured now. */
export const report: CountryExport = {
  archive: TABLE.url,
  single: true,
  timeless: true,
  async *files({ sources }, context) {
    const writer = new RowWriter(TABLE);
    const rows = sources.flatMap((source) => rowsOf(source, sources.length, context));
    const text = BYTE_ORDER_MARK + headRow(TABLE) + rows.map((row) => writer.row(row.map(plain))).join('');
    yield { name: TABLE.url, content: once(Buffer.from(text)) };
  },
};

/** A row for each TSE of a register; one without where there is none yet. */
function rowsOf({ cfg, state }: ExportSource, count: number, { tses, program }: Tses): Cell[][] {
  const { Cmp, Loc, Trm } = cfg;
  const at = Loc?.Adr === undefined ? Cmp : Loc;
  const { product, version } = program();
  const { TL } = configuredTerminal(cfg);
  const till: Cell[] = [
    ...[textOf(Cmp.Nam), textOf(Cmp.TIN), textOf(Cmp.TaxId), textOf(Loc?.Nam) || TL],
    ...[[textOf(at.Adr), textOf(at.AdrNr)].filter(Boolean).join(' '), textOf(at.Zip), textOf(at.City)],
    ...[count, KIND, textOf(Trm?.SW) || product, textOf(Trm?.SW) ? textOf(Trm?.SWVersion) : version],
    ...[textOf(Trm?.HW), textOf(Trm?.HWModel), clientOf(cfg), firstDay(state) ?? ''],
  ];
  const units = (tses?.units ?? []).flatMap(({ identity, product: name }) =>
    identity ? [{ serial: identity.serial, name }] : [],
  );
  // A portal has no TSEs: it knows those that have signed.
  const signed = [...new Set(openPeriod(state)?.tses.map(serialIn) ?? [])]
    .filter((serial) => units.every((unit) => unit.serial !== serial))
    .map((serial) => ({ serial, name: 'TSE' }));
  const all = [...units, ...signed];
  return all.length === 0
    ? [[...till, '', '']]
    : all.map(({ name, serial }): Cell[] => [...till, name, serial]);
}

/** What the columns are called on the sheet, in their order. */
const LABELS = [
  ...['Unternehmen', 'Steuernummer', 'USt-IdNr.', 'Betriebsstätte', 'Straße', 'PLZ', 'Ort'],
  ...['Anzahl der Aufzeichnungssysteme', 'Art des Aufzeichnungssystems', 'Software', 'Version der Software'],
  ...['Hersteller des Geräts', 'Modell des Geräts', 'Seriennummer', 'Erste Aufzeichnung'],
  ...['Technische Sicherheitseinrichtung (TSE)', 'Seriennummer der TSE'],
];
/** So many of them are about company and place, the same for all tills of a place. */
const OF_PLACE = 8;

/** The same as a sheet to keep, or to type from. */
export const reportSheet: CountryExport = {
  archive: 'meldung-146a.pdf',
  single: true,
  timeless: true,
  async *files({ sources }, context) {
    const rows = sources.flatMap((source) => rowsOf(source, sources.length, context));
    const places = Map.groupBy(rows, (row) => JSON.stringify(row.slice(0, OF_PLACE)));
    const facts = (row: readonly Cell[], from: number, till: number) =>
      row.slice(from, till).map((cell, i): [string, string] => {
        const text = shown(cell);
        return [LABELS[from + i]!, text === '' ? 'fehlt' : text];
      });
    const date = context.now;
    const sections = [...places.values()].flatMap((tills) => [
      { heading: 'Unternehmen und Betriebsstätte', facts: facts(tills[0]!, 0, OF_PLACE) },
      ...tills.map((row) => ({
        heading: `Kasse ${shown(row[SERIAL_COLUMN]!)}`,
        facts: facts(row, OF_PLACE, row.length),
      })),
    ]);
    const pdf = await context.drawSheet({
      ...{ title: 'Mitteilung nach § 146a Absatz 4 AO', sections, language: 'de', date },
      intro: `Angaben für das Formular in ELSTER, Stand ${date.slice(0, 10).split('-').reverse().join('.')}. Kassen und TSE sind innerhalb eines Monats nach Anschaffung oder Außerbetriebnahme mitzuteilen.`,
    });
    yield { name: 'meldung-146a.pdf', content: once(pdf) };
  },
};

const SERIAL_COLUMN = LABELS.indexOf('Seriennummer');

/** Days as people in Germany write them. */
function shown(cell: Cell): string {
  const text = String(cell);
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text.split('-').reverse().join('.') : text;
}

/** Spreadsheets take what begins so for a formula. */
function plain(cell: Cell): Cell {
  return typeof cell === 'string' && /^\s*[=+\-@]/.test(cell) ? `'${cell}` : cell;
}

async function* once(bytes: Buffer): AsyncIterable<Buffer> {
  yield await Promise.resolve(bytes);
}
