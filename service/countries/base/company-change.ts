/** A register belongs to one company: numbers, chains and what the authority knows are that company's. */
import type { Cfg } from '../../receipt/cfg.ts';
import { issue, type Issue } from '../../receipt/issue.ts';
import { NUMBER_KEY } from '../../receipt/number-key.ts';
import type { State } from '../contract/state.ts';

/**
 * Why a configuration is of another company; empty when it is of the same one.
 * @param bare a tax id as it is compared, without blanks and prefix
 */
export function otherCompany(cfg: Cfg, current: Cfg, bare: (taxId: string) => string): Issue[] {
  return otherNumber(cfg, current, 'Cfg.Cmp.TaxId', ({ Cmp }) => bare(Cmp.TaxId));
}

/** The same once receipts were numbered: before, a slip in a tax id can be mended. */
export function otherCompanyOfReceipts(bare: (taxId: string) => string) {
  return (cfg: Cfg, current: Cfg, state: State): Issue[] => {
    const hasReceipts = [...state.keys()].some((key) => key.startsWith(NUMBER_KEY));
    return hasReceipts ? otherCompany(cfg, current, bare) : [];
  };
}

/** The same where companies are known by another number, which stands at `path`. */
export function otherNumber(cfg: Cfg, current: Cfg, path: string, numberOf: (cfg: Cfg) => string): Issue[] {
  const isSame = numberOf(cfg) === numberOf(current) && cfg.Cmp.Ctry === current.Cmp.Ctry;
  return isSame ? [] : [issue('#CFG', path, 'another company needs a register of its own')];
}

/** Why a configuration is of another place or terminal, where their ids are signed; empty when they are the same. */
export function otherTerminal(cfg: Cfg, current: Cfg): Issue[] {
  const isMoved = cfg.Loc?.TL !== current.Loc?.TL || cfg.Trm?.TT !== current.Trm?.TT;
  const text = 'another place or terminal needs a register of its own: its id is signed';
  return isMoved ? [issue('#CFG', 'Cfg.Trm.TT', text)] : [];
}
