/** Voids (doc 2, /register/void; doc 3, Void): the receipt they take back, and that none is taken back twice. */
import type { Country, State } from '../countries/contract.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { Json } from '../receipt/json.ts';
import { amountText, minor } from '../receipt/money.ts';
import type { Esr, JournalRecord } from '../receipt/tra.ts';

/** Outcome of checking a void. */
export interface VoidCheck {
  issues: Issue[];
  warnings: string[];
  /** State entries that remember the void. */
  changes: Record<string, Json>;
}

/** State key of what was taken back of a receipt: minor units, summed. */
function voidKey(sq: number): string {
  return `VOID ${sq}`;
}

/** True when a receipt was taken back as a whole. */
export function isVoided({ SQ, ESR }: JournalRecord, state: State, digits: number): boolean {
  return ESR !== undefined && state.get(voidKey(SQ)) === minor(ESR.T, digits);
}

/** Checks a void against its original. */
export function checkVoid(
  esr: Esr,
  original: JournalRecord | null,
  state: State,
  country: Country,
): VoidCheck {
  const refuse = (...issues: Issue[]): VoidCheck => ({ issues, warnings: [], changes: {} });
  if (esr.RFN === undefined && esr.RTN === undefined) {
    return refuse(
      issue('#VOID_REFERENCE', 'ESR.RFN', 'a void names its original by RFN, or by RTL, RTT and RTN'),
    );
  }
  const name = esr.RFN ?? `${esr.RTL ?? esr.TL}/${esr.RTT ?? esr.TT}/${esr.RTN}`;
  if (!original?.ESR) {
    const text = `this register has no receipt ${name}`;
    if (country.strictVoids) return refuse(issue('#ORIGINAL_NOT_FOUND', 'ESR.RFN', text));
    return { issues: [], warnings: [`#ORIGINAL_NOT_FOUND ${text}; registered without check`], changes: {} };
  }
  if (original.ESR.Void === '1') {
    return refuse(issue('#ALREADY_VOIDED', 'ESR.RFN', `${name} is a void itself`));
  }
  const digits = country.currency.digits;
  const whole = minor(original.ESR.T, digits);
  const before = state.get(voidKey(original.SQ));
  const taken = -minor(esr.T, digits);
  const sum = (typeof before === 'number' ? before : 0) + taken;
  const isWhole = taken === whole;
  if (before !== undefined && (isWhole || Math.abs(sum) > Math.abs(whole))) {
    return refuse(issue('#ALREADY_VOIDED', 'ESR.RFN', `${name} was voided before`));
  }
  if (country.strictVoids && !isWhole) {
    const text = `a void takes back the whole receipt of ${original.ESR.T}, not ${amountText(taken, digits)}`;
    return refuse(issue('#VOID_AMOUNT', 'ESR.T', text));
  }
  if (Math.abs(taken) > Math.abs(whole) || taken * whole < 0) {
    const text = `takes back ${amountText(taken, digits)} of ${original.ESR.T}`;
    return refuse(issue('#VOID_AMOUNT', 'ESR.T', text));
  }
  return { issues: [], warnings: [], changes: { [voidKey(original.SQ)]: sum } };
}
