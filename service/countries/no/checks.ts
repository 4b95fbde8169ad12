/** What Norway demands of a configuration and of receipts. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import type { JournalNumber } from '../base/cash-register/checks.ts';
import { issue } from './codes.ts';
import { organisationOf, hasCheckDigit, isOrganisation } from './organisation.ts';
import { RULES } from './taxes.ts';

/** How companies are known. */
export const NUMBER: JournalNumber = { name: 'organisation number', bare: organisationOf, hasCheckDigit };

/** Exports name the company by it. */
export function checkCfg({ Cmp }: Cfg): Issue[] {
  return isOrganisation(organisationOf(Cmp.TaxId))
    ? []
    : [
        issue(
          '#CFG',
          'Cfg.Cmp.TaxId',
          'must be the organisation number: 9 digits, with or without NO and MVA',
        ),
      ];
}

/** What is wrong with a completed receipt. */
export function checkReceipt({ TaxA }: CompleteEsr): Issue[] {
  return TaxA.flatMap(({ Prc = '0' }, i) =>
    RULES.byRate(Prc) ? [] : [issue('#NO_TAX', `ESR.TaxA[${i}].Prc`, `${Prc} % is no Norwegian percentage`)],
  );
}
