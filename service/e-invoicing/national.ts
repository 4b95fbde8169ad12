/** What Peppol asks of sellers of single countries, and registers can see to (BIS Billing 3.0.21: DK-R, SE-R). */
import { plainTaxId } from '../receipt/tax-id.ts';
import type { Attributes } from '../receipt/tra.ts';
import type { Party, PaymentMeans } from './model.ts';

/** Codes of means of payment that invoices between Danes may have (DK-R-005). */
export const DANISH_MEANS: ReadonlySet<string> = new Set('1 10 31 42 48 49 50 58 59 93 97'.split(' '));
/** What others are there: cards, transfers. */
const DANISH_INSTEAD: Readonly<Record<string, string>> = { 54: '48', 55: '48', 30: '58' };
/** ICD code of the Danish register of companies. */
const CVR = '0184';

/** BT-30 of a seller: as the register of companies writes it. */
export function registrationOf({
  Org,
  TaxId,
  Ctry,
}: Attributes): Pick<Party, 'registration' | 'registrationScheme'> {
  const said = typeof Org === 'string' ? Org.trim() : '';
  if (Ctry === 'DK') {
    const [cvr] = [said, plainTaxId(String(TaxId))].map((one) => one.replace(/\s|^DK/g, '')).filter(isCvr);
    if (cvr !== undefined) return { registration: cvr, registrationScheme: CVR };
  }
  const isWrittenApart = Ctry === 'SE';
  return {
    registration: (isWrittenApart ? said.replace(/[\s-]/g, '') : said) || null,
    registrationScheme: null,
  };
}

/** A means of payment, in the codes that two Danes may use. */
export function danishMeans({ code, ...means }: PaymentMeans): PaymentMeans {
  return { ...means, code: DANISH_MEANS.has(code) ? code : (DANISH_INSTEAD[code] ?? '1') };
}

function isCvr(text: string): boolean {
  return /^\d{8}$/.test(text);
}
