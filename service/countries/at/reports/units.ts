/** The signature units that FinanzOnline has to know. */
import type { SignerUnit } from '../../contract/signer.ts';
import type { State } from '../../contract/state.ts';
import type { UnitType } from '../finanzonline/requests.ts';
import { certificatesOf, kasseOf } from '../kasse.ts';

/** A unit as FinanzOnline knows it. */
export interface ReportedUnit {
  zda: string;
  /** Serial number of its certificate, hexadecimal; in a closed system the id of its key. */
  serial: string;
  /** `software`, `remote`, `card` or `till`; null when the installation has it no more. */
  kind: string | null;
  /** Its certificate, base64 of DER; null where it has none. */
  certificate: string | null;
}

const TYPES: Readonly<Record<string, UnitType>> = {
  remote: 'HSM_DIENSTLEISTER',
  card: 'SIGNATURKARTE',
  software: 'EIGENES_HSM',
};

/** Kind of a unit for FinanzOnline; null for units of another till and such that are gone, which are not this one's to report. */
export function unitType({ kind }: ReportedUnit): UnitType | null {
  return (kind === null ? undefined : TYPES[kind]) ?? null;
}

/** Units that sign for the register or may at any time, in order of preference, and the one that its last receipt names. */
export function reportedUnits(state: State, units: readonly SignerUnit[]): ReportedUnit[] {
  const found = new Map<string, ReportedUnit>();
  for (const { kind, state: health, identity } of units) {
    if (!identity) continue;
    const { zda, serial, chain } = identity;
    const isUsed = health === 'ready' || certificatesOf(state, zda, serial) !== null;
    // One that this machine has itself may be lent by another till as well.
    if (!isUsed || (found.has(serial) && kind === 'till')) continue;
    found.set(serial, { zda, serial, kind, certificate: chain[0]?.toString('base64') ?? null });
  }
  const kasse = kasseOf(state);
  if (kasse && !found.has(kasse.serial)) {
    const { zda, serial } = kasse;
    found.set(serial, { zda, serial, kind: null, certificate: null });
  }
  return [...found.values()];
}
