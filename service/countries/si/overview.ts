/** What the page of a Slovenian register shows, and what its register should be looked after for. */
import { configuredTerminal } from '../../receipt/cfg.ts';
import type { Problem } from '../../wire.ts';
import { trustingPageInput, trustProblems } from '../base/online/overview.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { CERTIFICATES, ENVIRONMENT, NUMBERS } from './credentials.ts';
import { keyOfNumber } from './numbering.ts';
import { sloveniaPage } from './page.ts';
import { premisesOf } from './premises.ts';

/** {@link CountryPage.page} of Slovenia. */
export function page(state: State, context: CountryContext): DescribedPage {
  const { cfg } = context;
  const { TL, TT } = configuredTerminal(cfg);
  const isTest = ENVIRONMENT.isTest(context);
  return sloveniaPage({
    ...trustingPageInput(ENVIRONMENT, CERTIFICATES.of(context, cfg), context),
    premises: TL,
    device: TT,
    registered: premisesOf(context, cfg, isTest),
    restored: NUMBERS.unknown(state) ? Number(state.get(keyOfNumber(context, state)) ?? 0) : null,
    problems: problems(state, context),
  });
}

/** {@link CountryPage.problems} of Slovenia. */
export function problems(state: State, context: CountryContext): Problem[] {
  const { cfg } = context;
  const registered = premisesOf(context, cfg, ENVIRONMENT.isTest(context));
  const found = trustProblems('SI', ENVIRONMENT, CERTIFICATES.of(context, cfg), context);
  if (!registered || registered.closed)
    found.push({
      code: 'SI_PREMISES_UNREGISTERED',
      severity: 'warning',
      params: { premises: configuredTerminal(cfg).TL },
    });
  if (NUMBERS.unknown(state)) found.push({ code: 'SI_NUMBERS_UNKNOWN', severity: 'stop' });
  return found;
}
