/** What a store manager does on the page of a Belgian register. Bodies are held against the page before (described-page/input.ts). */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { acting, DONE, refuse, textOf, type Action } from '../base/action.ts';
import { pageIssue } from '../contract/described-page/issue.ts';
import { words } from '../contract/described-page/words.ts';
import type { FdmFailure, FdmOutcome } from '../contract/fdm.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, Work } from '../contract/work.ts';
import { NUMBER_SET } from './audit.ts';
import { GIVEN_UP, openIntent } from './device.ts';
import { isOldPosId, isPosId, nationalNumber, unitNumber } from './numbers.ts';
import { addOperator, isBuiltIn, operatorsStored, removeOperator } from './operators.ts';
import { closings, unready } from './prepare.ts';
import { looksLikeNumber } from './protect.ts';
import { lastSequence, nextSequence } from './sequence.ts';
import {
  ENTERED,
  networkAt,
  secretName,
  serialAt,
  SETTINGS,
  settingsOf,
  type Entered,
  type Settings,
} from './settings.ts';
import { after, LAST_TICKET, lastTicket, RESTORED } from './ticket-number.ts';

function refused({ trouble, text }: FdmFailure, path = ''): Outcome {
  return { issues: [pageIssue(path, text, words(`error.trouble.${trouble}`))] };
}

/** Who is at an address; null where it cannot be read. */
async function whoIs(
  generation: '1' | '2',
  address: string,
  state: State,
  context: CountryContext,
): Promise<FdmOutcome<{ id: string }> | null> {
  if (generation === '2') return (await networkAt(address, context)?.device()) ?? null;
  const fdm = serialAt(address, context);
  if (!fdm) return null;
  const told = await fdm.identify(takenSequence(address, state, context));
  return told.outcome === 'done' ? { outcome: 'done', result: { id: told.result.fdm } } : told;
}

/** The next sequence number of a line, which is used from now on. */
function takenSequence(address: string, state: State, context: CountryContext): number {
  const sequence = nextSequence(address, state, context);
  lastSequence(address, context, sequence);
  return sequence;
}

/** Name in the vault of the register that has a serial FDM: its line takes one. */
function ownerName(address: string): string {
  return `BE/Line/${address}`;
}

function ownName({ cfg }: CountryContext): string {
  const { Cmp, Loc, Trm } = cfg;
  return [Cmp.TaxId, Loc?.TL ?? '', Trm?.TT ?? ''].join('/');
}

const ACTIONS: Readonly<Record<string, Action>> = {
  async *connect(input, state, context) {
    if (openIntent(state)) return refuse('', 'error.open');
    const generation = textOf(input, 'generation') === '1' ? '1' : '2';
    const address = textOf(input, 'address');
    const secret = textOf(input, 'secret');
    const owner = context.vault.get(ownerName(address));
    const isTaken = generation === '1' && typeof owner === 'string' && owner !== ownName(context);
    if (isTaken) return refuse('address', 'error.taken');
    const before = context.vault.get(secretName(address)) ?? null;
    if (secret !== '') await context.vault.set(secretName(address), secret);
    const told = await whoIs(generation, address, state, context);
    if (told?.outcome !== 'done') {
      // What does not open anything is not kept.
      if (secret !== '') await context.vault.set(secretName(address), before);
      return told ? refused(told.failure, 'address') : refuse('address', 'error.address');
    }
    if (generation === '1') await context.vault.set(ownerName(address), ownName(context));
    const settings: Settings = { generation, address, fdm: told.result.id };
    yield {
      event: 'fdm-connected',
      details: { Generation: generation, Address: address, Fdm: settings.fdm },
      changes: () => ({ [SETTINGS]: settings }),
    };
    return DONE;
  },

  async *'set-pos'(input, state) {
    const [serial, unit, version] = ['serial', 'unit', 'version'].map((name) => textOf(input, name)) as [
      string,
      string,
      string,
    ];
    if (serial !== '' && !isPosId(serial) && !isOldPosId(serial)) return refuse('serial', 'error.serial');
    if (unit !== '' && unitNumber(unit) === null) return refuse('unit', 'error.unit');
    if (openIntent(state)) return refuse('', 'error.open');
    const entered: Entered = { serial, unit, version };
    yield { event: 'register-identified', details: entered, changes: () => ({ [ENTERED]: entered }) };
    return DONE;
  },

  async *'set-operator'(input, _state, context) {
    const [alias, name] = [textOf(input, 'alias'), textOf(input, 'name')];
    const number = nationalNumber(textOf(input, 'number'));
    if (number === null) return refuse('number', 'error.number');
    if (isBuiltIn(alias) || looksLikeNumber(alias)) return refuse('alias', 'error.alias');
    if (looksLikeNumber(name)) return refuse('name', 'error.alias');
    const made = addOperator({ alias, name: name || alias, number }, context.cfg, context);
    if (!made) return refuse('', 'error.full');
    await operatorsStored(context.cfg, context);
    yield { event: 'operator-listed', details: { Operator: made.id, Opr: alias }, changes: () => ({}) };
    return DONE;
  },

  async *'remove-operator'(input, _state, context) {
    const id = textOf(input, 'id');
    if (!removeOperator(id, context.cfg, context)) return refuse('', 'error.gone');
    await operatorsStored(context.cfg, context);
    yield { event: 'operator-removed', details: { Operator: id }, changes: () => ({}) };
    return DONE;
  },

  async *pin(input, state, context) {
    const settings = settingsOf(state);
    const fdm = settings?.generation === '1' ? serialAt(settings.address, context) : null;
    if (!settings || !fdm || openIntent(state)) return refuse('', 'error.open');
    const told = await fdm.pin(textOf(input, 'pin'), takenSequence(settings.address, state, context));
    return told.outcome === 'done' ? DONE : refused(told.failure, 'pin');
  },

  async *look(_input, state, context) {
    const settings = settingsOf(state);
    if (!settings || openIntent(state)) return refuse('', 'error.open');
    const told =
      settings.generation === '2'
        ? await networkAt(settings.address, context)?.device()
        : await serialAt(settings.address, context)?.status(takenSequence(settings.address, state, context));
    if (told?.outcome !== 'done') return told ? refused(told.failure) : refuse('', 'error.address');
    return DONE;
  },

  async *'close-period'(_input, state, context) {
    if (unready(state, context).length > 0) return refuse('', 'error.unready');
    let because: readonly Issue[] = [];
    for (const report of closings(state, (issues) => (because = issues))) {
      yield report;
      const [first] = because;
      if (first) return { issues: [pageIssue('', first.text, words('error.closing', { text: first.text }))] };
    }
    return DONE;
  },

  async *continue(input, state) {
    const number = Number(textOf(input, 'number'));
    if (openIntent(state)) return refuse('', 'error.open');
    if (number < lastTicket(state)) return refuse('number', 'error.low');
    yield numberSet(number, { [RESTORED]: null });
    return DONE;
  },

  async *'give-up'(_input, state) {
    const intent = openIntent(state);
    if (!intent) return refuse('', 'error.notOpen');
    // Its number may be in the FDM: none other gets it.
    yield numberSet(intent.ticket, { [GIVEN_UP]: intent as unknown as Json });
    return DONE;
  },
};

function numberSet(number: number, changes: Record<string, Json>): Work {
  return {
    event: NUMBER_SET,
    details: { Ticket: String(number), Next: String(after(number)) },
    changes: () => ({ ...changes, [LAST_TICKET]: number }),
  };
}

/** {@link CountryPage.act} of Belgium. */
export const act = acting(ACTIONS);
