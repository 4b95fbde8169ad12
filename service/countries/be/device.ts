/** The FDM signs: asked once for each record, and the same request, sent again, tells what became of it. */
import type { Json } from '../../receipt/json.ts';
import { isTree } from '../../receipt/tree.ts';
import { isTraining, type CompleteEsr } from '../../receipt/tra.ts';
import type { CountryDevice, DeviceOutcome } from '../contract/device.ts';
import type { FdmFailure, FdmOutcome, HashResult, Mutation, SignResult } from '../contract/fdm.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { issue } from './codes.ts';
import { ticketOf, type OpenTicket } from './gks1/ticket.ts';
import { inputOf } from './gks2/request.ts';
import { posTime } from './gks2/times.ts';
import { eventOf, isZ } from './kind.ts';
import { operatorOf, operatorsOf, withNumbers } from './operators.ts';
import { nextReport, periodFor, type Period } from './period.ts';
import { lastSequence, lastTotal, nextSequence, type LastTotal } from './sequence.ts';
import { identityOf, networkAt, serialAt, settingsOf } from './settings.ts';
import { nextTicket } from './ticket-number.ts';
import { troubleIssue } from './trouble.ts';

/** What is the same in both generations. */
interface Asked {
  mutation: Mutation;
  address: string;
  ticket: number;
  pos: string;
  terminal: string;
  /** Establishment unit; empty for none. */
  unit: string;
  /** Of the till's software. */
  version: string;
  /** Id on the protected list. */
  operator: string;
  /** With offset. */
  time: string;
  period: Period;
  /** Number of a Z report; 0 for all else. */
  report: number;
}

/** What the FDM is asked. */
export type Intent =
  | (Asked & { generation: 2; data: string; isTraining: boolean })
  /** `total`: the last ticket that is known of the FDM. */
  | (Asked & { generation: 1; hash: OpenTicket; sequence: number; total: LastTotal });

/** What it gave. */
export type Given =
  | { generation: 2; asked: Asked; data: string; result: SignResult }
  | { generation: 1; asked: Asked; hash: OpenTicket; sequence: number; result: HashResult };

/** State key of what the register has asked its device and does not know the outcome of. */
const ASKED = 'Device';
/** State key of an intent that a manager has given up. */
export const GIVEN_UP = 'BE/GivenUp';

/** The intent that nobody knows the outcome of; null for none. */
export function openIntent(state: Pick<State, 'get'>): Intent | null {
  const asked = state.get(ASKED);
  return isTree(asked) && isTree(asked.intent) ? (asked.intent as unknown as Intent) : null;
}

/** {@link CountryDevice.device} of Belgium. */
export const device: NonNullable<CountryDevice['device']> = {
  intent: (esr, state, context) => intentOf(esr, state, context) as unknown as Json,
  perform: (asked, context) => ask(asked as unknown as Intent, false, context),
  async last(asked, context, state) {
    const intent = asked as unknown as Intent;
    const givenUp = state.get(GIVEN_UP) ?? null;
    if (JSON.stringify(givenUp) === JSON.stringify(asked)) return { outcome: 'not-done', issues: [] };
    return ask(intent, true, context);
  },
};

function intentOf(esr: CompleteEsr, state: State, context: ReceiptContext): Intent | null {
  const mutation = eventOf(esr);
  const settings = settingsOf(state);
  if (mutation === null || !settings) return null;
  const told = identityOf(context.cfg, settings.generation, state);
  const operator = operatorOf(esr.Opr ?? '', context.cfg, context);
  // Checked before.
  if ('lacks' in told || !operator) throw new Error('the register is not set up');
  const { identity } = told;
  const ticket = nextTicket(state);
  const period = periodFor(esr.D.slice(0, 10), state);
  const report = isZ(mutation) ? nextReport(mutation === 'signReportUserZ', state) : 0;
  const time = posTime(esr.D, context.clock.now());
  const asked: Asked = {
    ...{ mutation, address: settings.address, ticket, pos: identity.posId, terminal: identity.terminal },
    ...{ unit: identity.estNo, version: identity.version },
    ...{ operator: operator.id, time, period, report },
  };
  if (settings.generation === '1') {
    const hash = ticketOf(esr, mutation, identity.posId, ticket);
    const sequence = nextSequence(settings.address, state, context);
    return { ...asked, generation: 1, hash, sequence, total: lastTotal(state) };
  }
  const making = { mutation, identity, operator: operator.id, ticket, time, period, report };
  const data = inputOf(esr, making, state, context);
  return { ...asked, generation: 2, data, isTraining: isTraining(esr) };
}

