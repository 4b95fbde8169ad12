/** A register belongs to one company: numbers, chains and what the authority knows are that company's. */
import type { Cfg } from '../../receipt/cfg.ts';
import { issue, type Issue } from '../../receipt/issue.ts';

/**
 * Why a configuration is of another company; empty when it is of the same one.
 * @param bare a tax id as it is compared, without blanks and prefix
 */
export function otherCompany(cfg: Cfg, current: Cfg, bare: (taxId: string) => string): Issue[] {
  const isSame = bare(cfg.Cmp.TaxId) === bare(current.Cmp.TaxId) && cfg.Cmp.Ctry === current.Cmp.Ctry;
  return isSame ? [] : [issue('#CFG', 'Cfg.Cmp.TaxId', 'another company needs a register of its own')];
}
