/**
 * The 20 files of DSFinV-K 2.4 with their columns in order. `!` marks texts that are never
 * cut: keys, values of lists, times, signatures.
 */
import { columns, type Table } from '../gdpdu/table.ts';

/** Version of DSFinV-K, which is that of the taxonomy too. */
export const DSFINVK_VERSION = '2.4';

const KEYS = 'Z_KASSE_ID:A50! Z_ERSTELLUNG:A30! Z_NR:N0';
const RECEIPT = `${KEYS} BON_ID:A40!`;
const LINE = `${RECEIPT} POS_ZEILE:A50!`;
const AMOUNTS = (prefix: string) => `${prefix}BRUTTO:N5 ${prefix}NETTO:N5 ${prefix}UST:N5`;

function table(url: string, name: string, notation: string): Table {
  return { url: `${url}.csv`, name, columns: columns(notation) };
}

/** The tables by the names of their files. */
export const TABLES = {
  cashpointclosing: table(
    'cashpointclosing',
    'Stamm_Abschluss',
    `${KEYS} Z_BUCHUNGSTAG:A25! TAXONOMIE_VERSION:A10! Z_START_ID:A40! Z_ENDE_ID:A40! NAME:A60 STRASSE:A60
     PLZ:A10 ORT:A62 LAND:A3! STNR:A20! USTID:A15! Z_SE_ZAHLUNGEN:N2 Z_SE_BARZAHLUNGEN:N2`,
  ),
  location: table(
    'location',
    'Stamm_Orte',
    `${KEYS} LOC_NAME:A60 LOC_STRASSE:A60 LOC_PLZ:A10 LOC_ORT:A62 LOC_LAND:A3! LOC_USTID:A15!`,
  ),
  cashregister: table(
    'cashregister',
    'Stamm_Kassen',
    `${KEYS} KASSE_BRAND:A50 KASSE_MODELL:A50 KASSE_SERIENNR:A70! KASSE_SW_BRAND:A50 KASSE_SW_VERSION:A50
     KASSE_BASISWAEH_CODE:A3! KEINE_UST_ZUORDNUNG:A1!`,
  ),
  slaves: table(
    'slaves',
    'Stamm_Terminals',
    `${KEYS} TERMINAL_ID:A50 TERMINAL_BRAND:A50 TERMINAL_MODELL:A50 TERMINAL_SERIENNR:A70 TERMINAL_SW_BRAND:A50
     TERMINAL_SW_VERSION:A50`,
  ),
  pa: table(
    'pa',
    'Stamm_Agenturen',
    `${KEYS} AGENTUR_ID:N0 AGENTUR_NAME:A60 AGENTUR_STRASSE:A60 AGENTUR_PLZ:A10 AGENTUR_ORT:A62 AGENTUR_LAND:A3!
     AGENTUR_STNR:A20 AGENTUR_USTID:A15`,
  ),
  tse: table(
    'tse',
    'Stamm_TSE',
    `${KEYS} TSE_ID:N0 TSE_SERIAL:A68! TSE_SIG_ALGO:A21! TSE_ZEITFORMAT:A31! TSE_PD_ENCODING:A5! TSE_PUBLIC_KEY:A512!
     TSE_ZERTIFIKAT_I:A1000! TSE_ZERTIFIKAT_II:A1000!`,
  ),
  vat: table('vat', 'Stamm_USt', `${KEYS} UST_SCHLUESSEL:N0 UST_SATZ:N2 UST_BESCHR:A55`),
  businesscases: table(
    'businesscases',
    'Z_GV_Typ',
    `${KEYS} GV_TYP:A30! GV_NAME:A40 AGENTUR_ID:N0 UST_SCHLUESSEL:N0 Z_UMS_BRUTTO:N5 Z_UMS_NETTO:N5 Z_UST:N5`,
  ),
  payment: table('payment', 'Z_Zahlart', `${KEYS} ZAHLART_TYP:A25! ZAHLART_NAME:A60 Z_ZAHLART_BETRAG:N2`),
  cashPerCurrency: table(
    'cash_per_currency',
    'Z_Waehrungen',
    `${KEYS} ZAHLART_WAEH:A3! ZAHLART_BETRAG_WAEH:N2`,
  ),
  transactions: table(
    'transactions',
    'Bonkopf',
    `${RECEIPT} BON_NR:N0 BON_TYP:A30! BON_NAME:A60 TERMINAL_ID:A50 BON_STORNO:A1! BON_START:A30! BON_ENDE:A30!
     BEDIENER_ID:A50 BEDIENER_NAME:A50 UMS_BRUTTO:N2 KUNDE_NAME:A50 KUNDE_ID:A50 KUNDE_TYP:A50 KUNDE_STRASSE:A60
     KUNDE_PLZ:A10 KUNDE_ORT:A62 KUNDE_LAND:A3! KUNDE_USTID:A15 BON_NOTIZ:A255`,
  ),
  datapayment: table(
    'datapayment',
    'Bonkopf_Zahlarten',
    `${RECEIPT} ZAHLART_TYP:A25! ZAHLART_NAME:A60 ZAHLWAEH_CODE:A3! ZAHLWAEH_BETRAG:N2 BASISWAEH_BETRAG:N2`,
  ),
  lines: table(
    'lines',
    'Bonpos',
    `${LINE} GUTSCHEIN_NR:A50 ARTIKELTEXT:A255 POS_TERMINAL_ID:A50 GV_TYP:A30! GV_NAME:A40 INHAUS:A1! P_STORNO:A1!
     AGENTUR_ID:N0 ART_NR:A50 GTIN:A50 WARENGR_ID:A40 WARENGR:A50 MENGE:N3 FAKTOR:N3 EINHEIT:A50 STK_BR:N5`,
  ),
  itemamounts: table(
    'itemamounts',
    'Bonpos_Preisfindung',
    `${LINE} TYP:A20! UST_SCHLUESSEL:N0 ${AMOUNTS('PF_')}`,
  ),
  subitems: table(
    'subitems',
    'Bonpos_Zusatzinfo',
    `${LINE} ZI_ART_NR:A50 ZI_GTIN:A50 ZI_NAME:A60 ZI_WARENGR_ID:A40 ZI_WARENGR:A50 ZI_MENGE:N3 ZI_FAKTOR:N3
     ZI_EINHEIT:A50 ZI_UST_SCHLUESSEL:N0 ${AMOUNTS('ZI_BASISPREIS_')}`,
  ),
  transactionsTse: table(
    'transactions_tse',
    'TSE_Transaktionen',
    `${RECEIPT} TSE_ID:N0 TSE_TANR:N0 TSE_TA_START:A30! TSE_TA_ENDE:A30! TSE_TA_VORGANGSART:A30! TSE_TA_SIGZ:N0
     TSE_TA_SIG:A512! TSE_TA_FEHLER:A200 TSE_VORGANGSDATEN:A1000`,
  ),
  transactionsVat: table(
    'transactions_vat',
    'Bonkopf_USt',
    `${RECEIPT} UST_SCHLUESSEL:N0 ${AMOUNTS('BON_')}`,
  ),
  linesVat: table('lines_vat', 'Bonpos_USt', `${LINE} UST_SCHLUESSEL:N0 ${AMOUNTS('POS_')}`),
  allocationGroups: table('allocation_groups', 'Bonkopf_AbrKreis', `${RECEIPT} ABRECHNUNGSKREIS:A50`),
  references: table(
    'references',
    'Bon_Referenzen',
    `${LINE} REF_TYP:A20! REF_NAME:A40 REF_DATUM:A30! REF_Z_KASSE_ID:A50 REF_Z_NR:N0 REF_BON_ID:A40!`,
  ),
} as const satisfies Record<string, Table>;

/** A table of the export. */
export type TableName = keyof typeof TABLES;
