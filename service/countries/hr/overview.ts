/** What the page of a Croatian register shows, and what its register should be looked after for. */
import { configuredTerminal } from '../../receipt/cfg.ts';
import type { Problem } from '../../wire.ts';
import { certificateProblems, highestNumber, trustingPageInput } from '../base/online/overview.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { certificateOf } from './credentials.ts';
import { ENVIRONMENT } from './environment.ts';
import { hoursOf } from './hours.ts';
import { croatiaPage } from './page.ts';
import { isInVatSystem } from './receipt-data.ts';
import { NUMBERS } from './restored.ts';

/** {@link CountryPage.page} of Croatia. */
export function page(state: State, context: CountryContext): DescribedPage {
  const { cfg } = context;
  const { TL, TT } = configuredTerminal(cfg);
  return croatiaPage({
    ...trustingPageInput(ENVIRONMENT, certificateOf(context, cfg), context),
    premises: TL,
    device: TT,
    ...hoursOf(context, cfg),
    inVat: isInVatSystem(cfg),
    restored: NUMBERS.unknown(state) ? highestNumber(state, context) : null,
    problems: problems(state, context),
  });
}

/** {@link CountryPage.problems} of Croatia. */
export function problems(state: State, context: CountryContext): Problem[] {
  return [
    ...certificateProblems('HR', certificateOf(context, context.cfg), context.now),
    ...(NUMBERS.unknown(state) ? [{ code: 'HR_NUMBERS_UNKNOWN', severity: 'stop' as const }] : []),
  ];
}
