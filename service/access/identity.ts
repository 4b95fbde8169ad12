/** Looks after the server's identity `cer/ssl.pfx`: warns before it ends, and where others can read its key. */
import { EventEmitter } from 'node:events';
import fs from 'node:fs/promises';
import { localTime, type Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Problem } from '../wire.ts';

/** The identity that HTTPS speaks with. */
export interface Identity {
  file: string;
  /** End of its certificate, milliseconds since 1970. */
  until: number;
}

/** Time enough to get a new one. */
const DAY_MS = 24 * 3_600_000;
const SOON_MS = 30 * DAY_MS;
const LOOK_MS = 60_000;
/** Group and others, read or write. */
const OTHERS = 0o066;

/** Watches an identity. Emits `changed` when its problems do. */
export class IdentityWatch extends EventEmitter<{ changed: [] }> {
  private readonly identity: Identity;
  private readonly clock: Clock;
  private readonly log: Log;
  private timer: NodeJS.Timeout | undefined;
  private isReadable = false;
  private told = '[]';

  constructor(identity: Identity, clock: Clock, log: Log) {
    super();
    this.identity = identity;
    this.clock = clock;
    this.log = log;
  }

  /** Looks now and from time to time. */
  start(): void {
    this.timer = setInterval(() => void this.look(), LOOK_MS).unref();
    void this.look();
  }

  /** Looks no more. */
  stop(): void {
    clearInterval(this.timer);
  }

  /** Looks once; what is new goes into the log. */
  async look(): Promise<void> {
    this.isReadable = await isForOthers(this.identity.file);
    const { problems } = this;
    const told = JSON.stringify(problems);
    if (told === this.told) return;
    this.told = told;
    for (const { code } of problems) this.log.warn(this.words(code));
    this.emit('changed');
  }

  /** What is wrong now. */
  get problems(): Problem[] {
    const { until } = this.identity;
    const left = until - this.clock.now();
    const params = { date: localTime(until).slice(0, 10) };
    const problems: Problem[] = [];
    if (left <= 0) problems.push({ code: 'TLS_ENDED', severity: 'warning', params });
    else if (left <= SOON_MS) {
      const days = Math.floor(left / DAY_MS);
      problems.push({ code: 'TLS_ENDS', severity: 'warning', params: { ...params, days } });
    }
    if (this.isReadable) problems.push({ code: 'TLS_READABLE', severity: 'warning' });
    return problems;
  }

  private words(code: string): string {
    const { file, until } = this.identity;
    if (code === 'TLS_READABLE')
      return `${file} can be read or changed by other users of this machine: let only the service's user read it (chmod 600)`;
    return code === 'TLS_ENDED'
      ? `the certificate in ${file} ended on ${localTime(until)}: clients refuse it; put a new one there and restart`
      : `the certificate in ${file} ends on ${localTime(until)}: put a new one there and restart before that`;
  }
}

/** On Windows access lists count, which modes do not show. */
async function isForOthers(file: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const stat = await fs.stat(file).catch(() => null);
  return stat !== null && (stat.mode & OTHERS) !== 0;
}
