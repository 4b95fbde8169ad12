/** Lists of values and mandatory columns of DSFinV-K 2.4, as an audit knows them. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Values that columns may have, by file and column. */
export const VALUES: Readonly<Record<string, Readonly<Record<string, ReadonlySet<string>>>>> = {
  'transactions.csv': {
    BON_TYP: words(
      'Beleg AVTransfer AVBestellung AVTraining AVBelegstorno AVBelegabbruch AVSachbezug AVRechnung AVSonstige',
    ),
    BON_STORNO: words('0 1'),
  },
  'lines.csv': {
    GV_TYP:
      words(`Umsatz Pfand PfandRueckzahlung Rabatt Aufschlag ZuschussEcht ZuschussUnecht TrinkgeldAG TrinkgeldAN
      EinzweckgutscheinKauf EinzweckgutscheinEinloesung MehrzweckgutscheinKauf MehrzweckgutscheinEinloesung
      Forderungsentstehung Forderungsaufloesung Anzahlungseinstellung Anzahlungsaufloesung Anfangsbestand
      Privatentnahme Privateinlage Geldtransit Lohnzahlung Einzahlung Auszahlung DifferenzSollIst`),
    INHAUS: words('0 1'),
    P_STORNO: words('0 1'),
  },
  'datapayment.csv': {
    ZAHLART_TYP: words('Bar Unbar Keine ECKarte Kreditkarte ElZahlungsdienstleister Guthabenkarte'),
  },
  'itemamounts.csv': { TYP: words('base_amount discount extra_amount') },
  'references.csv': { REF_TYP: words('ExterneRechnung ExternerLieferschein Transaktion ExterneSonstige') },
  'tse.csv': {
    TSE_ZEITFORMAT: words(
      'unixTime utcTime utcTimeWithSeconds generalizedTime generalizedTimeWithMilliseconds',
    ),
    TSE_PD_ENCODING: words('UTF-8 ASCII'),
  },
  'transactions_tse.csv': { TSE_TA_VORGANGSART: words('Kassenbeleg-V1 Bestellung-V1 SonstigerVorgang') },
};

/** Columns that must not be empty, by file, besides the keys of the closing. */
export const MANDATORY: Readonly<Record<string, ReadonlySet<string>>> = {
  'cashpointclosing.csv': words(
    'TAXONOMIE_VERSION Z_START_ID Z_ENDE_ID NAME STRASSE PLZ ORT LAND Z_SE_ZAHLUNGEN Z_SE_BARZAHLUNGEN',
  ),
  'location.csv': words('LOC_NAME LOC_STRASSE LOC_PLZ LOC_ORT LOC_LAND'),
  'cashregister.csv': words('KASSE_SERIENNR KASSE_SW_BRAND KASSE_SW_VERSION KASSE_BASISWAEH_CODE'),
  'slaves.csv': words('TERMINAL_ID'),
  'pa.csv': words('AGENTUR_ID AGENTUR_NAME'),
  'tse.csv': words('TSE_ID TSE_SERIAL TSE_SIG_ALGO TSE_ZEITFORMAT TSE_PD_ENCODING TSE_PUBLIC_KEY'),
  'vat.csv': words('UST_SCHLUESSEL UST_SATZ'),
  'businesscases.csv': words('GV_TYP AGENTUR_ID UST_SCHLUESSEL Z_UMS_BRUTTO Z_UMS_NETTO Z_UST'),
  'payment.csv': words('ZAHLART_TYP Z_ZAHLART_BETRAG'),
  'cash_per_currency.csv': words('ZAHLART_WAEH ZAHLART_BETRAG_WAEH'),
  'transactions.csv': words('BON_ID BON_NR BON_TYP BON_START BON_ENDE BEDIENER_ID UMS_BRUTTO'),
  'datapayment.csv': words('BON_ID ZAHLART_TYP BASISWAEH_BETRAG'),
  'lines.csv': words('BON_ID POS_ZEILE ARTIKELTEXT GV_TYP AGENTUR_ID MENGE'),
  'itemamounts.csv': words('BON_ID POS_ZEILE TYP UST_SCHLUESSEL PF_BRUTTO PF_NETTO PF_UST'),
  'subitems.csv': words('BON_ID POS_ZEILE ZI_NAME'),
  'transactions_tse.csv': words('BON_ID TSE_TA_VORGANGSART'),
  'transactions_vat.csv': words('BON_ID UST_SCHLUESSEL BON_BRUTTO BON_NETTO BON_UST'),
  'lines_vat.csv': words('BON_ID POS_ZEILE UST_SCHLUESSEL POS_BRUTTO POS_NETTO POS_UST'),
  'allocation_groups.csv': words('BON_ID ABRECHNUNGSKREIS'),
  'references.csv': words('BON_ID REF_TYP'),
};

/** Columns with times (RFC 3339), by file. */
export const TIMES: Readonly<Record<string, readonly string[]>> = {
  'transactions.csv': ['BON_START', 'BON_ENDE'],
  'transactions_tse.csv': ['TSE_TA_START', 'TSE_TA_ENDE'],
  'references.csv': ['REF_DATUM'],
};

/** Columns with countries of three letters. */
export const COUNTRIES: Readonly<Record<string, string>> = {
  'cashpointclosing.csv': 'LAND',
  'location.csv': 'LOC_LAND',
  'pa.csv': 'AGENTUR_LAND',
  'transactions.csv': 'KUNDE_LAND',
};

/** Percentages of the keys that the law fixes. */
export const RATES: Readonly<Record<string, string>> = {
  ...{ 1: '19', 2: '7', 4: '5,5', 5: '0', 6: '0', 7: '0', 8: '0', 11: '19', 12: '7', 13: '10,7' },
  ...{ 21: '16', 22: '5', 23: '9,5', 33: '9', 43: '8,4' },
};

/** Place of a key among the five sums of process data; 5 for what has no tax. */
export function placeOf(key: string, rate: string): number {
  const last = Number(key) < 1000 ? Number(key.at(-1)) : 0;
  if (last >= 1 && last <= 4) return last;
  return last >= 5 || Number(rate.replace(',', '.')) === 0 ? 5 : 1;
}

/** A text with a time zone: `2026-01-01T10:01:30+01:00`, `2026-01-01T09:01:30.000Z`. */
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)$/;
