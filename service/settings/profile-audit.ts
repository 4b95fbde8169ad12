/**
 * Every change of the profile stands in the journal of every register. The
 * change is durable first, together with what is still to be journaled; what
 * cannot be journaled now, or was interrupted by a crash, is made up for later,
 * once in each register.
 */
import type { Json } from '../receipt/json.ts';
import type { ValueChange } from './profile-changes.ts';

/** A change that some register may not have in its journal yet. */
export interface PendingChange {
  /** Unique. */
  id: string;
  /** Local time of the change, `YYYY-MM-DDThh:mm:ss`. */
  at: string;
  changes: readonly ValueChange[];
  /** The register that it is about; missing when it is about the service. */
  rn?: string;
  /** Who has made it; missing for a program, and for changes of before there were people. */
  by?: Actor;
}

/** Who has done something. */
export interface Actor {
  /** Of a person; null for the manager's password, and for whoever is at a machine without one. */
  name: string | null;
  /** Address of the other end. */
  from: string;
}

/** What is journaled: a state change of `countries/contract/`. */
interface JournaledChange {
  event: string;
  details: Record<string, string>;
  changes(state: { get(key: string): Json | undefined }): Record<string, Json> | null;
}

/** The registers' journals. */
export interface AuditJournals {
  /** Names of all registers that are configured. */
  names(): Promise<readonly string[]>;
  /** Journals a state change; false when that cannot be done now. */
  journal(rn: string, stateChange: JournaledChange): Promise<boolean>;
}

/** What the audit needs of the profile. */
export interface AuditedProfile {
  /** Oldest first. */
  readonly pending: readonly PendingChange[];
  /** Forgets these, durably. */
  journaled(ids: ReadonlySet<string>): Promise<void>;
}

/** State key of the last change that a register has journaled. */
const LAST = 'PROFILE';
/** How often is tried what could not be journaled. */
const RETRY_MS = 60_000;

/** Journals the changes of a profile. */
export class ProfileAudit {
  private readonly profile: AuditedProfile;
  private journals: AuditJournals | null = null;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<boolean> = Promise.resolve(true);

  constructor(profile: AuditedProfile) {
    this.profile = profile;
  }

  /** The journals can be used from now on: journals what is pending. */
  open(journals: AuditJournals): void {
    this.journals = journals;
    this.timer = setInterval(() => void this.catchUp(), RETRY_MS).unref();
    void this.catchUp();
  }

  /** The journals cannot be used any more. Waits for what is under way. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    this.journals = null;
    await this.running;
  }

  /**
   * Journals what is pending.
   * @returns false when some of it has to wait. Never rejects
   */
  catchUp(): Promise<boolean> {
    this.running = this.running.then(() => this.journalAll()).catch(() => false);
    return this.running;
  }

  private async journalAll(): Promise<boolean> {
    const { pending } = this.profile;
    if (pending.length === 0) return true;
    const { journals } = this;
    if (!journals) return false;
    for (const rn of await journals.names()) {
      for (const change of pending.filter((one) => one.rn === undefined || one.rn === rn)) {
        if (!(await journals.journal(rn, changeOf(change, pending)))) return false;
      }
    }
    await this.profile.journaled(new Set(pending.map(({ id }) => id)));
    return true;
  }
}

function changeOf(change: PendingChange, pending: readonly PendingChange[]): JournaledChange {
  const values = change.changes.flatMap(({ name, before, after }) => [
    ...(before === null ? [] : [[`Old_${name}`, before] as const]),
    ...(after === null ? [] : [[`New_${name}`, after] as const]),
  ]);
  return {
    event: 'profile-changed',
    details: {
      ChangedAt: change.at,
      ...(change.by && { ChangedBy: change.by.name ?? 'manager', ChangedFrom: change.by.from }),
      ...Object.fromEntries(values),
    },
    changes(state) {
      const done = pending.findIndex(({ id }) => id === state.get(LAST));
      return done >= pending.indexOf(change) ? null : { [LAST]: change.id };
    },
  };
}
