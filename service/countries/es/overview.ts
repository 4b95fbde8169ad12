/** What the page of a Spanish register shows and does, and what its register should be looked after for. */
import type { Problem } from '../../wire.ts';
import { acting, textOf, type Action } from '../base/action.ts';
import { onlineActions } from '../base/online/actions.ts';
import { certificateProblems, onlinePageInput } from '../base/online/overview.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { correct, flawedRecords, settle } from './corrections.ts';
import { CERTIFICATES, ENVIRONMENT } from './credentials.ts';
import { declarationFacts } from './declaration.ts';
import { bareNif, isNif } from './nif.ts';
import { spainPage } from './page.ts';
import { OWN_TREASURIES, provinceOf, regionOf, taxOf } from './region.ts';
import { systemOf } from './systems.ts';

/** {@link CountryPage.page} of Spain. */
export function page(state: State, context: CountryContext): DescribedPage {
  const isTest = ENVIRONMENT.isTest(context);
  const installation = state.get('ES/installation');
  return spainPage({
    ...onlinePageInput(CERTIFICATES.of(context, context.cfg), isTest, context),
    region: regionOf(context),
    tax: taxOf(context.cfg),
    installation: typeof installation === 'string' ? installation : null,
    facts: systemOf(regionOf(context))?.facts?.(context) ?? [],
    flawed: flawedRecords(state, context),
    declaration: declarationFacts(context),
    problems: problems(state, context),
  });
}

/** {@link CountryPage.problems} of Spain. */
export function problems(state: State, context: CountryContext): Problem[] {
  const region = regionOf(context);
  const system = systemOf(region);
  const { cfg } = context;
  // VERI*FACTU needs it to tell, not to sell.
  const found = certificateProblems('ES', CERTIFICATES.of(context, cfg), context.now).map((problem) =>
    region === 'verifactu' ? { ...problem, severity: 'warning' as const } : problem,
  );
  if (!system) found.push({ code: 'ES_NO_SYSTEM', severity: 'stop', params: { region } });
  found.push(...(system?.worries?.(context) ?? []));
  const own = OWN_TREASURIES[provinceOf(cfg.Cmp.Zip)];
  if (own !== undefined && own !== region)
    found.push({
      code: own === 'navarra' ? 'ES_NAVARRA' : 'ES_REGION',
      severity: 'warning',
      params: { region: own },
    });
  const flawed = flawedRecords(state, context).filter(({ state: what }) => what === 'accepted-with-errors');
  if (flawed.length > 0)
    found.push({
      code: 'ES_FLAWED',
      severity: 'warning',
      params: { count: flawed.length, text: flawed[0]!.text },
    });
  const { taxId } = context.program().producer;
  if (!ENVIRONMENT.isTest(context) && !isNif(bareNif(taxId)) && !/^[A-Z]{2}/.test(taxId))
    found.push({ code: 'ES_PRODUCER', severity: 'warning' });
  return found;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  ...onlineActions({ certificates: CERTIFICATES }),
  correct: (input, state, context) => correct(Number(textOf(input, 'sq')), state, context),
  settle: (input, state, context) => settle(Number(textOf(input, 'sq')), state, context),
};

/** {@link Country.act} of Spain. */
export const act = acting(ACTIONS);
