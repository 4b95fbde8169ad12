/**
 * The tables of the export `gobd`: the journal as an audit's program reads it. Their layout is
 * ours; amounts and texts are those of the records, unchanged.
 */
import { columns, type Table } from '../gdpdu/table.ts';

/** Characters of a value in one row; longer ones go on in the next. */
export const VALUE_LENGTH = 1000;

/** Characters of a path: 32 levels of names of 100, and the numbers of entries. */
const PATH_LENGTH = 3500;

/** Every row is of one record of one register. */
const KEYS = 'KASSE:A200 LFD_NR:N0';

function table(url: string, name: string, notation: string): Table {
  return { url: `${url}.csv`, name, columns: columns(`${KEYS} ${notation}`) };
}

/** The tables by name. */
export const TABLES = {
  journal: table(
    'journal',
    'Journal',
    `ART:A20! ZEIT:A30! BELEG_ZEIT:A30 STANDORT:A60 KASSENPLATZ:A60 BELEG_NR:A60 VORGANG:A60 ABSCHLUSS_NR:N0 BETRAG:N2
     STORNO:A1! TRAINING:A1! BEDIENER_ID:A60 BEDIENER_NAME:A100 KUNDE:A200 EREIGNIS:A100 ERGEBNIS:A60`,
  ),
  positionen: table(
    'positionen',
    'Positionen',
    `ZEILE:N0 ART:A20 POS_NR:A60 TEXT:A500 ARTIKEL:A100 GTIN:A100 WARENGRUPPE:A100 MENGE:N9 EINHEIT:A60 EINZELPREIS:N9
     BETRAG:N2 UST_GRUPPE:A60 STORNO:A1!`,
  ),
  zahlungen: table(
    'zahlungen',
    'Zahlungen',
    'ZEILE:N0 TEXT:A200 ZAHLART:A60 BETRAG:N2 WAEHRUNG:A3! BETRAG_WAEHRUNG:N9 KENNUNG:A200',
  ),
  steuern: table('steuern', 'Steuern', 'ZEILE:N0 UST_GRUPPE:A60 SATZ:N9 NETTO:N2 STEUER:N2 BRUTTO:N2'),
  werte: table('werte', 'Werte', `PFAD:A${PATH_LENGTH}! TEIL:N0 WERT:A${VALUE_LENGTH}!`),
} as const satisfies Record<string, Table>;

/** A table of the export. */
export type TableName = keyof typeof TABLES;
