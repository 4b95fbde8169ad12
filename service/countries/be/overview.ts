/** What the page of a Belgian register shows, and what its register should be looked after for. */
import { isTree } from '../../receipt/tree.ts';
import type { Problem } from '../../wire.ts';
import { dayBefore } from '../base/closings.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { isAnybodyIn } from './clock.ts';
import { openIntent } from './device.ts';
import { CONDITION } from './fiscalise.ts';
import { ROBOT_ID, TECHNICIAN_ID, operatorsOf } from './operators.ts';
import { belgiumPage } from './page.ts';
import { openPeriod } from './period.ts';
import { enteredIn, identityOf, languageOf, secretName, settingsOf } from './settings.ts';
import { turnoverOf, money } from './sums.ts';
import { lastTicket, RESTORED } from './ticket-number.ts';

/** Percent of the memory of an FDM from which it is pointed out. */
const WARN_USED = 90;

/** {@link CountryPage.page} of Belgium. */
export function page(state: State, context: CountryContext): DescribedPage {
  const { cfg, vault } = context;
  const settings = settingsOf(state);
  const told = identityOf(cfg, settings?.generation ?? '2', state);
  const entered = enteredIn(state);
  const builtIn = new Set([ROBOT_ID, TECHNICIAN_ID]);
  const open = openIntent(state);
  const { labels, vats } = turnoverOf(state);
  return belgiumPage({
    settings: settings && {
      ...{ generation: settings.generation, address: settings.address, fdm: settings.fdm },
      hasSecret: vault.get(secretName(settings.address)) !== undefined,
    },
    lacks: 'lacks' in told ? told.lacks : [],
    pos: typeof cfg.Trm?.Serial === 'string' ? cfg.Trm.Serial : entered.serial,
    entered,
    language: languageOf(cfg),
    operators: operatorsOf(cfg, context)
      .filter(({ id, isActive }) => isActive && !builtIn.has(id))
      .map(({ id, alias, name }) => ({ id, alias, name })),
    hasClocked: isAnybodyIn(state),
    ticket: lastTicket(state),
    period: openPeriod(state)?.day ?? null,
    signed: Object.values(labels).reduce((sum, { count }) => sum + count, 0),
    turnover: money(Object.values(vats).reduce((sum, { gross }) => sum + gross, 0)),
    open: open ? { ticket: open.ticket } : null,
    isRestored: (state.get(RESTORED) ?? null) !== null,
    problems: problems(state, context),
  });
}

/** {@link CountryPage.problems} of Belgium. */
export function problems(state: State, context: CountryContext): Problem[] {
  const settings = settingsOf(state);
  if (!settings) return [{ code: 'BE_NO_FDM', severity: 'stop' }];
  const found: Problem[] = [];
  const told = identityOf(context.cfg, settings.generation, state);
  if ('lacks' in told)
    found.push({ code: 'BE_SETUP', severity: 'stop', params: { places: told.lacks.join(', ') } });
  if ((state.get(RESTORED) ?? null) !== null) found.push({ code: 'BE_NUMBER', severity: 'stop' });
  if (openIntent(state)) found.push({ code: 'BE_OPEN', severity: 'warning' });
  const day = openPeriod(state)?.day ?? null;
  if (day !== null && day < dayBefore(context.now.slice(0, 10)))
    found.push({ code: 'BE_PERIOD', severity: 'warning', params: { date: day } });
  const condition = state.get(CONDITION) ?? null;
  const used = isTree(condition) && typeof condition.used === 'string' ? Number(condition.used) : 0;
  if (used >= WARN_USED)
    found.push({ code: 'BE_MEMORY', severity: 'warning', params: { percent: String(Math.floor(used)) } });
  return found;
}
