/** What people want to know of a unit's certificate. */
import { X509Certificate } from 'node:crypto';
import { localTime } from '../clock.ts';
import type { UnitIdentity } from '../devices/at-signature/contract.ts';
import type { UnitCertificate } from './wire.ts';

const DAY_MS = 24 * 3_600_000;

/** Read once: certificates do not change. */
const read = new WeakMap<UnitIdentity, Pick<UnitCertificate, 'subject' | 'issuer' | 'expires'>>();

/** A unit's certificate, or its key's id in a closed system. */
export function certificateOf(identity: UnitIdentity, now: number): UnitCertificate {
  const facts = read.get(identity) ?? factsOf(identity);
  read.set(identity, facts);
  const { zda, serial, remark = null } = identity;
  return {
    zda,
    serial,
    ...facts,
    daysLeft: facts.expires === null ? null : daysUntil(facts.expires, now),
    remark,
  };
}

function factsOf({ chain: [own] }: UnitIdentity): Pick<UnitCertificate, 'subject' | 'issuer' | 'expires'> {
  if (!own) return { subject: null, issuer: null, expires: null };
  const { subject, issuer, validToDate } = new X509Certificate(own);
  const expires = localTime(validToDate.getTime()).slice(0, 10);
  return { subject: nameIn(subject), issuer: nameIn(issuer), expires };
}

/** The common name of a distinguished name; all of it where it has none. */
function nameIn(name: string): string {
  return /^CN=(.*)$/m.exec(name)?.[1] ?? name.replaceAll('\n', ', ');
}

function daysUntil(day: string, now: number): number {
  return Math.round((Date.parse(day) - Date.parse(localTime(now).slice(0, 10))) / DAY_MS);
}
