/**
 * Since when each signature unit does not sign, as state of the register: an
 * outage of more than 48 hours has to be reported for every unit that is in use,
 * also while another one signs in its place (RKSV § 17). Receipts tell of the unit
 * that they name; of the others the background asks how they are.
 */
import { localTime } from '../../clock.ts';
import type { Json } from '../../receipt/json.ts';
import type { CountryContext } from '../contract/services.ts';
import type { SignerUnit } from '../contract/signer.ts';
import type { State } from '../contract/state.ts';
import type { StateChange } from '../contract/work.ts';
import { certificatesOf, kasseOf } from './kasse.ts';
import { outageMustBeReported } from './outage-time.ts';

/** An outage of a unit. Times are local, `YYYY-MM-DDThh:mm:ss`. */
export interface UnitOutage extends Record<string, Json> {
  since: string;
  /** When it signed again, or could have; null while it is out. */
  till: string | null;
}

const OUTAGES = 'AT/unit outages ';
/** Outages that are over are kept until they are reported, which may take a while. */
const KEPT = 4;
/** A network that is gone for a moment is no reason for an entry in the journal. */
const UNNOTICED_MS = 3_600_000;

/** Outages of a unit, oldest first: the one that lasts, and the last ones that had to be reported. */
export function unitOutages(state: State, serial: string): UnitOutage[] {
  return (state.get(OUTAGES + serial) as UnitOutage[] | undefined) ?? [];
}

/** Serial numbers of the units that have had outages. */
export function unitsWithOutages(state: State): string[] {
  return [...state.keys()].filter((key) => key.startsWith(OUTAGES)).map((key) => key.slice(OUTAGES.length));
}

/** The state change that goes with the begin of an outage; none while one lasts. */
export function outageBegun(state: State, serial: string, since: string): Record<string, Json> {
  const known = unitOutages(state, serial);
  if (known.at(-1)?.till === null) return {};
  return { [OUTAGES + serial]: [...known, { since, till: null }].slice(-KEPT) };
}

/** The state change that goes with its end; none when the unit was not out. Short ones are forgotten. */
export function outageEnded(state: State, serial: string, till: string): Record<string, Json> {
  const known = unitOutages(state, serial);
  const last = known.at(-1);
  if (last?.till !== null) return {};
  const before = known.slice(0, -1);
  const all = outageMustBeReported(last.since, till) ? [...before, { since: last.since, till }] : before;
  return { [OUTAGES + serial]: all.length === 0 ? null : all };
}

/**
 * Notes which units have failed and which are back. Those of other tills are
 * watched there, and one that has never signed here is not in use.
 */
export function* watchUnits(
  state: State,
  { signer, clock }: CountryContext,
): Generator<StateChange, void, void> {
  if (kasseOf(state)?.closed !== null) return;
  for (const unit of signer.status()) {
    const { kind, identity, since } = unit;
    if (!identity || kind === 'till' || !certificatesOf(state, identity.zda, identity.serial)) continue;
    const { serial } = identity;
    const last = unitOutages(state, serial).at(-1);
    const isOut = last?.till === null;
    if (!isOut && unit.state === 'failed' && clock.now() - since > UNNOTICED_MS) {
      yield noted('signature-unit-failed', unit, (now) => outageBegun(now, serial, localTime(since)));
    } else if (isOut && unit.state === 'ready' && localTime(since) > last.since) {
      yield noted('signature-unit-back', unit, (now) => outageEnded(now, serial, localTime(since)));
    }
  }
}

function noted(
  event: string,
  { id, identity, since }: SignerUnit,
  changesIn: (state: State) => Record<string, Json>,
): StateChange {
  return {
    event,
    details: { Unit: id, Serial: identity!.serial, Since: localTime(since) },
    changes(state) {
      const changes = changesIn(state);
      return Object.keys(changes).length === 0 ? null : changes;
    },
  };
}
