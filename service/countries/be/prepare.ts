/** What has to be right before a record is signed, and what is done first. */
import type { Issue } from '../../receipt/issue.ts';
import { isTraining, type CompleteEsr } from '../../receipt/tra.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import type { OwnReceipt, Work } from '../contract/work.ts';
import { issue } from './codes.ts';
import { copiesDue } from './copies.ts';
import { MOST_LINE } from './gks1/plu.ts';
import { mixedRates } from './gks1/ticket.ts';
import { referenceOf, signedOf } from './kept.ts';
import { eventOf, hasLines } from './kind.ts';
import { articleLines } from './lines.ts';
import { operatorsStored, ROBOT_ALIAS } from './operators.ts';
import { openPeriod } from './period.ts';
import { identityOf, settingsOf, type Settings } from './settings.ts';
import { usersIn } from './sums.ts';
import { RESTORED } from './ticket-number.ts';

/** {@link CountryReceipts.prepare} of Belgium. */
export function prepare(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
): AsyncGenerator<Work, Issue[], void> | null {
  return eventOf(esr) === null ? null : prepared(esr, state, context);
}

async function* prepared(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
): AsyncGenerator<Work, Issue[], void> {
  const issues = unready(state, context);
  if (issues.length === 0) issues.push(...recordIssues(esr, settingsOf(state)!, context));
  if (issues.length > 0) return issues;
  try {
    await operatorsStored(context.cfg, context);
  } catch {
    return [issue('#BE_SETUP', 'ESR.OprTIN', 'the protected list of operators cannot be written')];
  }
  yield* copiesDue(state);
  const mutation = eventOf(esr);
  const isOver = (openPeriod(state)?.day ?? '9') < esr.D.slice(0, 10);
  const closes = mutation === 'signReportTurnoverZ' || mutation === 'signReportUserZ' || isTraining(esr);
  if (!isOver || closes || !context.attributes().flag('Fiscal_ZLaunch')) return [];
  let refused: readonly Issue[] = [];
  for (const report of closings(state, (because) => (refused = because))) {
    yield report;
    if (refused.length > 0) return [...refused];
  }
  return [];
}

/** Why a register can sign nothing at all. */
export function unready(state: State, { cfg }: Pick<ReceiptContext, 'cfg'>): Issue[] {
  const settings = settingsOf(state);
  if (!settings) return [issue('#BE_SETUP', '', 'no FDM is connected: see the page Belgium')];
  const told = identityOf(cfg, settings.generation, state);
  if ('lacks' in told)
    return told.lacks.map((place) =>
      issue('#BE_SETUP', `Cfg.${place}`, 'is missing, or not what the FDM wants'),
    );
  const isRestored = (state.get(RESTORED) ?? null) !== null;
  return isRestored
    ? [issue('#BE_NUMBER', '', 'enter the number of the last ticket on the page Belgium')]
    : [];
}

function recordIssues(esr: CompleteEsr, { generation }: Settings, { originals }: ReceiptContext): Issue[] {
  const mutation = eventOf(esr)!;
  const main = originals.find(({ path }) => path === 'ESR')?.record ?? null;
  if (mutation === 'signCopy' && !(main && signedOf(main)))
    return [issue('#BE_REFERENCE', 'ESR.RTN', 'name the record that is copied')];
  if (mutation === 'signInvoice') {
    const isSigned = originals.length > 0 && originals.every(({ record }) => record && signedOf(record));
    if (!isSigned) return [issue('#BE_REFERENCE', 'ESR.RTN', 'name the sales that are invoiced')];
  }
  if (generation === '2') {
    const isNamed = mutation === 'signPaymentCorrection' && originals.length > 0;
    if (isNamed && !referenceOf(main))
      return [issue('#BE_REFERENCE', 'ESR.RTN', 'name the sale whose payment is corrected')];
    return [];
  }
  if (!hasLines(mutation)) return [];
  const rates = mixedRates(esr).map((rate) =>
    issue('#BE_TAX', 'ESR.PosA', `the sum at ${rate} % goes the other way than the receipt; split it`),
  );
  const isLarge = articleLines(esr).some(({ before }) => Math.abs(before) > MOST_LINE);
  return isLarge ? [...rates, issue('#BE_TOO_MUCH', 'ESR.PosA', 'a line is at most 999999.99')] : rates;
}

/** Reports that a register makes by itself: users first, then the turnover. */
export function* closings(state: State, tell: OwnReceipt['refused'] & {}): Iterable<OwnReceipt> {
  if (usersIn(state).length > 0)
    yield {
      own: 'UserZ',
      esr: { NFS: 'UserZ', Opr: ROBOT_ALIAS },
      due: (now) => usersIn(now).length > 0,
      refused: tell,
    };
  yield {
    own: 'Z',
    esr: { NFS: 'Z', Opr: ROBOT_ALIAS },
    due: (now) => openPeriod(now) !== null,
    refused: tell,
  };
}
