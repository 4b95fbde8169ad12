/** What invoices say where no tax is shown: exemptions (UStG § 14 (4) no. 8), reverse charge and margin schemes (§ 14a (5), (6)). */
import { sameDecimal } from '../../receipt/money.ts';
import { positionsOf } from '../../receipt/taxes.ts';
import type { Esr, Tax } from '../../receipt/tra.ts';
import { groupOf } from './taxes.ts';

/** By the key of DSFinV-K. */
const BY_KEY: Readonly<Record<number, string>> = {
  ...{ 5: 'nicht steuerbar', 6: 'steuerfrei', 7: 'nicht bestimmbar', 8: 'Nullsteuersatz' },
};
/** By the category that is said (`VatCategory`), which tells more. */
const BY_CATEGORY: Readonly<Record<string, string>> = {
  ...{ E: 'steuerfrei', K: 'steuerfrei', G: 'steuerfrei', Z: 'Nullsteuersatz', O: 'nicht steuerbar' },
  AE: 'Reverse-Charge',
};
/** Sentences that belong to a category. */
const SENTENCES: Readonly<Record<string, string>> = {
  AE: 'Steuerschuldnerschaft des Leistungsempfängers',
  K: 'Steuerfreie innergemeinschaftliche Lieferung',
  G: 'Steuerfreie Ausfuhrlieferung',
};
/** Words of the law for a margin scheme, by the code of the list VATEX; without one it is that of used goods. */
const SCHEMES: Readonly<Record<string, string>> = {
  'VATEX-EU-D': 'Sonderregelung für Reisebüros',
  'VATEX-EU-F': 'Gebrauchtgegenstände/Sonderregelung',
  'VATEX-EU-I': 'Kunstgegenstände/Sonderregelung',
  'VATEX-EU-J': 'Sammlungsstücke und Antiquitäten/Sonderregelung',
};

const isMargin = ({ MarginScheme }: Tax) => MarginScheme === '1';
const isUntaxed = ({ Prc = '0' }: Tax) => sameDecimal(Prc, '0');

/** What a tax line, or else its positions, say in a field, each text once. */
function saidOf(esr: Esr, tax: Tax, name: 'VatCategory' | 'VatExemption' | 'VatReason') {
  const own = tax[name] === undefined ? positionsOf(tax, esr) : [tax];
  const texts = own.map((each) => each[name]).filter((text): text is string => typeof text === 'string');
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');
}

const categoryOf = (esr: Esr, tax: Tax) => saidOf(esr, tax, 'VatCategory')[0]?.toUpperCase() ?? '';

/** What stands in the tax table instead of the group of a line without tax; undefined for all others. */
export function exemptGroup(esr: Esr): (tax: Tax) => string | undefined {
  return (tax) => {
    if (!isUntaxed(tax)) return undefined;
    const key = groupOf(tax, esr.D?.slice(0, 10) ?? '')?.key ?? 0;
    const word = BY_CATEGORY[categoryOf(esr, tax)] ?? BY_KEY[key];
    return [tax.TaxG, word].filter(Boolean).join(' ');
  };
}

/** Lines of the tax table that may be printed: those of a margin scheme may show neither tax nor rate. */
export function shownTaxes({ TaxA = [] }: Esr): readonly Tax[] {
  return TaxA.some(isMargin) ? TaxA.filter((tax) => !isMargin(tax)) : TaxA;
}

/** Sentences about what bears no tax, or none that is shown. */
export function taxSentences(esr: Esr): string[] {
  const { TaxA = [] } = esr;
  const isMixed = !TaxA.every(isMargin);
  const sentences = TaxA.flatMap((tax) => {
    const reasons = saidOf(esr, tax, 'VatReason');
    if (isMargin(tax)) {
      const [code = ''] = saidOf(esr, tax, 'VatExemption');
      const told = reasons.length > 0 ? reasons : [SCHEMES[code] ?? SCHEMES['VATEX-EU-F']!];
      return told.map((text) => (isMixed ? `${text} (${tax.TaxG ?? ''})` : text));
    }
    return isUntaxed(tax) ? [SENTENCES[categoryOf(esr, tax)] ?? '', ...reasons].filter(Boolean) : [];
  });
  return [...new Set(sentences)];
}
