/** Means of payment (NacinPlac): a receipt is reported with one of them. */
import { minor } from '../../receipt/money.ts';
import { isPayment, type Payment } from '../../receipt/tra.ts';

/** Cash, card, transfer to an account, anything else or several of them. */
export type PaymentMeans = 'G' | 'K' | 'T' | 'O';

/** By payment group; the national groups are the letters themselves. */
const MEANS: Readonly<Record<string, PaymentMeans>> = {
  ...{ cash: 'G', refund: 'G', foreign: 'G', atm: 'G', G: 'G' },
  ...{ debitcard: 'K', creditcard: 'K', K: 'K' },
  ...{ open: 'T', T: 'T' },
};

/** What belongs to another payment: it says nothing of its own. */
const BESIDE = new Set(['change', 'rounding']);

/** National payment groups. */
export const PAYMENT_GROUPS: ReadonlySet<string> = new Set(['G', 'K', 'T', 'O']);

/** What is reported of the payments of a receipt: several means are O (schema 1.9, NacinPlac). */
export function paymentMeans(payments: readonly Payment[]): PaymentMeans {
  const named = payments.filter((p) => isPayment(p) && !BESIDE.has(p.PayG ?? ''));
  const paid = named.filter(({ Amt }) => minor(Amt, 2) !== 0);
  // A receipt of nothing was paid by what it names, too.
  const means = new Set(
    (paid.length > 0 ? paid : named).map(({ PayG = 'cash' }) =>
      Object.hasOwn(MEANS, PayG) ? MEANS[PayG]! : 'O',
    ),
  );
  const [first = 'O', ...more] = means;
  return more.length > 0 ? 'O' : first;
}
