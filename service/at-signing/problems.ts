/** What is wrong with the signature units, for the status page. */
import { localTime } from '../clock.ts';
import type { UnitStatus } from '../devices/at-signature/pool.ts';
import type { UnitSetting } from '../settings/signature-unit.ts';
import type { Problem } from '../wire.ts';
import { certificateOf } from './certificates.ts';

/** Days before a certificate ends at which it should be renewed. */
const RENEW_DAYS = 60;

/**
 * Problems of units that a register signs with. None of them is a stop: without a
 * unit that works, receipts are registered as an outage, as the law wants it.
 */
export function unitProblems(
  status: readonly UnitStatus[],
  settings: readonly UnitSetting[],
  now: number,
): Problem[] {
  if (status.length === 0) return [{ code: 'NO_UNIT', severity: 'warning' }];
  return status.flatMap((unit) => [
    ...failed(unit),
    ...expiring(unit, now),
    ...(isTest(unit, settings) ? [warning('TEST_UNIT', { unit: unit.id })] : []),
  ]);
}

function failed({ id, state, since, failure }: UnitStatus): Problem[] {
  if (state !== 'failed' || failure === null) return [];
  const time = localTime(since).slice(0, 16).replace('T', ' ');
  const cause = failure.cause ?? failure.kind;
  return [warning('UNIT_FAILED', { unit: id, since: time, cause, reason: failure.text })];
}

function expiring({ id, identity }: UnitStatus, now: number): Problem[] {
  const certificate = identity && certificateOf(identity, now);
  if (!certificate?.expires || certificate.daysLeft === null) return [];
  if (certificate.daysLeft > RENEW_DAYS) return [];
  return [warning('UNIT_CERT_EXPIRES', { unit: id, date: certificate.expires, days: certificate.daysLeft })];
}

function isTest({ id }: UnitStatus, settings: readonly UnitSetting[]): boolean {
  return settings.some((setting) => setting.id === id && setting.type === 'test');
}

function warning(code: string, params: Problem['params']): Problem {
  return { code, severity: 'warning', ...(params && { params }) };
}
