import type { UpdateState } from '../bridge.ts';
import type { Clock } from '../service/clock.ts';
import { isNewer } from './version.ts';
import type { UpdateSource } from './source.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The first look, when tills have been served. */
export const FIRST_LOOK = 2 * MINUTE;
/** Further ones. */
export const LOOK_EVERY = 24 * HOUR;
/** After a failure, such as no network. */
export const LOOK_AGAIN = 2 * HOUR;
/** Spread over this time: not all shops ask at once. */
export const SPREAD = 30 * MINUTE;

/** Why an installation did not begin, or did not succeed. */
export type InstallRefusal =
  { refused: 'busy' } | { refused: 'nothing' } | { refused: 'failed'; text: string };

/** What updates are made with; tests pass doubles. */
export interface UpdateParts {
  /** Version of this program. */
  current: string;
  /** Loaded when it is needed; null where updates cannot be looked for. */
  open(): UpdateSource | null;
  /** Somebody wants them. */
  isOn(): boolean;
  /** The service is ours, and ends and starts with the program. */
  isOurs(): boolean;
  /** No receipt is being issued, as far as the service says. */
  isQuiet(): Promise<boolean>;
  /** Stops the service, and lets the program end. */
  prepare(): Promise<void>;
  /** The installation failed: starts the service again. */
  recover(): void;
  changed(state: UpdateState): void;
  clock: Clock;
  /** From 0 to 1. */
  random(): number;
  log(line: string): void;
}

/** Looks for updates, loads them, and installs them when that disturbs nobody. */
export class Updates {
  private readonly parts: UpdateParts;
  private current: UpdateState = { state: 'off' };
  private source: UpdateSource | null | undefined;
  private looking: Promise<void> | null = null;
  private isInstalling = false;
  private cancelNext: () => void = () => undefined;

  constructor(parts: UpdateParts) {
    this.parts = parts;
  }

  get state(): UpdateState {
    return this.current;
  }

  /** Begins to look, or ends it where nobody wants that any more. Call again when that changes. */
  follow(): void {
    this.cancelNext();
    if (this.current.state === 'ready') {
      this.lookIn(LOOK_EVERY);
      return;
    }
    if (!this.parts.isOn()) {
      this.enter({ state: 'off' });
      return;
    }
    this.enter({ state: 'none' });
    this.lookIn(FIRST_LOOK);
  }

  /** Looks now. Never rejects. */
  look(): Promise<void> {
    this.looking ??= this.lookNow().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  /** Somebody wants the update now. Comes back only when it is not installed. */
  async install(): Promise<InstallRefusal> {
    // A look may be about to take a newer one.
    await this.looking;
    if (this.current.state !== 'ready' || !this.parts.isOurs()) return { refused: 'nothing' };
    if (this.isInstalling || !(await this.parts.isQuiet())) return { refused: 'busy' };
    return this.replace();
  }

  /** The service has ended for its daily restart, with so many records that wait: nobody is being served. */
  async atDailyRestart(waiting: number): Promise<void> {
    // Nobody is there to be asked by the system.
    const isFree = !this.isInstalling && this.looking === null && this.source?.needsPerson === false;
    if (this.current.state === 'ready' && waiting === 0 && this.parts.isOn() && isFree) await this.replace();
  }

  private async lookNow(): Promise<void> {
    const before = this.current;
    try {
      if (before.state !== 'ready') this.enter({ state: 'checking' });
      await this.find(before);
      this.lookIn(LOOK_EVERY);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.parts.log(`No update: ${text}`);
      // One that is loaded stays good.
      this.enter(before.state === 'ready' ? before : { state: 'failed', text: firstLine(text) });
      this.lookIn(LOOK_AGAIN);
    }
  }

  private async find(before: UpdateState): Promise<void> {
    this.source ??= this.parts.open();
    const { source } = this;
    if (source === null) {
      this.enter({ state: 'unavailable' });
      return;
    }
    const version = await source.check();
    if (version === null || !isNewer(version, this.parts.current)) {
      if (version !== null) this.parts.log(`Version ${version} is not newer than ${this.parts.current}.`);
      this.enter({ state: 'none' });
      return;
    }
    if (!source.canInstall || !this.parts.isOurs()) {
      this.enter({ state: 'told', version });
      return;
    }
    if (before.state !== 'ready' || before.version !== version) this.enter({ state: 'downloading', version });
    await source.download();
    this.enter({ state: 'ready', version });
  }

  private async replace(): Promise<InstallRefusal> {
    this.isInstalling = true;
    try {
      this.parts.log('Installs an update.');
      await this.parts.prepare();
      // No other than the one that was asked for: it is opened since then.
      return await this.source!.install();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.parts.log(`The update was not installed: ${text}`);
      this.parts.recover();
      this.enter({ state: 'failed', text: firstLine(text) });
      this.lookIn(LOOK_AGAIN);
      return { refused: 'failed', text: firstLine(text) };
    } finally {
      this.isInstalling = false;
    }
  }

  private lookIn(delay: number): void {
    this.cancelNext();
    if (!this.parts.isOn()) return;
    const spread = Math.floor(this.parts.random() * SPREAD);
    this.cancelNext = this.parts.clock.after(delay + spread, () => void this.look());
  }

  private enter(state: UpdateState): void {
    if (JSON.stringify(state) === JSON.stringify(this.current)) return;
    this.current = state;
    this.parts.changed(state);
  }
}

/** Errors of the updater go on with stacks and headers. */
function firstLine(text: string): string {
  return text.split('\n')[0]!.slice(0, 200);
}
