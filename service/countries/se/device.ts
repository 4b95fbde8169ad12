/** The control unit registers receipts: each is sent under its number, and after a lost answer the same once more. */
import { randomUUID } from 'node:crypto';
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { transactionOf } from '../base/cash-register/transaction.ts';
import { bounded } from '../base/cash-register/texts.ts';
import type { CountryDevice, DeviceOutcome } from '../contract/device.ts';
import type { Registered, UnitFailure, UnitOutcome, UnitReceipt } from '../contract/control-unit.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { GIVEN_UP, lastNumber, sentOf, type Sent } from './books.ts';
import { issue } from './codes.ts';
import { companyNumber } from './company.ts';
import { amountsOf, kindOf } from './kind.ts';
import { designation, noteUnit, turnAt, unitOf } from './unit.ts';

/** What the unit is asked. */
export interface Intent {
  receipt: UnitReceipt;
  /** Record and control code of the receipt that is copied. */
  copied?: { sq: number; code: string };
}

/** What it gave. */
export interface Given {
  number: number;
  sent: Sent;
  warning: string | null;
}

/** Share of the time limit that the second try gets: a till waits ten seconds. */
const AGAIN = 0.8;

/** {@link CountryDevice.device} of Sweden. */
export const device: NonNullable<CountryDevice['device']> = {
  alone: (context) => turnAt(context),
  intent: (esr, state, context) => intentOf(esr, state, context) as unknown as Json,
  async perform(asked, context) {
    const told = await send(asked as unknown as Intent, context, 1);
    if (told.outcome === 'done') return told;
    const why = troubleIssue(told.failure);
    return told.outcome === 'unknown'
      ? { outcome: 'unknown', issue: why }
      : { outcome: 'not-done', issues: [why] };
  },
  // A unit cannot be asked what it has: it hears the same message again, and knows it by its numbers.
  async last(asked, context, state) {
    const intent = asked as unknown as Intent;
    if (state.get(GIVEN_UP) === intent.receipt.number) return { outcome: 'not-done', issues: [] };
    const told = await send(intent, context, AGAIN);
    if (told.outcome === 'done') return told;
    const { failure } = told;
    // It may have been registered before, so that a refusal says nothing about that.
    return {
      outcome: 'unknown',
      issue: failure.trouble === 'refused' ? issue('#SE_UNIT_UNCLEAR', '', failure.text) : stillOpen(failure),
    };
  },
};

/** Why it is still not known: NO, since the same receipt is to be sent again. */
function stillOpen(failure: UnitFailure): Issue {
  const why = troubleIssue(failure);
  return why.rc === 'NO' ? why : issue('#SE_UNIT_UNCLEAR', '', failure.text);
}

function intentOf(esr: CompleteEsr, state: State, context: ReceiptContext): Intent | null {
  const kind = kindOf(esr);
  if (kind === null) return null;
  const { cfg } = context;
  const { Cmp, Loc = {} } = cfg;
  const place = Loc.City === undefined ? Cmp : Loc;
  const address = [place.Adr, place.AdrNr, place.Zip, place.City]
    .flatMap((part) => (typeof part === 'string' ? [bounded(part, 60)] : []))
    .join(' ');
  const record =
    kind === 'kopia' ? (context.originals.find(({ path }) => path === 'ESR')?.record ?? null) : null;
  const before = record && sentOf(record);
  const amounts = before ?? amountsOf(esr, transactionOf(esr));
  const number = lastNumber(state) + 1;
  const receipt: UnitReceipt = {
    ...{ kind, time: esr.D, number, register: designation(cfg), company: companyNumber(cfg) },
    address: address.trim() === '' ? '-' : address,
    ...{ total: amounts.total, negative: amounts.negative, vat: amounts.vat },
    ...(before && { original: { number: numberOf(record), time: record.ESR!.D! } }),
    request: randomUUID(),
  };
  return { receipt, ...(before && { copied: { sq: record.SQ, code: before.code } }) };
}

function numberOf(record: { Kept?: Json } | null): number {
  const kept = record?.Kept as { nr?: number } | undefined;
  return kept?.nr ?? 0;
}

type Told =
  Extract<DeviceOutcome, { outcome: 'done' }> | Exclude<UnitOutcome<Registered>, { outcome: 'done' }>;

async function send({ receipt, copied }: Intent, context: CountryContext, share: number): Promise<Told> {
  const inUse = unitOf(context, share);
  if (!inUse) {
    const failure: UnitFailure = { trouble: 'unreachable', text: 'no control unit is set up' };
    return { outcome: 'not-done', failure };
  }
  const told = await inUse.unit.register(receipt);
  if (told.outcome !== 'done') {
    noteUnit(context, { failure: told.failure });
    return told;
  }
  const { unit, code, warning } = told.result;
  noteUnit(context, { unit, warning });
  const { kind, total, negative, vat, number, original } = receipt;
  const sent: Sent = {
    ...{ kind, total, negative, vat },
    ...(original && copied && { original: { ...original, ...copied } }),
    ...{ unit, code, isServer: inUse.isServer },
  };
  const given: Given = { number, sent, warning };
  return { outcome: 'done', result: given as unknown as Json };
}

/** Why nothing was registered, or nobody knows. */
export function troubleIssue({ trouble, text }: UnitFailure): Issue {
  switch (trouble) {
    case 'unreachable':
    case 'no-answer':
    case 'unreadable':
      return { ...issue('#OFFLINE', '', `the control unit: ${text}`), message: 'SE_OFFLINE' };
    case 'busy':
      return issue('#SE_UNIT_BUSY', '', `the control unit: ${text}`);
    case 'rights':
    case 'register':
    case 'licence':
    case 'memory-full':
    case 'broken':
    case 'refused':
      return issue('#SE_UNIT_REFUSES', '', `the control unit: ${text}`);
  }
}
