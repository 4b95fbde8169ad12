/** Where a portable register is: told to eKasa, and told again by itself while there is no answer. */
import type { Json } from '../../receipt/json.ts';
import { isTree } from '../../receipt/tree.ts';
import { localTime } from '../../clock.ts';
import { DONE, note, PATIENCE_MS, refuse } from '../base/action.ts';
import { isSilent } from '../base/online/environment.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, Work } from '../contract/work.ts';
import { CERTIFICATES, ENVIRONMENT, registerCode } from './credentials.ts';
import { ask, type Answer } from './exchange.ts';
import { locationMessage, type Place } from './message.ts';
import { withSlovakOffset } from './receipt-data.ts';
import { dicOf } from './tax-number.ts';

/** A place that eKasa has not answered about yet; only the last one counts. */
export interface WaitingPlace {
  place: Place;
  /** When it was entered, local time. */
  since: string;
  /** Until when eKasa takes it, local time. */
  deadline: string;
}

const KEY = 'SK/place';
/** eKasa takes no message whose first try is later. */
const DEADLINE_MS = 96 * 3_600_000;
/** When the last try was, in memory: minutes pass between two. */
const TRIED = 'SK/place tried';
const AGAIN_MS = 60_000;

/** The place that waits; null for none. */
export function waitingPlace(state: State): WaitingPlace | null {
  const kept = state.get(KEY);
  return isTree(kept) ? (kept as unknown as WaitingPlace) : null;
}

/** Tells eKasa where the register is from now on. */
export async function* tell(place: Place, context: CountryContext): AsyncGenerator<Work, Outcome, void> {
  if (!CERTIFICATES.of(context, context.cfg)) return refuse('', 'error.noCertificate');
  const deadline = localTime(context.clock.now() + DEADLINE_MS);
  const waiting: WaitingPlace = { place, since: context.now, deadline };
  const answer = await send(waiting, 1, context);
  if ('unreachable' in answer) {
    const changes = () => ({ [KEY]: waiting as unknown as Json });
    yield { event: 'place-waits', details: { Place: JSON.stringify(place) }, changes };
    return refuse('', 'error.noAnswer', { text: answer.unreachable });
  }
  yield settled(answer, waiting);
  if ('uid' in answer) return DONE;
  const { code, text } = answer.refused;
  return refuse('', 'error.refused', { text: `${code} ${text}` });
}

/** Tells the place that waits. @param isAsked by a manager: at once */
export async function* tellAgain(
  state: State,
  context: CountryContext,
  isAsked = false,
): AsyncGenerator<Work, void, void> {
  const waiting = waitingPlace(state);
  const now = context.clock.now();
  const tried = Number(context.memory.get(TRIED) ?? 0);
  if (!waiting || isSilent(context) || (!isAsked && now >= tried && now - tried < AGAIN_MS)) return;
  context.memory.set(TRIED, now);
  const answer = await send(waiting, 2, context);
  if (!('unreachable' in answer)) yield settled(answer, waiting);
}

/** It does not wait any more, unless another place was entered meanwhile. */
function settled(answer: Exclude<Answer, { unreachable: string }>, { place, since }: WaitingPlace): Work {
  const said = 'refused' in answer ? `${answer.refused.code} ${answer.refused.text}` : null;
  const told = note(said === null ? 'place-told' : 'place-refused', {
    Place: JSON.stringify(place),
    ...(said !== null && { Answer: said }),
  });
  return {
    ...told,
    changes: (current) => {
      const waits = waitingPlace(current);
      // One that was entered before is out of date.
      return waits && waits.since <= since ? { [KEY]: null } : {};
    },
  };
}

async function send({ place, since }: WaitingPlace, count: number, context: CountryContext): Promise<Answer> {
  const { cfg } = context;
  const certificate = CERTIFICATES.of(context, cfg);
  if (!certificate) return { unreachable: 'there is no certificate' };
  const data = {
    CashRegisterCode: registerCode(certificate),
    CreateDate: withSlovakOffset(since),
    Dic: dicOf(cfg.Cmp.TaxId),
  };
  const asking = { what: 'Location' as const, certificate, test: ENVIRONMENT.isTest(context), count };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return ask({ ...asking, signal }, context, (header) => locationMessage(header, data, place));
}
