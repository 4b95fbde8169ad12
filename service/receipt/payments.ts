/** Payments of a receipt: defaults, and what the table of payment groups (doc 3, PayG) asks of them. */
import { currency, isCurrency } from './currency.ts';
import { issue, type Issue } from './issue.ts';
import { minor, readAmount } from './money.ts';
import { isNonFiscal, isPayment, type Esr, type Payment } from './tra.ts';

/** Sign of each standard group on a sale: money that comes in, that goes out, or either. */
const STANDARD_GROUPS: ReadonlyMap<string, '+' | '-' | ''> = new Map([
  ['cash', '+'],
  ['change', '-'],
  ['refund', '-'],
  ['atm', '+'],
  ['foreign', '+'],
  ['debitcard', '+'],
  ['mobile', '+'],
  ['creditcard', '+'],
  ['open', ''],
  ['creditnote', ''],
  ['loyalty', '+'],
  ['title', '+'],
  ['check', '+'],
  ['rounding', ''],
]);

/** Groups in any letter case, with blanks around them. */
function folded(group: string): string {
  return group.trim().toLowerCase();
}

/** Whether a payment group that was sent is the one that a receipt has: `Cash` is kept as `cash`, none at all too. */
export function isSameGroup(kept: unknown, sent: unknown): boolean {
  const group = (value: unknown) => (typeof value === 'string' ? folded(value) || 'cash' : value);
  return sent === undefined || group(kept) === group(sent);
}

/** The group as its table writes it, since checks, sums and exports go by that; null for one that is in none. */
function knownGroup(sent: string, national: ReadonlySet<string>): string | null {
  if (STANDARD_GROUPS.has(sent) || national.has(sent)) return sent;
  const meant = folded(sent) || 'cash';
  if (STANDARD_GROUPS.has(meant)) return meant;
  return [...national].find((group) => folded(group) === meant) ?? null;
}

/** Payments with their group; a print line stays as it is. */
export function completePayments(
  sent: readonly Payment[],
  national: ReadonlySet<string>,
  warnings: string[],
): Payment[] {
  return sent.map((p, i) => {
    if (!isPayment(p)) return p;
    if (p.PayG === undefined) return { ...p, PayG: 'cash' };
    const group = knownGroup(p.PayG, national);
    if (group === null) {
      warnings.push(`ESR.PayA[${i}].PayG: ${JSON.stringify(p.PayG)} is no known payment group`);
      return p;
    }
    return group === p.PayG ? p : { ...p, PayG: group };
  });
}

/**
 * Foreign money says how much of which currency it is: what is in the drawer cannot be counted else.
 * @param isRepeated taken over from a receipt of the journal, which versions before asked less of
 */
export function checkForeign(payments: readonly Payment[], isRepeated = false): Issue[] {
  return payments.flatMap((p, i) => {
    if (!isPayment(p)) return [];
    const { PayG, CC, FAmt, Amt } = p;
    const path = `ESR.PayA[${i}]`;
    const issues: Issue[] = [];
    if (CC === undefined ? PayG === 'foreign' : !isCurrency(CC)) {
      issues.push(issue('#PAY_FOREIGN', `${path}.CC`, 'must be a currency of ISO 4217 such as USD'));
    }
    if (FAmt === undefined && PayG === 'foreign') {
      issues.push(issue('#PAY_FOREIGN', `${path}.FAmt`, 'the amount in the foreign currency is missing'));
    }
    if (FAmt !== undefined && !isRepeated) {
      const text = foreignProblem(FAmt, CC, Amt);
      if (text !== null) issues.push(issue('#PAY_FOREIGN', `${path}.FAmt`, text));
    }
    return issues;
  });
}

/** Why an amount in a currency cannot be what a payment is worth; null where it can. */
function foreignProblem(FAmt: string, CC: string | undefined, Amt: string | undefined): string | null {
  const [sign, own] = [signOf(FAmt), signOf(Amt)];
  // Very little of a weak currency may be worth no cent.
  if (own !== 0 && sign !== own)
    return sign === 0 ? `is ${FAmt}, and Amt is ${Amt}` : 'has another sign than Amt';
  if (!isCurrency(CC)) return null;
  const { digits } = currency(CC);
  const read = readAmount(FAmt, digits);
  const isTooFine = 'error' in read && read.error === 'precision';
  return isTooFine ? `${FAmt} has more than the ${digits} decimals of ${CC}` : null;
}

function signOf(amount = '0'): number {
  if (!/[1-9]/.test(amount)) return 0;
  return amount.startsWith('-') ? -1 : 1;
}

/**
 * Signs of the payments of a sale; what is given back or taken back has either sign.
 * Change that is counted as money received is a mistake; cash with a minus is change
 * under another name, as many tills send it.
 * @param total minor units
 */
export function checkSigns(
  esr: Esr,
  payments: readonly Payment[],
  total: number,
  digits: number,
): { issues: Issue[]; warnings: string[] } {
  const issues: Issue[] = [];
  const warnings: string[] = [];
  if (isNonFiscal(esr) || esr.Void === '1' || total < 0) return { issues, warnings };
  payments.forEach((p, i) => {
    if (!isPayment(p)) return;
    const amount = minor(p.Amt, digits);
    const sign = STANDARD_GROUPS.get(p.PayG ?? '');
    const path = `ESR.PayA[${i}].Amt`;
    if (sign === '-' && amount > 0) issues.push(issue('#PAY_SIGN', path, `${p.PayG} is negative on a sale`));
    if (sign === '+' && amount < 0) {
      const name = p.PayG === 'cash' ? 'change' : 'refund';
      warnings.push(`${path}: ${p.PayG} is positive on a sale; money given back is ${name}`);
    }
  });
  return { issues, warnings };
}
