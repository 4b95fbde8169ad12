/** Whether a register goes on as the one that it was. */
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Issue } from '../../../receipt/issue.ts';
import { issue } from '../../../receipt/issue.ts';

/**
 * Another company, place or terminal needs a register of its own: chain and totals belong to one.
 * @param companyOf the number that the authority knows a company by, and where it stands
 */
export function sameRegister(
  cfg: Cfg,
  current: Cfg,
  companyOf: (cfg: Cfg) => string,
  path = 'Cfg.Cmp.TaxId',
): Issue[] {
  const isSame = companyOf(cfg) === companyOf(current) && cfg.Cmp.Ctry === current.Cmp.Ctry;
  const isMoved = cfg.Loc?.TL !== current.Loc?.TL || cfg.Trm?.TT !== current.Trm?.TT;
  if (!isSame) return [issue('#CFG', path, 'another company needs a register of its own')];
  return isMoved
    ? [issue('#CFG', 'Cfg.Trm.TT', 'another place or terminal needs a register of its own: its id is signed')]
    : [];
}
