/** The generic country: journals, totals and receipts where no fiscal law is known. */
import { unnamedCurrencyOf } from '../../receipt/currency.ts';
import { isCountry } from '../../receipt/iso-countries.ts';
import type { TaxRules } from '../../receipt/taxes.ts';
import { isNonFiscal, isTraining } from '../../receipt/tra.ts';
import type { Country } from '../contract/country.ts';

/** On whatever is made for training. */
const TRAINING = 'TRAINING';

/** A wrong letter must not take a shop out of its law unnoticed: `PR` for `PT`. */
function lawWarnings(code: string, taxId: string): string[] {
  const prefix = /^[A-Z]{2}(?=.*\d)/i.exec(taxId)?.[0].toUpperCase() ?? code;
  const other = prefix !== code && isCountry(prefix) ? `, though the tax id begins with ${prefix}` : '';
  return [
    `Cfg.Cmp.Ctry: no fiscal law is known of ${code}${other}; receipts are numbered and kept, nothing is signed`,
  ];
}

/** A country that the specification does not name. @param code ISO 3166 alpha-2 */
export function genericCountry(code: string): Country {
  // Groups and percentages are taken as they come.
  const rules: TaxRules = { byName: () => null, byRate: () => null };
  return {
    code,
    language: 'en',
    currency: unnamedCurrencyOf(code),
    otherCurrencies: true,
    paymentGroups: new Set(),
    mandatory: new Set(),
    strictVoids: false,
    usesKey: false,
    taxRules: () => rules,
    checkCfg: () => [],
    cfgWarnings: ({ Cmp }) => lawWarnings(code, Cmp.TaxId),
    check: () => [],
    // Nothing else would tell the receipts of a test system from those that count.
    interpret: (esr, services) =>
      services.attributes().flag('Reg_test') && !isNonFiscal(esr) ? { ...esr, NFS: 'Training' } : esr,
    fiscalise: (esr) => ({
      // Doc 3, ESR.Test: the answer says what it is, for a POS that prints itself.
      ...(isTraining(esr) && { fis: { Tag: [{ Label: '', Name: 'Training', Value: TRAINING }] } }),
      ...{ changes: {}, warnings: [], issues: [] },
    }),
    paper: ({ ESR }) => ({
      title: '',
      marks: ESR && isTraining(ESR) ? [TRAINING] : [],
      shown: ['Training'],
    }),
  };
}
