/**
 * What does not count in Germany: everything while the profile says that this is a test
 * (`Fiscal_Test`, `Reg_test`), and what a TSE for tests has signed (DE17).
 */
import type { Esr } from '../../receipt/tra.ts';
import { practiceChange } from '../base/practice.ts';
import type { CountryContext, CountryServices } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { StateChange } from '../contract/work.ts';
import { isClosing } from './kind.ts';
import { LAST_Z } from './kept.ts';
import { openPeriod } from './period.ts';

type Services = Pick<CountryServices, 'attributes' | 'tses'>;

/** {@link CountryReceipts.practice} of Germany. */
export function practiceOf({ attributes, tses }: Services): 'Fiscal_Test' | 'test TSE' | null {
  if (attributes().flag('Fiscal_Test')) return 'Fiscal_Test';
  return tses?.units[0]?.isTest ? 'test TSE' : null;
}

/** Journals that practice has begun or ended; null when it has not since the last note. */
export function practiceNote(state: State, context: CountryContext): StateChange | null {
  const reason = practiceOf(context);
  const hasBooks = openPeriod(state) !== null || state.get(LAST_Z) !== undefined;
  // A register begins with a TSE for tests or with a real one; neither is worth a note before the other comes.
  const atFirst = () => (reason === 'test TSE' && !hasBooks ? reason : null);
  return practiceChange('DE', reason, state, atFirst);
}

/**
 * {@link CountryReceipts.interpret} of Germany: in the test phase everything with amounts is training,
 * which a real TSE signs as such (AVTraining). What is taken back is what it was.
 */
export function interpret(esr: Esr, { attributes }: Pick<CountryServices, 'attributes'>): Esr {
  if (!attributes().flag('Fiscal_Test') || esr.Void === '1' || isClosing(esr)) return esr;
  const hasAmounts = (esr.PosA ?? []).length > 0 || (esr.PayA ?? []).length > 0;
  const isOther = esr.NF !== undefined || (esr.NFS !== undefined && !hasAmounts);
  return isOther ? esr : { ...esr, Test: '1' };
}
