/** What an Austrian till must be looked after for. */
import type { Problem } from '../../wire.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { aesKeyOf } from './aes-key.ts';
import { exportDue } from './export.ts';
import { unsignedOf } from './not-in-operation.ts';
import { annualReceipts, kasseOf, postponedYear, startReceipt } from './kasse.ts';
import { annualLastDay } from './reports/duties.ts';
import { unreportedOutage } from './reports/outage-duties.ts';
import { finanzOnlineProblems } from './reports/problems.ts';
import { restoredAt } from './restored.ts';

const HOUR_MS = 3_600_000;
const DAYS_TO_REMIND = 31;

/** {@link Country.problems} of Austria. */
export function problems(state: State, context: CountryContext): Problem[] {
  const { now } = context;
  const kasse = kasseOf(state);
  const found: Problem[] = [];
  const add = (code: string, severity: Problem['severity'], params?: Problem['params']) =>
    found.push({ code, severity, ...(params && { params }) });
  if (context.attributes().flag('Fiscal_Test')) add('AT_TRAINING', 'warning');
  found.push(...finanzOnlineProblems(state, context));
  if (kasse?.closed) {
    add('AT_CLOSED', 'stop', { id: kasse.id, date: kasse.closed.slice(0, 10) });
    return found;
  }
  const units = context.signer.status();
  // Without a start receipt nothing can be sold, and it has to be signed.
  if (units.length === 0) add('AT_NO_UNIT', kasse ? 'warning' : 'stop');
  else if (units.every((unit) => unit.state === 'failed')) add('AT_UNITS_FAILED', kasse ? 'warning' : 'stop');
  const unsigned = unsignedOf(state);
  const isRecent = (time: string) => Date.parse(now) - Date.parse(time) < DAYS_TO_REMIND * 24 * HOUR_MS;
  if (unsigned !== null && (!kasse || isRecent(unsigned.last))) {
    const { count: receipts, since } = unsigned;
    add('AT_NOT_IN_OPERATION', 'warning', { receipts, since: since.replace('T', ' ') });
  }
  if (!kasse) {
    add('AT_NOT_STARTED', 'info');
    return found;
  }
  const key = aesKeyOf(context.vault, context.cfg, kasse.id);
  if (key?.check !== kasse.keyCheck) add('AT_KEY_MISSING', 'stop', { id: kasse.id, check: kasse.keyCheck });
  const unreported = unreportedOutage(state, now);
  if (kasse.outage !== null && unreported?.serial !== kasse.serial) {
    add('AT_OUTAGE', 'warning', { since: kasse.outage.replace('T', ' ') });
  }
  if (unreported !== null) {
    const { serial, since } = unreported;
    add('AT_OUTAGE_REPORT', 'warning', { serial, since: since.replace('T', ' ') });
  }
  if (startReceipt(state)?.checked === null) add('AT_START_UNCHECKED', 'warning');
  const postponed = postponedYear(state);
  if (postponed !== null) add('AT_ANNUAL_UNSIGNED', 'warning', { year: postponed });
  for (const [year, { checked }] of annualReceipts(state)) {
    if (checked !== null) continue;
    const date = annualLastDay(year);
    add(now.slice(0, 10) > date ? 'AT_ANNUAL_OVERDUE' : 'AT_ANNUAL_UNCHECKED', 'warning', { year, date });
  }
  const due = exportDue(state, now.slice(0, 10));
  if (due !== null && now.slice(0, 10) > due) add('AT_DEP_DUE', 'warning', { date: due });
  const restored = restoredAt(state);
  if (restored !== null && isRecent(restored)) {
    add('AT_RESTORED', 'warning', { date: restored.slice(0, 10) });
  }
  return found;
}
