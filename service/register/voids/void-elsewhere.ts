/**
 * Voids across the machines of a shop: the register that has the receipt marks it
 * first, then the void is registered where it was asked for (doc 2, /register/void).
 */
import type { Country } from '../../countries/contract/country.ts';
import type { State } from '../../countries/contract/state.ts';
import type { StateChange } from '../../countries/contract/work.ts';
import { ALL_FIELDS } from '../../countries/fields.ts';
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import { terminal } from '../../receipt/complete.ts';
import { invert } from '../../receipt/invert.ts';
import { issue, type Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { readTra } from '../../receipt/read.ts';
import type { Esr, JournalRecord } from '../../receipt/tra.ts';
import type { Tree } from '../../receipt/tree.ts';
import type { VoidRequest } from '../requests.ts';
import { checkVoid, type VoidCheck } from './voids.ts';

/** What names a receipt of any register of a company in a country. */
export interface CompanyReceipt {
  TaxId: string;
  Ctry: string;
  /** By fiscal number; else by terminal and number. */
  FN?: string;
  TL: string;
  TT: string;
  TN?: string;
  /** Of its date, if known. */
  year?: string;
}

/** A receipt of another machine that its register has marked as voided by ours, or is to mark. */
export interface MarkedReceipt {
  /** Instance id of the other installation. */
  instance: string;
  /** Name of the other machine. */
  name: string;
  record: JournalRecord;
}

/**
 * What became of the wish to void a receipt of another machine.
 * - `none`: nobody has it
 * - `silent`: a machine that may have it did not answer, or could not store its mark
 * - `already`: it was voided before
 * - `refused`: its register does not let it be voided
 * - `unasked`: it was found, but `begin` said that nobody is to be asked for the mark
 */
export type Marking =
  { marked: MarkedReceipt } | { outcome: 'none' | 'silent' | 'already' | 'refused' | 'unasked' };

/** The other machines of the shop. */
export interface OtherMachines {
  /**
   * Finds a receipt and has its register mark it as voided by a register of this
   * machine. Once marked it is marked for this register again.
   * @param rn register that will register the void
   * @param begin told of the receipt once it is found; its register is asked for the mark when it says true
   */
  markVoided(
    receipt: CompanyReceipt,
    rn: string,
    begin: (found: MarkedReceipt) => Promise<boolean>,
  ): Promise<Marking>;
}

/** What a register says to being asked for its mark. */
export type Mark = 'ok' | 'already' | 'refused' | 'failed';

/** What other machines are asked for; null where the request names no number. */
export function soughtReceipt({ original }: VoidRequest, cfg: Cfg): CompanyReceipt | null {
  if (!original || (original.FN === undefined && original.TN === undefined)) return null;
  const { TaxId, Ctry } = cfg.Cmp;
  const { FN, TN, D } = original;
  return {
    ...{ TaxId, Ctry, ...terminal(original, configuredTerminal(cfg)) },
    ...(FN !== undefined && { FN }),
    ...(TN !== undefined && { TN }),
    ...(D !== undefined && { year: D.slice(0, 4) }),
  };
}

/** Why the void of another machine's receipt is refused; null when nobody has such a receipt. */
export function markingIssue(outcome: 'none' | 'silent' | 'already' | 'refused'): Issue | null {
  switch (outcome) {
    case 'none':
      return null;
    case 'silent':
      return issue(
        '#NEIGHBOUR_SILENT',
        'ESR',
        'the machine that may have this receipt did not answer; try again',
      );
    case 'already':
      return issue('#ALREADY_VOIDED', 'ESR', 'the receipt of another machine was voided before');
    case 'refused':
      return issue(
        '#ORIGINAL_NOT_FOUND',
        'ESR',
        'the machine that has this receipt does not let it be voided',
      );
  }
}

/** The void of another machine's receipt, of our own terminal; issues when its data make no sense. */
export function invertedHere(
  { record }: MarkedReceipt,
  request: VoidRequest,
  cfg: Cfg,
  country: Country,
): { esr: Esr } | { issues: Issue[] } {
  const { digits } = country.currency;
  const read = readTra(
    { Tra: { ESR: record.ESR as unknown as Tree } },
    { currencyDigits: digits, fields: ALL_FIELDS, isStored: true },
  );
  if (!read.tra) return { issues: read.issues };
  return {
    esr: {
      ...invert(read.tra.ESR, { ...request, sender: {} }, digits, country),
      ...configuredTerminal(cfg),
      ...request.sender,
    },
  };
}

/** What names a receipt of another machine in the state. */
export function foreignKey({ instance, record }: MarkedReceipt): string {
  return `${instance}/${record.RN}/${record.SQ}`;
}

/** Key of the state entry of a void that was begun; without a receipt what all these keys begin with. */
export function underWayKey(found: MarkedReceipt | null): string {
  return `VOIDING ${found ? foreignKey(found) : ''}`;
}

/** A receipt is voided by this register once, however often its own register marked it for us. */
export function checkVoidHere(marked: MarkedReceipt, state: State): VoidCheck {
  const { name, record } = marked;
  const key = `VOIDED ${foreignKey(marked)}`;
  if (state.get(key) !== undefined) {
    const text = 'this register voided the receipt of another machine before';
    return { issues: [issue('#ALREADY_VOIDED', 'ESR', text)], warnings: [], changes: () => ({}) };
  }
  const text = `the receipt is of register ${record.RN} on ${name}, where it is marked as voided now`;
  return { issues: [], warnings: [text], changes: (by) => ({ [key]: by, [underWayKey(marked)]: null }) };
}

/**
 * The state change that marks a receipt as voided by another machine, as a void of its own
 * register would. For the same register the mark is set once, and good again.
 * @param by instance id and register name
 * @param nextSq sequence number of the record that the state change becomes
 */
export function marking(
  original: JournalRecord,
  by: string,
  country: Country,
  nextSq: () => number,
): { stateChange: StateChange; mark: (state: State) => Mark } {
  let issues: readonly Issue[] = [];
  const key = `VOIDED-BY ${original.SQ}`;
  return {
    stateChange: {
      event: 'voided-elsewhere',
      details: { Receipt: String(original.SQ), By: by },
      changes(state): Record<string, Json> | null {
        if (state.get(key) === by) return null;
        const check = checkVoid(wholeVoid(original.ESR!, country), original, state, country);
        issues = check.issues;
        return issues.length > 0 ? null : { ...check.changes(nextSq()), [key]: by };
      },
    },
    mark(state) {
      if (state.get(key) === by) return 'ok';
      if (issues.length === 0) return 'failed';
      return issues[0]!.code === '#ALREADY_VOIDED' ? 'already' : 'refused';
    },
  };
}

function wholeVoid(original: Esr, { currency: { digits } }: Country): Esr {
  const { TL, TT, TN, NF, NFS } = original;
  const { T = '0', TaxA = [] } = invert(original, { sender: {}, reason: undefined }, digits);
  const all: Esr = { Void: '1', T, TaxA, ...(NF && { NF }), ...(NFS && { NFS }) };
  return { ...all, ...(TL && { RTL: TL }), ...(TT && { RTT: TT }), RTN: TN ?? '' };
}
