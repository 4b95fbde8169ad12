/** Periods from closing to closing: their number, and the master data that are frozen in them. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Json } from '../../receipt/json.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { TseIdentity } from '../contract/tse.ts';
import {
  LAST_Z,
  PERIOD,
  tseKey,
  type KeptClosing,
  type KeptSignature,
  type Masters,
  type Period,
} from './kept.ts';
import { known as knownTse, tseName } from './tse-name.ts';

/** The open period; null after a closing. */
export function openPeriod(state: State): Period | null {
  return (state.get(PERIOD) ?? null) as Period | null;
}

/** Whether a period was begun on a day before this one, by the dates of receipts. */
export function isOfDayBefore({ day, first }: Period, D: string): boolean {
  return (day ?? first.D.slice(0, 10)) < D.slice(0, 10);
}

/** Number of the period that the next record belongs to. */
export function nextNr(state: State): number {
  return openPeriod(state)?.Nr ?? Number(state.get(LAST_Z) ?? 0) + 1;
}

/** Master data as they are now. */
export function mastersOf({ Cmp, Loc, Trm, Dev, DE_Agentur }: Cfg, context: CountryContext): Masters {
  const { product, version } = context.program();
  const Software = { product, version };
  return {
    ...{ Cmp, Software },
    ...(Loc && { Loc }),
    ...(Trm && { Trm }),
    ...(Dev && { Dev }),
    ...(DE_Agentur && { DE_Agentur }),
  };
}

/** Whether the master data are others than those of the open period: it has to be closed before the next receipt. */
export function mastersChanged(state: State, context: CountryContext): boolean {
  const period = openPeriod(state);
  return period !== null && textOf(period.masters) !== textNow(context);
}

/** Texts of master data, which every receipt is compared by, as long as what they were made of is there. */
const texts = new WeakMap<Masters, string>();
const textsOfCfg = new WeakMap<Cfg, { program: string; text: string }>();

function textOf(masters: Masters): string {
  let text = texts.get(masters);
  if (text === undefined) texts.set(masters, (text = canonical(masters)));
  return text;
}

function textNow(context: CountryContext): string {
  const { product, version } = context.program();
  const program = `${product} ${version}`;
  let known = textsOfCfg.get(context.cfg);
  if (known?.program !== program) {
    known = { program, text: canonical(mastersOf(context.cfg, context)) };
    textsOfCfg.set(context.cfg, known);
  }
  return known.text;
}

/** The period with a record that belongs to it. @param record.process times of its process, local */
export function periodWith(
  state: State,
  context: CountryContext,
  record: {
    SQ: number;
    D: string;
    Client: string;
    signature: KeptSignature | null;
    process: { Begin: string; End: string };
  },
): Period {
  const { SQ, D, Client, signature, process } = record;
  const open = openPeriod(state);
  const day = process.End.slice(0, 10);
  const period: Period = open ?? {
    ...(day !== D.slice(0, 10) && { day }),
    ...{ Nr: nextNr(state), first: { SQ, D }, days: [], Client, tses: [] },
    masters: mastersOf(context.cfg, context),
  };
  const name = signature && tseName(signature);
  const isNew = name !== null && !period.tses.includes(name);
  return {
    ...period,
    ...(period.days && { days: withDays(period.days, process, { from: period.first.D, till: D }) }),
    tses: isNew ? [...period.tses, name] : period.tses,
  };
}

/** Days with those of a process that was begun or ended outside of the days of registration. */
function withDays(
  known: string[],
  { Begin, End }: { Begin: string; End: string },
  registered: { from: string; till: string },
): string[] {
  const [from, till] = [registered.from.slice(0, 10), registered.till.slice(0, 10)];
  let days = known;
  for (const day of [Begin.slice(0, 10), End.slice(0, 10)])
    if ((day < from || day > till) && !days.includes(day)) days = [...days, day];
  return days;
}

/** State changes for a record of a period: nothing where the state has it all. @param by what has signed, and who that is */
export function begun(
  period: Period,
  by: { signature: KeptSignature | null; identity: TseIdentity | null },
  state: State,
): Record<string, Json> {
  const { signature, identity } = by;
  const known = openPeriod(state);
  const isNew =
    known?.Nr !== period.Nr ||
    known.tses.length !== period.tses.length ||
    known.days?.length !== period.days?.length;
  const name = signature && tseName(signature);
  const before = name === null ? null : knownTse(name, state);
  // A certificate that was not told at first belongs to it.
  const isKnown = before !== null && (before.certificates.length > 0 || !identity?.certificates.length);
  return {
    ...(isNew && { [PERIOD]: period as unknown as Json }),
    ...(name !== null && identity && !isKnown && { [tseKey(name)]: identity as unknown as Json }),
  };
}

/** The closing of a period. @param last its own record */
export function closingOf(period: Period, last: { SQ: number; D: string }, state: State): KeptClosing {
  const identities: Record<string, TseIdentity> = {};
  for (const name of period.tses) {
    const known = knownTse(name, state);
    if (known) identities[name] = known;
  }
  return { ...period, last, identities };
}

/** State changes for a closing. */
export function closed({ Nr }: Period): Record<string, Json> {
  return { [PERIOD]: null, [LAST_Z]: Nr };
}

/** The same text for the same values, in whatever order they come. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
