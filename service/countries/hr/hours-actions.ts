/** Announces working hours and takes them back. */
import { randomUUID } from 'node:crypto';
import { configuredTerminal } from '../../receipt/cfg.ts';
import type { CountryContext } from '../contract/services.ts';
import type { Outcome, Work } from '../contract/work.ts';
import { refuse, textOf, told, type Action } from './action.ts';
import { isTest } from './exchange.ts';
import { hoursOf, keepHours, workingTimeOf, type Announced } from './hours.ts';
import { bareOib, isOib } from './oib.ts';
import { announcement, removal, workingTimeProblems, type Weekday } from './working-time.ts';

/** How long a manager waits for CIS, ms. */
const PATIENCE_MS = 20_000;

/** Actions by name. */
export const HOURS_ACTIONS: Readonly<Record<string, Action>> = {
  'add-hours': (input, _state, context) => {
    const before = hoursOf(context, context.cfg);
    const added = {
      id: randomUUID(),
      day: Number(textOf(input, 'day')) as Weekday,
      ...{ from: textOf(input, 'from'), till: textOf(input, 'till'), since: textOf(input, 'since') },
    };
    return announce({ ...before, hours: [...before.hours, added] }, textOf(input, 'operator'), context);
  },
  'add-exception': (input, _state, context) => {
    const before = hoursOf(context, context.cfg);
    const added = {
      id: randomUUID(),
      ...{ date: textOf(input, 'date'), from: textOf(input, 'from'), till: textOf(input, 'till') },
    };
    return announce(
      { ...before, exceptions: [...before.exceptions, added] },
      textOf(input, 'operator'),
      context,
    );
  },
  'remove-hours': (input, _state, context) => {
    const { hours, exceptions } = hoursOf(context, context.cfg);
    const id = textOf(input, 'id');
    return announce(
      { exceptions, hours: hours.filter((entry) => entry.id !== id) },
      textOf(input, 'operator'),
      context,
    );
  },
  'remove-exception': (input, _state, context) => {
    const { hours, exceptions } = hoursOf(context, context.cfg);
    const id = textOf(input, 'id');
    return announce(
      { hours, exceptions: exceptions.filter((entry) => entry.id !== id) },
      textOf(input, 'operator'),
      context,
    );
  },
};

/** Tells CIS what holds from now on, and what does not any more. */
async function* announce(
  after: Announced,
  operator: string,
  context: CountryContext,
): AsyncGenerator<Work, Outcome, void> {
  const { cfg } = context;
  if (!isOib(operator)) return refuse('operator', 'error.oib');
  const about = { oib: bareOib(cfg.Cmp.TaxId), premises: configuredTerminal(cfg).TL, operator };
  const now = workingTimeOf(after);
  const before = workingTimeOf(hoursOf(context, cfg));
  const [problem] = now.usual.length + now.exceptions.length === 0 ? [] : workingTimeProblems(now);
  if (problem !== undefined) return refuse('', 'error.hours', { text: problem });
  const gone = {
    usual: before.usual.map(({ from }) => from).filter((day) => now.usual.every(({ from }) => from !== day)),
    exceptions: before.exceptions
      .map(({ day }) => day)
      .filter((day) => now.exceptions.every((e) => e.day !== day)),
  };
  const ask = (operation: 'prijaviRadnoVrijeme' | 'obrisiRadnoVrijeme') => ({
    ...{ operation, test: isTest(context), signal: AbortSignal.timeout(PATIENCE_MS) },
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
  await keepHours(context, cfg, after);
  const details = { Premises: about.premises, Hours: JSON.stringify(now) };
  yield { event: 'working-hours', details, changes: () => ({}) };
  return { result: null };
}