async function ask(intent: Intent, isAgain: boolean, context: CountryContext): Promise<DeviceOutcome> {
  return intent.generation === 2 ? askNetwork(intent, isAgain, context) : askSerial(intent, isAgain, context);
}

async function askNetwork(
  intent: Extract<Intent, { generation: 2 }>,
  isAgain: boolean,
  context: CountryContext,
): Promise<DeviceOutcome> {
  const { data, isTraining: training, mutation, address } = intent;
  const fdm = networkAt(address, context);
  const filled = withNumbers(data, context.cfg, context);
  if (!fdm || !filled) return lost(isAgain, !fdm ? 'no FDM can be reached here' : noOperator());
  const told = await fdm.sign({ mutation, ...filled, isTraining: training });
  // A second try that does not reach the FDM does not say what became of the first one.
  if (told.outcome === 'not-done' && isAgain && told.failure.trouble !== 'refused')
    return unknown(told.failure);
  if (told.outcome !== 'done') return failed(told);
  if (told.result.posFiscalTicketNo !== intent.ticket)
    return unknown({
      trouble: 'unreadable',
      text: `it answers about ticket ${told.result.posFiscalTicketNo}`,
    });
  return done({ generation: 2, asked: askedOf(intent), data, result: told.result });
}

async function askSerial(
  intent: Extract<Intent, { generation: 1 }>,
  isAgain: boolean,
  context: CountryContext,
): Promise<DeviceOutcome> {
  const { hash, total, address } = intent;
  const fdm = serialAt(address, context);
  const person = operatorsOf(context.cfg, context).find(({ id }) => id === intent.operator);
  if (!fdm || !person) return lost(isAgain, !fdm ? 'no FDM can be reached here' : noOperator());
  lastSequence(address, context, intent.sequence);
  const { sequence } = intent;
  const told = await fdm.hash({ ...hash, operator: person.number }, sequence, isAgain);
  // The number was that of an older request, whose answer this is: ours was not looked at. The next one has another number.
  if (told.outcome === 'done' && isOlder(told.result, total, isAgain))
    return {
      outcome: 'not-done',
      issues: [issue('#BE_FDM', '', 'the FDM took the ticket for an older one')],
    };
  if (told.outcome === 'not-done' && isAgain && told.failure.trouble === 'unreachable')
    return unknown(told.failure);
  if (told.outcome !== 'done') return failed(told);
  if (told.result.label !== hash.label)
    return unknown({ trouble: 'unreadable', text: 'it answers about another ticket' });
  return done({ generation: 1, asked: askedOf(intent), hash, sequence, result: told.result });
}

/** Whether an FDM has told about a request that was before ours. */
function isOlder(
  { isRepeated, isFirstTry, fdm, total }: HashResult,
  known: LastTotal,
  isAgain: boolean,
): boolean {
  if (!isRepeated) return false;
  return (isFirstTry && !isAgain) || (fdm === known.fdm && total <= known.total);
}

function askedOf(intent: Intent): Asked {
  const { mutation, address, ticket, pos, terminal, unit, version, operator, time, period, report } = intent;
  return { mutation, address, ticket, pos, terminal, unit, version, operator, time, period, report };
}

function noOperator(): string {
  return 'the operator is not on the protected list of this installation any more';
}

function lost(isAgain: boolean, text: string): DeviceOutcome {
  const because = issue('#BE_SETUP', '', text);
  return isAgain ? { outcome: 'unknown', issue: because } : { outcome: 'not-done', issues: [because] };
}

function done(given: Given): DeviceOutcome {
  return { outcome: 'done', result: given as unknown as Json };
}

function unknown(failure: FdmFailure): DeviceOutcome {
  return { outcome: 'unknown', issue: troubleIssue(failure, true) };
}

function failed(told: Exclude<FdmOutcome<unknown>, { outcome: 'done' }>): DeviceOutcome {
  if (told.outcome === 'unknown') return unknown(told.failure);
  return { outcome: 'not-done', issues: [troubleIssue(told.failure, false)] };
}
