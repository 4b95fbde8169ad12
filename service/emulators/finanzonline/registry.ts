/** The units and registers that an emulated FinanzOnline knows, and the rules of their life. */
import type { KeyObject } from 'node:crypto';

/** States; FinanzOnline shows only the first three and answers B32 or B33 for the last. */
export type State = 'REGISTRIERT' | 'IN_BETRIEB' | 'AUSFALL' | 'AUSSER_BETRIEB';

/** What units and registers have in common. Tests may change and remove them. */
export interface Stored {
  participant: string;
  /** `T` or `P`: two worlds. */
  mode: string;
  state: State;
  /** Milliseconds since 1970. */
  registered: number;
  /** Time of the last change of the state. */
  since: number;
}

/** A signature creation unit. */
export interface StoredUnit extends Stored {
  provider: string;
  serial: bigint;
  type: string;
  /** Null when the emulator does not know the certificate: signatures are not checked then. */
  publicKey: KeyObject | null;
}

/** A register. */
export interface StoredRegister extends Stored {
  id: string;
  /** AES-256 key. */
  key: Buffer;
  note: string;
}

/** Whose world a request is about. */
export interface Scope {
  participant: string;
  mode: string;
}

/** All units and registers. */
export class Registry {
  readonly units: StoredUnit[] = [];
  readonly registers: StoredRegister[] = [];

  /** A unit of a company, whatever its state. */
  unit(scope: Scope, serial: bigint): StoredUnit | undefined {
    return this.units.find((u) => within(u, scope) && u.serial === serial);
  }

  /** A register of a company, whatever its state. */
  register(scope: Scope, id: string): StoredRegister | undefined {
    return this.registers.find((r) => within(r, scope) && r.id === id);
  }

  /** `registrierung_se`; returns the code. A unit that was taken out of operation stays known (B10). */
  addUnit(
    scope: Scope,
    unit: Pick<StoredUnit, 'provider' | 'serial' | 'type' | 'publicKey'>,
    now: number,
  ): string {
    const known = this.units.some(
      (u) => u.mode === scope.mode && u.provider === unit.provider && u.serial === unit.serial,
    );
    if (known) return 'B10';
    this.units.push({ ...scope, ...unit, state: 'IN_BETRIEB', registered: now, since: now });
    return '0';
  }

  /** `registrierung_kasse`. The key of a register that is known is not looked at (B1). */
  addRegister(scope: Scope, register: Pick<StoredRegister, 'id' | 'key' | 'note'>, now: number): string {
    if (this.register(scope, register.id)) return 'B1';
    if (!this.hasUnit(scope)) return 'B7';
    this.registers.push({ ...scope, ...register, state: 'REGISTRIERT', registered: now, since: now });
    return '0';
  }

  /** `ausfall` since a time. */
  outage(stored: Stored, since: number, now: number): string {
    if (stored.state === 'AUSSER_BETRIEB') return 'B6';
    if (stored.state === 'AUSFALL') return 'B13';
    if (stored.state !== 'IN_BETRIEB') return isUnit(stored) ? 'B19' : 'B9';
    return change(stored, 'AUSFALL', since, now);
  }

  /** `wiederinbetriebnahme` since a time. */
  back(stored: Stored, since: number, now: number): string {
    if (stored.state === 'AUSSER_BETRIEB') return 'B6';
    if (stored.state === 'IN_BETRIEB') return 'B13';
    if (stored.state !== 'AUSFALL') return 'B22';
    if (!isUnit(stored) && !this.hasUnit(stored)) return 'B7';
    return change(stored, 'IN_BETRIEB', since, now);
  }

  /** `ausserbetriebnahme`, now. */
  retire(stored: Stored, now: number): string {
    if (stored.state === 'AUSSER_BETRIEB') return 'B6';
    return change(stored, 'AUSSER_BETRIEB', now, now);
  }

  private hasUnit(scope: Scope): boolean {
    return this.units.some((u) => within(u, scope) && u.state === 'IN_BETRIEB');
  }
}

function change(stored: Stored, state: State, since: number, now: number): string {
  if (since > now) return 'B21';
  if (since < wholeSecond(stored.since)) return 'B5';
  stored.state = state;
  stored.since = since;
  return '0';
}

/** Reports have no fractions of a second: one in the same second is not too early. */
function wholeSecond(ms: number): number {
  return ms - (ms % 1000);
}

function isUnit(stored: Stored): stored is StoredUnit {
  return 'serial' in stored;
}

function within(stored: Stored, { participant, mode }: Scope): boolean {
  return stored.participant === participant && stored.mode === mode;
}
