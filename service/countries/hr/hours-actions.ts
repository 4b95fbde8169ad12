/** Announces working hours and takes them back. */
import { randomUUID } from 'node:crypto';
import { configuredTerminal } from '../../receipt/cfg.ts';
import type { CountryContext } from '../contract/services.ts';
import type { Outcome, Work } from '../contract/work.ts';
import type { Tree } from '../../receipt/tree.ts';
import { PATIENCE_MS, refuse, textOf, type Action } from '../base/action.ts';
import { told } from './action.ts';
import { ENVIRONMENT } from './environment.ts';
import { hoursOf, keepHours, workingTimeOf, type Announced } from './hours.ts';
import { bareOib, isOib } from './oib.ts';
import { announcement, removal, workingTimeProblems, type Weekday } from './working-time.ts';

/** Actions by name. */
export const HOURS_ACTIONS: Readonly<Record<string, Action>> = {
  'add-hours': (input, _state, context) => {
    const day = Number(textOf(input, 'day')) as Weekday;
    const entry = { id: randomUUID(), day, ...period(input), since: textOf(input, 'since') };
    return announce(input, context, (before) => {
      const sameDay = before.hours.filter((one) => one.day === day && one.since === entry.since);
      return clash(entry, sameDay) ?? { ...before, hours: [...before.hours, entry] };
    });
  },
  'add-exception': (input, _state, context) => {
    const entry = { id: randomUUID(), ...period(input), date: textOf(input, 'date') };
    return announce(input, context, (before) => {
      const sameDay = before.exceptions.filter(({ date }) => date === entry.date);
      return clash(entry, sameDay) ?? { ...before, exceptions: [...before.exceptions, entry] };
    });
  },
  'remove-hours': (input, _state, context) =>
    announce(input, context, (before) => ({
      ...before,
      hours: before.hours.filter(({ id }) => id !== textOf(input, 'id')),
    })),
  'remove-exception': (input, _state, context) =>
    announce(input, context, (before) => ({
      ...before,
      exceptions: before.exceptions.filter(({ id }) => id !== textOf(input, 'id')),
    })),
};

interface Period {
  from: string;
  till: string;
}

function period(input: Tree): Period {
  return { from: textOf(input, 'from'), till: textOf(input, 'till') };
}

/** Why a day cannot have this period besides its others; null when it can. */
function clash({ from, till }: Period, others: readonly Period[]): Outcome | null {
  if (from >= till) return refuse('till', 'error.hoursOrder');
  if (others.some((other) => from < other.till && other.from < till))
    return refuse('from', 'error.hoursOverlap');
  return others.length < 2 ? null : refuse('', 'error.hoursTwice');
}

/** Changes what is announced; one change of the premises after the other. */
async function* announce(
  input: Tree,
  context: CountryContext,
  change: (before: Announced) => Announced | Outcome,
): AsyncGenerator<Work, Outcome, void> {
  const operator = textOf(input, 'operator');
  if (!isOib(operator)) return refuse('operator', 'error.oib');
  const { cfg } = context;
  const done = await inTurn(context, async () => {
    const before = hoursOf(context, cfg);
    const after = change(before);
    if (!('hours' in after)) return after;
    const wrong = await tell(before, after, operator, context);
    if (wrong) return wrong;
    await keepHours(context, cfg, after);
    return { kept: workingTimeOf(after) };
  });
  if (!('kept' in done)) return done;
  const details = { Premises: configuredTerminal(cfg).TL, Hours: JSON.stringify(done.kept) };
  yield { event: 'working-hours', details, changes: () => ({}) };
  return { result: null };
}

/** Two changes at once would each leave the other one out. */
function inTurn<T>({ memory, cfg }: CountryContext, work: () => Promise<T>): Promise<T> {
  const name = `HR/hours ${bareOib(cfg.Cmp.TaxId)} ${configuredTerminal(cfg).TL}`;
  const before = (memory.get(name) ?? Promise.resolve()) as Promise<unknown>;
  const mine = before.then(work, work);
  memory.set(name, mine);
  return mine;
}

/** Tells CIS what holds from now on, and what does not any more; null when it agrees. */
async function tell(
  beforehand: Announced,
  afterwards: Announced,
  operator: string,
  context: CountryContext,
): Promise<Outcome | null> {
  const { cfg } = context;
  const about = { oib: bareOib(cfg.Cmp.TaxId), premises: configuredTerminal(cfg).TL, operator };
  const now = workingTimeOf(afterwards);
  const before = workingTimeOf(beforehand);
  const [problem] = now.usual.length + now.exceptions.length === 0 ? [] : workingTimeProblems(now);
  if (problem !== undefined) return refuse('', 'error.hours', { text: problem });
  const gone = {
    usual: before.usual.map(({ from }) => from).filter((day) => now.usual.every(({ from }) => from !== day)),
    exceptions: before.exceptions
      .map(({ day }) => day)
      .filter((day) => now.exceptions.every((e) => e.day !== day)),
  };
  const ask = (operation: 'prijaviRadnoVrijeme' | 'obrisiRadnoVrijeme') => ({
    ...{ operation, test: ENVIRONMENT.isTest(context), signal: AbortSignal.timeout(PATIENCE_MS) },
  });
  if (gone.usual.length + gone.exceptions.length > 0) {
    const wrong = await told(ask('obrisiRadnoVrijeme'), context, (header) => removal(header, about, gone));
    if (wrong) return wrong;
  }
  if (now.usual.length + now.exceptions.length > 0) {
    const wrong = await told(ask('prijaviRadnoVrijeme'), context, (header) =>
      announcement(header, about, now),
    );
    if (wrong) return wrong;
  }
  return null;
}
