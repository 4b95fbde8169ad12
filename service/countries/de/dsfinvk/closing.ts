/** A closing as the export sees it: its keys, its master data, where its records are. */
import type { ExportSource } from '../../contract/exports.ts';
import type { TseIdentity } from '../../contract/tse.ts';
import { closingsOf } from '../closings.ts';
import { keptOf, type KeptClosing, type Period } from '../kept.ts';
import { known } from '../tse-name.ts';
import type { ClosingKeys } from './bon.ts';
import { withOffset } from './times.ts';

/** A closing, or the open period as if it were closed now. */
export interface Closing {
  keys: ClosingKeys;
  period: Period;
  identities: Readonly<Record<string, TseIdentity>>;
  /** Sequence numbers of its first and last record. */
  first: number;
  last: number;
}

/** Which closings. */
export interface ClosingScope {
  /** Days, `YYYY-MM-DD`. */
  from: string;
  till: string;
  /** With the period that is not closed yet. */
  open: boolean;
  /** Local time of the export. */
  now: string;
}

/**
 * The closings of a register that are about the days, in order, with their master data.
 * @throws RangeError where the record of a closing is not what the state says: nothing may be left out silently
 */
export async function* readClosings(source: ExportSource, scope: ClosingScope): AsyncGenerator<Closing> {
  const { closings, open } = closingsOf(source.state, scope);
  for (const { number, first, last } of closings) {
    const record = await source.record(last);
    const closing = record && keptOf(record).Closing;
    if (closing?.Nr !== number) throw new RangeError(`record ${last} is not closing ${number}`);
    yield { ...closed(closing, closing.last.D), identities: closing.identities, first, last };
  }
  if (!open) return;
  const identities = Object.fromEntries(
    open.tses.flatMap((name) => {
      const identity = known(name, source.state);
      return identity ? [[name, identity]] : [];
    }),
  );
  yield { ...closed(open, scope.now), identities, first: open.first.SQ, last: Infinity };
}

function closed(period: Period | KeptClosing, created: string): Pick<Closing, 'keys' | 'period'> {
  return { keys: { register: period.Client, created: withOffset(created), number: period.Nr }, period };
}
