/**
 * What a register's country does beside receipts: by itself, and for the control
 * page. Each deed is journaled before the next one begins.
 */
import type { Country, CountryContext, Outcome, State } from '../countries/contract.ts';
import { issue } from '../receipt/issue.ts';
import type { Json } from '../receipt/json.ts';
import type { Tree } from '../receipt/tree.ts';
import type { Register } from './register.ts';
import { registersNothing } from './steps.ts';

/** The desk of one register. */
interface Desk {
  country: Country;
  context: CountryContext;
  state: State;
}

function deskOf(register: Register): Desk | null {
  const { country, context, state } = register;
  return country && context && { country, context, state };
}

/** What the control page shows; null when the register's country has no page of its own. */
export function overviewOf(register: Register): { country: string; overview: Json } | null {
  const desk = deskOf(register);
  if (!desk?.country.overview) return null;
  return { country: desk.country.code, overview: desk.country.overview(desk.state, desk.context) };
}

/** Does what the control page asks for; null when the register's country has no page of its own. */
export async function act(register: Register, action: string, input: Tree): Promise<Outcome | null> {
  const desk = deskOf(register);
  if (!desk?.country.act) return null;
  const deeds = desk.country.act(action, input, desk.state, desk.context);
  for (;;) {
    const next = await deeds.next();
    if (next.done) return next.value;
    if (await register.does(next.value)) continue;
    const what = 'own' in next.value ? `receipt ${next.value.own}` : next.value.event;
    return {
      issues: [register.failure ?? issue('#JOURNAL_FAILED', '', `${what} was not stored; try again`)],
    };
  }
}

/** Lets the register's country do what is due. Stops at the first thing that cannot be stored. */
export async function tend(register: Register): Promise<void> {
  const desk = deskOf(register);
  if (!desk?.country.tend || registersNothing(desk.context)) return;
  for await (const doing of desk.country.tend(desk.state, desk.context)) {
    if (!(await register.does(doing))) return;
  }
}

/** Remembers an export that came to its end. */
export async function exported(
  register: Register,
  period: { type: string; from: string; till: string },
): Promise<void> {
  const desk = deskOf(register);
  if (desk?.country.exported) await register.does(desk.country.exported(period, desk.context));
}
