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
 * Two registers that numbered the same terminal would give every number twice, where
 * the country makes numbers of terminals.
 * @param rn the register that is to number it
 * @returns `release` gives a terminal back that has not been numbered after all
 */
export function claimTerminal(
  rn: string,
  terminals: Terminals,
  { esr: { TL, TT } }: Completed,
  { cfg, country }: Ground,
): { issues: Issue[]; release: () => void } {
  const terminal = { cfg, TL, TT };
  const isNew = terminals.ownerOf(terminal) === undefined;
  const owner = terminals.claim(terminal, rn);
  const release = () => (isNew ? terminals.release(terminal) : undefined);
  if (owner === rn || !country.numbering) return { issues: [], release };
  const text = `register ${owner} numbers terminal ${TL}/${TT} of this company`;
  return { issues: [issue('#TERMINAL_TAKEN', 'ESR.TT', text)], release };
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
