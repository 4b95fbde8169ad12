/**
 * The generic country: journals, totals and receipts without a fiscal law; also
 * stands in for countries whose law has no module yet, and says so.
 */
import { unnamedCurrencyOf } from '../../receipt/currency.ts';
import { isCountry } from '../../receipt/iso-countries.ts';
import type { CountryField } from '../../receipt/mandatory.ts';
import type { TaxRules } from '../../receipt/taxes.ts';
import { isNonFiscal, isTraining } from '../../receipt/tra.ts';
import type { Country } from '../contract/country.ts';

/** On whatever is made for training. */
const TRAINING = 'TRAINING';

/** What is known of a country without a module of its own. */
export interface CountryFacts {
  /** Language of receipts and operator messages: `en`, `pt`, `de`. */
  language: string;
  /** Values the country demands (doc 3, column "Mandatory"). */
  mandatory: readonly CountryField[];
}

/** A wrong letter must not take a shop out of its law unnoticed: `PR` for `PT`. */
function lawWarnings(code: string, taxId: string): string[] {
  const prefix = /^[A-Z]{2}(?=.*\d)/i.exec(taxId)?.[0].toUpperCase() ?? code;
  const other = prefix !== code && isCountry(prefix) ? `, though the tax id begins with ${prefix}` : '';
  return [
    `Cfg.Cmp.Ctry: no fiscal law is known of ${code}${other}; receipts are numbered and kept, nothing is signed`,
  ];
}

/** @param fiscalised false when the country has a fiscal law that we cannot fulfil */
export function genericCountry(code: string, facts: CountryFacts, fiscalised: boolean): Country {
  // Groups and percentages are taken as they come.
  const rules: TaxRules = { byName: () => null, byRate: () => null };
  return {
    code,
    fiscalised,
    language: facts.language,
    currency: unnamedCurrencyOf(code),
    otherCurrencies: true,
    paymentGroups: new Set(),
    mandatory: new Set(facts.mandatory),
    strictVoids: false,
    usesKey: false,
    taxRules: () => rules,
    checkCfg: () => [],
    cfgWarnings: ({ Cmp }) => (fiscalised ? lawWarnings(code, Cmp.TaxId) : []),
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
