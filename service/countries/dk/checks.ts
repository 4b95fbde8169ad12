/** What Denmark demands of a configuration and of receipts. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import type { JournalNumber } from '../base/cash-register/checks.ts';
import { issue } from './codes.ts';
import { cvrOf, hasCheckDigit, isCvr } from './cvr.ts';
import { RULES } from './taxes.ts';

/** How companies are known. */
export const NUMBER: JournalNumber = { name: 'CVR number', bare: cvrOf, hasCheckDigit };

/** The CVR number is signed with each transaction. */
export function checkCfg({ Cmp }: Cfg): Issue[] {
  return isCvr(cvrOf(Cmp.TaxId))
    ? []
    : [issue('#CFG', 'Cfg.Cmp.TaxId', 'must be the CVR number: 8 digits, with or without DK')];
}

/** What is wrong with a completed receipt. */
export function checkReceipt({ TaxA }: CompleteEsr): Issue[] {
  return TaxA.flatMap(({ Prc = '0' }, i) =>
    RULES.byRate(Prc) ? [] : [issue('#DK_TAX', `ESR.TaxA[${i}].Prc`, `${Prc} % is no Danish percentage`)],
  );
}
