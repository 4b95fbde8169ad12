/** A register whose terminal another one numbers already: sales there are refused (`#TERMINAL_TAKEN`). */
import type { State } from '../../countries/contract/state.ts';
import { countryOf } from '../../countries/list.ts';
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import { numberedTerminals } from '../numbers.ts';
import type { Terminals } from './terminals.ts';

/** The terminal of a configuration that another register of the company numbers. */
export interface TakenTerminal {
  /** The register that numbers it. */
  owner: string;
  TL: string;
  TT: string;
  /** The register numbers other terminals, which its sales name: those go on. */
  sellsElsewhere: boolean;
}

/**
 * Whether another register numbers the terminal of a configuration.
 * @param rn the register that has the configuration, or is to get it
 * @returns null where none does, and where the country makes no numbers of terminals
 */
export function takenTerminal(
  rn: string,
  cfg: Cfg,
  terminals: Terminals,
  state: State,
): TakenTerminal | null {
  if (!countryOf(cfg.Cmp.Ctry).numbering) return null;
  const { TL, TT } = configuredTerminal(cfg);
  const owner = terminals.ownerOf({ cfg, TL, TT });
  if (owner === undefined || owner === rn) return null;
  const own = numberedTerminals(state.keys());
  const sellsElsewhere = own.some((terminal) => terminals.ownerOf({ cfg, ...terminal }) === rn);
  return { owner, TL, TT, sellsElsewhere };
}
