/** Transactions that begin before they are paid (TraS, TraU, TraV). */
import { randomUUID } from 'node:crypto';
import type { RecordType } from '../../receipt/envelope.ts';
import type { Json } from '../../receipt/json.ts';
import type { Esr } from '../../receipt/tra.ts';
import type { StepDone } from '../contract/device.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { TseFailure } from '../contract/tse.ts';
import { beginIssues } from './begin.ts';
import { clientOf } from './client.ts';
import { issue } from './codes.ts';
import type { KeptLoose } from './kept.ts';
import { known, namedOpen, openAt, openKey, withLoose } from './open.ts';
import { lacksTse } from './prepare.ts';
import { orderData } from './process-data.ts';
import { aborted } from './sweep.ts';
import { abort, begin, unitOf, usable, type Begun } from './units.ts';

type StepEsr = Esr & Required<Pick<Esr, 'D' | 'TL' | 'TT'>>;

const NOTHING: StepDone = { fis: {}, changes: {}, warnings: [], issues: [] };

/** {@link CountryDevice.step} of Germany. */
export async function step(
  type: Exclude<RecordType, 'Tra'>,
  esr: StepEsr,
  state: State,
  context: CountryContext & { sq: number },
): Promise<StepDone> {
  const issues = [...lacksTse(state, context), ...(type === 'TraS' ? beginIssues(esr) : [])];
  if (issues.length > 0) return { ...NOTHING, issues };
  if (type === 'TraS') return started(esr, state, context);
  const begun = esr.TID === undefined ? openAt(esr, state) : namedOpen(esr, state);
  if (!begun && esr.TID !== undefined)
    return {
      ...NOTHING,
      issues: [issue('#DE_TRANSACTION', 'ESR.TID', 'no transaction with this number is open')],
    };
  if (!begun) return { ...NOTHING, warnings: ['no transaction is open at this terminal'] };
  return type === 'TraU' ? updated(begun, esr, context) : ended(begun, state, context);
}

async function started(esr: StepEsr, state: State, context: CountryContext): Promise<StepDone> {
  const [client, reference] = [clientOf(context.cfg), randomUUID()];
  const loose: KeptLoose[] = [];
  let failure: TseFailure | null = context.tses?.units.find((unit) => unit.failure)?.failure ?? null;
  for (const unit of usable(context.tses, context.clock.now())) {
    const { identity } = unit;
    const told = await begin(unit, client, reference);
    if (told.isStray && identity) loose.push({ Serial: identity.serial, Reference: reference, TID: null });
    if ('start' in told) {
      const { serial, transaction: TID, time } = told.start;
      const { TL, TT, D } = esr;
      const begun: Begun = {
        ...{ serial, reference, TID, start: time, revision: 1 },
        ...{ TL, TT, D: typeof esr.D0 === 'string' ? esr.D0 : D },
      };
      const changes: Record<string, Json> = {
        [openKey(begun)]: begun,
        ...known(serial, TID, state),
        ...withLoose(state, loose, 0, ({ Serial }) => (Serial === serial ? { Has: TID } : {})),
      };
      return { ...NOTHING, fis: { TID, StartD: begun.D }, changes };
    }
    if ('failure' in told) ({ failure } = told);
  }
  const changes = withLoose(state, loose, 0);
  return { ...NOTHING, fis: { StartD: esr.D }, changes, notice: failedNotice(failure) };
}

async function updated(begun: Begun, esr: StepEsr, context: CountryContext): Promise<StepDone> {
  const unit = unitOf(begun.serial, context.tses);
  const fis = { TID: begun.TID, StartD: begun.D };
  const revision = begun.revision + 1;
  const told = await unit?.update({
    ...{ client: clientOf(context.cfg), reference: begun.reference, transaction: begun.TID, revision },
    ...{ processType: 'Bestellung-V1', processData: orderData(esr.PosA ?? []) },
  });
  if (told?.outcome === 'done')
    return { ...NOTHING, fis, changes: { [openKey(begun)]: { ...begun, revision } } };
  return { ...NOTHING, fis, notice: failedNotice(told?.failure ?? null) };
}

async function ended(
  begun: Begun,
  state: State,
  context: CountryContext & { sq: number },
): Promise<StepDone> {
  const unit = unitOf(begun.serial, context.tses);
  const fis = { TID: begun.TID, StartD: begun.D };
  const name = { client: clientOf(context.cfg), reference: begun.reference, transaction: begun.TID };
  const told = unit ? await abort(unit, name) : { failure: null };
  const free = { [openKey(begun)]: null };
  if ('end' in told) {
    const change = aborted(begun, told.end, state, context, context);
    return { ...NOTHING, fis, changes: { ...change.changes, ...free }, kept: change.kept! };
  }
  // The TSE ends it when it is there again.
  const loose = { Serial: begun.serial, Reference: begun.reference, TID: begun.TID };
  return {
    ...{ ...NOTHING, fis, changes: { ...free, ...withLoose(state, [loose], 0) } },
    notice: failedNotice(told.failure),
  };
}

function failedNotice(failure: TseFailure | null) {
  const { trouble, text } = failure ?? { trouble: 'unreachable', text: 'no TSE answers' };
  return issue('#DE_TSE_FAILED', '', `the TSE did not sign (${trouble}): ${text}`);
}
