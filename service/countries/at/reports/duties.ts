/**
 * What FinanzOnline has to be told or asked, in the order in which it has to be
 * done: units, the register, its start receipt, an outage and its end, annual
 * receipts, the end of the register (RKSV §§ 15 to 17; BAO § 131b).
 */
import type { CountryContext } from '../../contract/services.ts';
import type { State } from '../../contract/state.ts';
import type { Mode } from '../finanzonline/access.ts';
import { annualReceipts, configuredId, kasseOf, startReceipt, type CheckedReceipt } from '../kasse.ts';
import { parseQr } from '../rksv/printed.ts';
import type { ReportRow } from '../wire.ts';
import { outageDuties } from './outage-duties.ts';
import { reportOf, type Report } from './records.ts';
import { reportedUnits, type ReportedUnit } from './units.ts';

/** Day of the next year by which the annual receipt must be checked. */
const ANNUAL_CHECK = '02-15';

/** A report that is to be made, or was. */
export interface Duty {
  id: string;
  kind: ReportRow['kind'];
  /** Serial number, Kassen-ID or Belegnummer. */
  subject: string;
  /** Another one has to be done before. */
  waits: boolean;
  /** Last day that the law allows, `YYYY-MM-DD`; null when it names none. */
  lastDay: string | null;
  done: Pick<Report, 'at' | 'byHand'> | null;
  /** Of a unit. */
  unit?: ReportedUnit;
  /** Of a receipt: its machine-readable code. */
  code?: string;
  /** Of an outage: local time of its begin. */
  since?: string;
  /** Of an outage that is over: local time of its end. */
  till?: string;
}

/** All reports of a register, in order. */
export function dutiesOf(state: State, mode: Mode, { cfg, signer, now }: CountryContext): Duty[] {
  const kasse = kasseOf(state);
  const id = kasse?.id ?? configuredId(cfg);
  if (id === null) return [];
  const units = reportedUnits(state, signer.status()).map((unit) => unitDuty(unit, state, mode));
  const register: Duty = {
    ...{ id: 'register', kind: 'register', subject: id, lastDay: null },
    // FinanzOnline takes no register of a company that has no unit in operation.
    waits: units.every(({ done }) => done === null),
    done: doneOf(state, mode, 'register', id),
  };
  const outages = outageDuties(state, mode, units, now);
  const known = [...units, register, ...outages];
  const receipts: Duty[] = [];
  const receipt = startReceipt(state);
  if (receipt) receipts.push(receiptDuty('start', receipt, null, state, mode, known));
  const annual = annualReceipts(state)
    .reverse()
    .map(([year, r]) =>
      receiptDuty(`annual ${year}`, r, annualLastDay(year), state, mode, [...known, ...receipts]),
    );
  const all = [...units, register, ...receipts, ...outages, ...annual];
  if (!kasse?.closed) return all;
  const retirement: Duty = {
    ...{ id: 'retirement', kind: 'retirement', subject: id, lastDay: null },
    waits: register.done === null,
    done: doneOf(state, mode, 'retirement', id),
  };
  // A register that the tax office never knew is not made known to it for its end.
  return [...(register.done ? all : all.filter(({ done }) => done)), retirement];
}

/** The last day by which the annual receipt of a year must be checked. */
export function annualLastDay(year: string): string {
  return `${Number(year) + 1}-${ANNUAL_CHECK}`;
}

function unitDuty(unit: ReportedUnit, state: State, mode: Mode): Duty {
  const { serial } = unit;
  const id = `unit ${serial}`;
  const done = doneOf(state, mode, id, serial);
  return { id, kind: 'unit', subject: serial, waits: false, lastDay: null, done, unit };
}

/** @param before what a check of the receipt depends on, among others */
function receiptDuty(
  id: string,
  { number: subject, code, checked }: CheckedReceipt,
  lastDay: string | null,
  state: State,
  mode: Mode,
  before: readonly Duty[],
): Duty {
  // What the tax office has found good needs no test any more.
  const real = checked === null ? null : { at: checked, byHand: reportOf(state, 'P', id) === null };
  return {
    ...{ id, kind: id === 'start' ? 'start' : 'annual', subject, code, lastDay },
    waits: before.some((duty) => duty.done === null && holdsUp(duty, code, before)),
    done: doneOf(state, mode, id, subject) ?? real,
  };
}

/** A receipt passes once register and unit are in operation, and an annual one after the start receipt. */
function holdsUp({ kind, subject }: Duty, code: string, all: readonly Duty[]): boolean {
  if (kind === 'register' || kind === 'start') return true;
  const parsed = parseQr(code);
  const isSigner = 'value' in parsed && parsed.value.code.certificate === subject;
  const isOut =
    kind === 'return' &&
    all.some((one) => one.kind === 'outage' && one.subject === subject && one.done !== null);
  return isSigner && (kind === 'unit' || isOut);
}

function doneOf(state: State, mode: Mode, id: string, subject: string): Report | null {
  const report = reportOf(state, mode, id);
  return report?.subject === subject ? report : null;
}
