/**
 * Portugal: certified invoicing with a signature chain per series, ATCUD and QR
 * code (doc 3 "Portugal rules"; Despacho 8632/2014; Portaria 195/2020).
 */
import { createHash } from 'node:crypto';
import { configuredTerminal } from '../../receipt/cfg.ts';
import { issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { amountText } from '../../receipt/money.ts';
import { isTraining, type CompleteEsr, type Tag } from '../../receipt/tra.ts';
import type { Country, CountryContext, Fiscalised, State } from '../contract.ts';
import { checkReceipt } from './checks.ts';
import {
  DOCUMENT_TYPES,
  checkSeries,
  documentType,
  isDocument,
  seriesOf,
  total,
  type DocumentType,
} from './document.ts';
import { exemptionText } from './exemptions.ts';
import { qrPayload } from './qr.ts';
import { certificationLegend, printedCharacters, signedText, signText } from './signature.ts';
import { bareTaxId, customerCountry, customerTaxId, FINAL_CONSUMER } from './tax-id.ts';
import { taxRules } from './taxes.ts';

/** Chain of one series and document type, as kept in the register's state. */
interface Chain extends Record<string, Json> {
  /** Last number given. */
  number: number;
  /** Hash of the last document. */
  hash: string;
  /** Date of the last document, `YYYY-MM-DD`. */
  date: string;
  /** System entry time of the last document. */
  entry: string;
  /** Validation code of the series. */
  code: string;
}

const TRAINING_LEGEND = 'Documento emitido para fins de Formação';
const NO_INVOICE = 'Este documento não serve de fatura';
/** Until the program is certified: printed as 0000, exported as 0. */
const CERTIFICATE = { printed: '0000', exported: '0' };

/**
 * Stands in for the code that the tax authority assigns to a series. It begins
 * with TEST, so that nobody takes it for a real one.
 */
function testSeriesCode(issuer: string, series: string): string {
  return `TEST${createHash('sha256').update(`${issuer} ${series}`).digest('hex').slice(0, 4).toUpperCase()}`;
}

function fiscalise(esr: CompleteEsr, state: State, context: CountryContext): Fiscalised {
  if (!isDocument(esr)) {
    const fis = isTraining(esr)
      ? { fis: { Tag: [{ Label: '', Name: 'Training', Value: TRAINING_LEGEND }] } }
      : {};
    return { ...fis, changes: {}, warnings: [], issues: [] };
  }
  const series = seriesOf(esr);
  const stateKey = `PT/${series}`;
  const last = state.get(stateKey) as Chain | undefined;
  const date = esr.D.slice(0, 10);
  if (last && date < last.date) {
    const text = `${date} is before ${last.date}, the date of the last document of series ${series}`;
    return { changes: {}, warnings: [], issues: [issue('#PT_D_ORDER', 'ESR.D', text)] };
  }
  const warnings: string[] = [];
  let entry = context.now;
  if (last && entry < last.entry) {
    // The clock went back, at the latest each October: entry times must not.
    warnings.push(
      `the system clock shows ${entry}, before the last document of ${last.entry}; that time is kept`,
    );
    entry = last.entry;
  }
  if (date > context.now.slice(0, 10)) {
    warnings.push(`ESR.D: ${date} is in the future; until then series ${series} takes no earlier date`);
  }
  const type = documentType(esr);
  if (type === 'NC' && esr.RFN === undefined && esr.RTN === undefined) {
    warnings.push('ESR.RFN: a credit note should name the corrected document');
  }
  if (type === 'NC' && esr.Rsn === undefined) warnings.push('ESR.Rsn: a credit note should give its reason');

  const number = (last?.number ?? 0) + 1;
  const FN = `${series}/${number}`;
  const gross = amountText(Math.abs(total(esr)), 2);
  const key = context.key();
  const hash = signText(signedText({ date, entry, id: FN, gross }, last?.hash ?? ''), key.privateKey);
  const issuer = bareTaxId(context.cfg.Cmp.TaxId);
  const code = last?.code ?? testSeriesCode(issuer, series);
  const atcud = `${code}-${number}`;
  const characters = printedCharacters(hash);
  const buyer = customerTaxId(esr);
  const Code = qrPayload({
    issuerTaxId: issuer,
    buyerTaxId: buyer ?? FINAL_CONSUMER,
    buyerCountry: buyer === null ? 'PT' : customerCountry(esr),
    type,
    status: 'N',
    date,
    id: FN,
    atcud,
    taxes: esr.TaxA,
    gross,
    characters,
    certificate: CERTIFICATE.exported,
  });
  const Tag: Tag[] = [
    { Label: 'NIF', Name: 'CustomerTaxId', Value: buyer ?? 'Consumidor final' },
    ...(esr.RFN === undefined ? [] : [{ Label: 'Referência', Name: 'Reference', Value: esr.RFN }]),
    ...(type !== 'NC' || esr.Rsn === undefined ? [] : [{ Label: 'Motivo', Name: 'Reason', Value: esr.Rsn }]),
    { Label: '', Name: 'Certification', Value: certificationLegend(characters, CERTIFICATE.printed) },
    // Last, because it has to stand directly above the QR code.
    { Label: 'ATCUD', Name: 'ATCUD', Value: atcud },
  ];
  const chain: Chain = { number, hash, date, entry, code };
  return {
    FN,
    fis: { Code, Tag, PT_Hash: hash, PT_HashControl: String(key.version), PT_SystemEntryDate: entry },
    changes: { [stateKey]: chain },
    warnings,
    issues: [],
  };
}

/** The Portuguese module. */
export const portugal: Country = {
  code: 'PT',
  fiscalised: true,
  language: 'pt',
  currency: { code: 'EUR', digits: 2 },
  paymentGroups: new Set('CC CD CH CI CO CS DE LC MB NU OU PR TB TR'.split(' ')),
  mandatory: new Set(),
  numbersByTerminal: true,
  strictVoids: true,
  usesKey: true,
  taxRules,
  checkCfg(cfg) {
    const { TL, TT } = configuredTerminal(cfg);
    return checkSeries(TL, TT, 'Cfg.Loc.TL');
  },
  check: checkReceipt,
  fiscalise,
  paper(record) {
    const esr = record.ESR;
    if (!esr) return { title: '', marks: [] };
    // Whatever shows articles or money could be taken for an invoice.
    const legends = esr.PosA?.length || esr.PayA?.length ? { legends: [NO_INVOICE] } : {};
    if (isTraining(esr)) return { title: 'Formação', marks: [TRAINING_LEGEND], ...legends };
    const type = esr.FN?.split(' ')[0] as DocumentType | undefined;
    return {
      title: type ? DOCUMENT_TYPES[type] : '',
      marks: [],
      inverted: type === 'NC',
      ...(!type && legends),
    };
  },
  exemption: exemptionText,
  voidedCode: (code) => code.replace('*E:N*', '*E:A*'),
};
