/** GET /control/totals: turnover of a register, in all and by tax and payment group. */
import { Router } from 'express';
import { offsetTime } from '../../clock.ts';
import type { Journal } from '../../journal/journal.ts';
import { issue, type Issue } from '../../receipt/issue.ts';
import { amountText } from '../../receipt/money.ts';
import { isDate } from '../../receipt/time.ts';
import type { Registers } from '../../register/registers.ts';
import { refuseOnPage } from '../request/export-errors.ts';
import { namedRegister } from '../request/named-register.ts';
import { queryOf, type Query } from '../request/query.ts';

/**
 * Turnover of the days asked for; of today when none is.
 * @param now ms since 1970
 */
export function totalsRoutes(journal: Journal, registers: Registers, now: () => number): Router {
  const router = Router();
  router.get('/control/totals', async (request, response) => {
    const query = queryOf(request);
    const { rn, issues } = namedRegister(request);
    const register = issues.length === 0 ? await registers.find(rn) : null;
    if (!register?.country) {
      refuseOnPage(response, [issue('#NOT_FOUND', 'RN', `there is no register ${rn}`)]);
      return;
    }
    const days = readPeriod(query, offsetTime(now()).slice(0, 10));
    if ('issues' in days) {
      refuseOnPage(response, days.issues);
      return;
    }
    const { from, till } = days;
    const { digits, code: currency } = register.country.currency;
    const { receipts, total, taxes, payments } = await journal.turnover(rn, from, till);
    const text = (amount: number) => amountText(amount, digits);
    response.set('cache-control', 'no-store').json({
      ...{ rn, from, till, currency, receipts, total: text(total) },
      taxes: taxes.map(({ group, gross, tax }) => ({ group, gross: text(gross), tax: text(tax) })),
      payments: payments.map(({ group, amount }) => ({ group, amount: text(amount) })),
    });
  });
  return router;
}

/** `from` alone goes on till today, `till` alone is that day. */
function readPeriod(query: Query, today: string): { from: string; till: string } | { issues: Issue[] } {
  const till = query.get('till') ?? today;
  const from = query.get('from') ?? till;
  const issues = Object.entries({ from, till })
    .filter(([, day]) => !isDate(day))
    .map(([name]) => issue('#TYPE', name, 'must be an existing day YYYY-MM-DD'));
  if (issues.length === 0 && from > till) issues.push(issue('#TYPE', 'from', `is later than till, ${till}`));
  return issues.length > 0 ? { issues } : { from, till };
}
