/** What is asked of a completed receipt before it is numbered, besides the law. */
import type { Country, State } from '../countries/contract.ts';
import type { Completed } from '../receipt/complete.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { isTraining, type Esr, type JournalRecord } from '../receipt/tra.ts';
import type { Ground } from './ground.ts';
import { numberKey, plainNumber } from './numbers.ts';
import type { Records } from './records.ts';
import type { Terminals } from './terminals.ts';
import { checkVoid, type VoidCheck } from './voids.ts';

const NO_VOID: VoidCheck = { issues: [], warnings: [], changes: () => ({}) };

/**
 * Two registers that numbered the same terminal would give every number twice.
 * @param rn the register that is to number it
 */
export function checkTerminal(
  rn: string,
  terminals: Terminals,
  { esr: { TL, TT } }: Completed,
  { cfg, country }: Ground,
): Issue[] {
  const numbering = country.numbering?.(TL, TT);
  if (numbering === undefined) return [];
  const owner = terminals.claim(cfg.Cmp.TaxId, numbering, rn);
  if (owner === rn) return [];
  return [
    issue('#TERMINAL_TAKEN', 'ESR.TT', `register ${owner} numbers terminal ${TL}/${TT} of this company`),
  ];
}

/** A number that the POS gives must be new. */
export async function checkNumber({ esr }: Completed, state: State, records: Records): Promise<Issue[]> {
  if (esr.TN === undefined) return [];
  const known = state.get(numberKey(esr));
  const number = plainNumber(esr.TN);
  // Above every number so far: no look-up needed.
  if (number !== null && number > (typeof known === 'number' ? known : 0)) return [];
  const found = await records.sameNumber(esr);
  const text = `${esr.TL}/${esr.TT}/${esr.TN} is registered already (SQ ${found?.SQ}); after a lost answer resend it to /restart`;
  return found ? [issue('#TN_EXISTS', 'ESR.TN', text)] : [];
}

/** Whether a void may take back what it refers to; nothing for other receipts. */
export function checkOwnVoid(
  esr: Esr,
  referred: JournalRecord | null,
  state: State,
  country: Country,
): VoidCheck {
  if (esr.Void !== '1' || isTraining(esr)) return NO_VOID;
  return checkVoid(esr, referred, state, country);
}
