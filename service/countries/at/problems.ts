/** What an Austrian till must be looked after for. */
import type { Problem } from '../../wire.ts';
import type { CountryContext, State } from '../contract.ts';
import { aesKeyOf } from './aes-key.ts';
import { exportDue } from './export.ts';
import { annualReceipts, kasseOf, postponedYear, startReceipt } from './kasse.ts';
import { restoredAt } from './restored.ts';

const HOUR_MS = 3_600_000;
/** Longer outages have to be reported to the tax office (RKSV § 17). */
const HOURS_TO_REPORT = 48;
const DAYS_TO_REMIND = 31;
/** Day of the next year by which the annual receipt must be checked. */
const ANNUAL_CHECK = '02-15';

/** True for an outage that has to be reported. Both are local times. */
export function outageMustBeReported(since: string, now: string): boolean {
  return Date.parse(now) - Date.parse(since) > HOURS_TO_REPORT * HOUR_MS;
}

/** {@link Country.problems} of Austria. */
export function problems(state: State, context: CountryContext): Problem[] {
  const { now } = context;
  const kasse = kasseOf(state);
  const found: Problem[] = [];
  const add = (code: string, severity: Problem['severity'], params?: Problem['params']) =>
    found.push({ code, severity, ...(params && { params }) });
  if (context.attributes().flag('Fiscal_Test')) add('AT_TRAINING', 'warning');
  if (kasse?.closed) {
    add('AT_CLOSED', 'stop', { id: kasse.id, date: kasse.closed.slice(0, 10) });
    return found;
  }
  const units = context.signer.status();
  // Without a start receipt nothing can be sold, and it has to be signed.
  if (units.length === 0) add('AT_NO_UNIT', kasse ? 'warning' : 'stop');
  else if (units.every((unit) => unit.state === 'failed')) add('AT_UNITS_FAILED', kasse ? 'warning' : 'stop');
  if (!kasse) {
    add('AT_NOT_STARTED', 'info');
    return found;
  }
  const key = aesKeyOf(context.vault, context.cfg, kasse.id);
  if (key?.check !== kasse.keyCheck) add('AT_KEY_MISSING', 'stop', { id: kasse.id, check: kasse.keyCheck });
  if (kasse.outage !== null) {
    const late = outageMustBeReported(kasse.outage, now);
    add(late ? 'AT_OUTAGE_REPORT' : 'AT_OUTAGE', 'warning', { since: kasse.outage.replace('T', ' ') });
  }
  if (startReceipt(state)?.checked === null) add('AT_START_UNCHECKED', 'warning');
  const postponed = postponedYear(state);
  if (postponed !== null) add('AT_ANNUAL_UNSIGNED', 'warning', { year: postponed });
  for (const [year, { checked }] of annualReceipts(state)) {
    if (checked !== null) continue;
    const date = `${Number(year) + 1}-${ANNUAL_CHECK}`;
    add(now.slice(0, 10) > date ? 'AT_ANNUAL_OVERDUE' : 'AT_ANNUAL_UNCHECKED', 'warning', { year, date });
  }
  const due = exportDue(state);
  if (due !== null && now.slice(0, 10) > due) add('AT_DEP_DUE', 'warning', { date: due });
  const restored = restoredAt(state);
  if (restored !== null && Date.parse(now) - Date.parse(restored) < DAYS_TO_REMIND * 24 * HOUR_MS) {
    add('AT_RESTORED', 'warning', { date: restored.slice(0, 10) });
  }
  return found;
}
