/** Cash that is put into the drawer or taken out, with the reasons of the law (48/2013 NGM). */
import { minor } from '../../receipt/money.ts';
import type { Issue } from '../../receipt/issue.ts';
import { isPayment, type CompleteEsr } from '../../receipt/tra.ts';
import type { CashMove } from '../contract/fiscal-printer.ts';
import { issue } from './codes.ts';

const REASONS: Readonly<Record<CashMove['direction'], Readonly<Record<number, string>>>> = {
  in: {
    ...{
      1: 'váltópénz',
      2: 'pénztáros',
      3: 'díj',
      4: 'szerencsejáték',
      5: 'letét',
      6: 'hiány',
      7: 'borravaló',
    },
    8: 'egyéb',
  },
  out: {
    ...{
      31: 'lefölözés',
      32: 'kijelentkezés',
      33: 'utalvány',
      34: 'ajándékkártya',
      35: 'fizetés',
      36: 'munkabér',
    },
    ...{ 37: 'postaköltség', 38: 'egyéb költség', 39: 'áru', 40: 'zárás', 41: 'egyéb' },
  },
};
const OTHER = { in: 8, out: 41 };
const COIN = 500;

/** What was moved: the payments in cash, without sign. */
export function cashOf({ PayA, T }: CompleteEsr): number {
  const paid = PayA.filter(isPayment);
  return Math.abs(paid.length === 0 ? minor(T, 2) : paid.reduce((sum, { Amt }) => sum + minor(Amt, 2), 0));
}

/** A movement of cash; ESR.Rsn is the number of its reason, or words beside "other". */
export function cashMoveOf(
  esr: CompleteEsr,
  kind: 'payin' | 'payout',
): { move: CashMove } | { issues: Issue[] } {
  const direction = kind === 'payin' ? 'in' : 'out';
  const sent = (esr.Rsn ?? '').trim();
  const code = /^(\d{1,2})(?:\D|$)/.exec(sent)?.[1];
  const reason = code === undefined ? OTHER[direction] : Number(code);
  const words = REASONS[direction][reason];
  if (words === undefined) {
    const known = Object.keys(REASONS[direction]).join(', ');
    return { issues: [issue('#HU_REASON', 'ESR.Rsn', `must be one of ${known}`)] };
  }
  const amount = cashOf(esr);
  const issues = cashIssues(amount);
  if (amount === 0) issues.push(issue('#HU_PAYMENT', 'ESR.PayA', 'the amount is missing'));
  if (issues.length > 0) return { issues };
  return { move: { direction, reason, text: code === undefined && sent !== '' ? sent : words, amount } };
}

/** Cash comes in coins of 5 forint at least. */
export function cashIssues(amount: number): Issue[] {
  return amount % COIN === 0 ? [] : [issue('#HU_PAYMENT', 'ESR.PayA', 'cash is a multiple of 5 forint')];
}
