/**
 * What a register's country does beside receipts: by itself, and for the control
 * page. Each state change is journaled before the next one begins.
 */
import type { Country } from '../countries/contract/country.ts';
import { inputIssues } from '../countries/contract/described-page/input.ts';
import type { DescribedPage } from '../countries/contract/described-page/page.ts';
import type { CountryContext } from '../countries/contract/services.ts';
import type { State } from '../countries/contract/state.ts';
import type { Outcome, StateChange } from '../countries/contract/work.ts';
import { issue } from '../receipt/issue.ts';
import type { Json } from '../receipt/json.ts';
import type { Tree } from '../receipt/tree.ts';
import type { Register } from './register.ts';
import { registersNothing } from './refusals.ts';

/** What the country works with at one register. */
interface Administered {
  country: Country;
  context: CountryContext;
  state: State;
}

function administered(register: Register): Administered | null {
  const { country, context, state } = register;
  return country && context && { country, context, state };
}

/** What the control page shows: in the country's own shape, as a page that is drawn by its description, or both. */
export interface ShownCountry {
  country: string;
  overview?: Json;
  page?: DescribedPage;
}

/** What the control page shows; null when the register's country has no page of its own. */
export function overviewOf(register: Register): ShownCountry | null {
  const its = administered(register);
  if (!its) return null;
  const { country, state, context } = its;
  if (!country.overview && !country.page) return null;
  return {
    country: country.code,
    ...(country.overview && { overview: country.overview(state, context) }),
    ...(country.page && { page: country.page(state, context) }),
  };
}

/** Serial of the key or certificate that a register signs with now, as its public part is shown; null where it signs by none, or has none yet. */
export function signingSerial(register: Register): string | null {
  const its = administered(register);
  if (its?.country.signingSerial) return its.country.signingSerial(its.state);
  if (its?.country.textSigner) return its.country.textSigner(its.context)?.serial ?? null;
  return its?.country.usesKey ? (its.context.key()?.serial ?? null) : null;
}

/** Does what the control page asks for; null when the register's country has no page of its own. */
export async function act(register: Register, action: string, input: Tree): Promise<Outcome | null> {
  const its = administered(register);
  if (!its?.country.act) return null;
  const issues = descriptionIssues(its, action, input);
  if (issues.length > 0) return { issues };
  const stateChanges = its.country.act(action, input, its.state, its.context);
  for (;;) {
    const next = await stateChanges.next();
    if (next.done) return next.value;
    if (await register.writes.perform(next.value)) continue;
    const what = 'own' in next.value ? `receipt ${next.value.own}` : next.value.event;
    return {
      issues: [register.failure ?? issue('#JOURNAL_FAILED', '', `${what} was not stored; try again`)],
    };
  }
}

/** Reasons of a country whose page is its description alone: it offers what may be done, and says within which bounds. */
function descriptionIssues({ country, state, context }: Administered, action: string, input: Tree) {
  if (!country.page || country.overview) return [];
  return inputIssues(country.page(state, context), action, input);
}

/** Lets the register's country do what is due. Stops at the first thing that cannot be stored. */
export async function runBackground(register: Register): Promise<void> {
  const its = administered(register);
  if (!its?.country.background || registersNothing(its.context)) return;
  for await (const work of its.country.background(its.state, its.context)) {
    if (!(await register.writes.perform(work))) return;
  }
}

/** Remembers that the drawer was opened. */
export async function drawerOpened(register: Register): Promise<void> {
  const its = administered(register);
  if (its?.country.drawerOpened) await register.writes.perform(its.country.drawerOpened(its.context));
}

/** Journals a change of the profile with what the register's country says of it; false when that cannot be stored. */
export function journalProfileChange(register: Register, change: StateChange): Promise<boolean> {
  const its = administered(register);
  return register.writes.perform(its?.country.profileChanged?.(change, its.context) ?? change);
}

/** Remembers an export that came to its end. */
export async function exported(
  register: Register,
  period: { type: string; from: string; till: string },
): Promise<void> {
  const its = administered(register);
  if (its?.country.exported) await register.writes.perform(its.country.exported(period, its.context));
}
