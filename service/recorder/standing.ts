/**
 * How one register stands with the portal: what was heard of it and when, what is
 * in the way, and what people read of that. Asks nobody; the exchange tells it.
 */
import { offsetTime } from '../clock.ts';
import type { PortalStatus, Problem } from '../wire.ts';
import { plainAddress } from './badge-text.ts';
import { ClockWatch } from './clock-watch.ts';
import type { Difference } from './difference.ts';
import type { ExchangeParts } from './exchange.ts';
import type { Identity } from './identities.ts';
import { QueueWatch } from './queue-watch.ts';
import type { Refusal } from './read.ts';
import type { PortalState } from './sign-of-life.ts';

/** Between two signs of life. */
export const REPORT_MS = 5 * 60_000;
/** A person has to do something first; who did it by the portal is found this soon. */
export const REFUSED_RETRY_MS = 5 * 60_000;
/** A register that could not be heard of for so long is worth a word. */
const SILENT_MS = 15 * 60_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

/** What a standing is judged by. */
export type StandingParts = Pick<
  ExchangeParts,
  'portal' | 'isPortalBeside' | 'badge' | 'identities' | 'clock' | 'random' | 'log' | 'changed'
>;

/** How one register stands with the portal. */
export class Standing {
  private readonly rn: string;
  private readonly parts: StandingParts;
  private isHeard = false;
  /** When the portal answered last, milliseconds since 1970. */
  private heardAt: number | null = null;
  private silentSince: number;
  /** When the last sign of life was given, by the clock that goes on evenly. */
  private reportedAt = -Infinity;
  private reported = '';
  private failures = 0;
  private blocked: Problem | null = null;
  /** What the portal said when it refused last. */
  private refusal = '';
  private readonly clockWatch = new ClockWatch();
  private readonly queueWatch = new QueueWatch();
  /** The badge is of a company that this register is not of. */
  isOfOther = false;
  /** What a person has to decide about; nothing is handed in meanwhile. */
  conflict: Difference | null = null;
  /** Why base data of the portal were not taken. */
  baseData: Problem | null = null;
  /** What the portal says of the register; null before it was asked. */
  state: PortalState | null = null;
  companyName: string | null = null;
  /** Milliseconds that a record takes, while many are handed in. */
  pace: number | null = null;
  /** Milliseconds that this clock is behind the portal's. */
  offsetMs: number | null = null;

  constructor(rn: string, parts: StandingParts) {
    this.rn = rn;
    this.parts = parts;
    this.silentSince = parts.clock.elapsed();
  }

  /** The portal was heard of, and the next sign of life is not overdue. */
  get isOnline(): boolean {
    return this.isHeard && this.parts.portal() !== null && this.sinceReport < 2 * REPORT_MS;
  }

  /** Milliseconds since the last sign of life. */
  get sinceReport(): number {
    return this.parts.clock.elapsed() - this.reportedAt;
  }

  /**
   * How it stands with the portal, for people.
   * @param queued records that wait
   */
  status(queued: number): PortalStatus {
    const portal = this.parts.portal();
    const { identity, pace, heardAt } = this;
    return {
      state: this.stateOf(portal),
      url: portal && `${plainAddress(portal)}/`,
      register: identity && { companyId: identity.companyId, registerId: identity.registerId },
      company: identity && this.companyName,
      heard: heardAt === null ? null : offsetTime(heardAt),
      secondsLeft: pace === null || queued === 0 ? null : Math.ceil((queued * pace) / 1000),
    };
  }

  private stateOf(portal: URL | null): PortalStatus['state'] {
    if (this.parts.badge() === null && this.identity === null) return 'alone';
    if (this.state === 'Deactivated' || this.blocked?.code === DEACTIVATED.code) return 'deactivated';
    if (this.blocked) return 'refused';
    if (portal === null && !this.parts.isPortalBeside()) return 'noAddress';
    if (this.isOnline) return 'online';
    if (this.isOfOther && this.identity === null) return 'otherCompany';
    // One that ran beside before is started again by itself.
    return this.failures > 0 || (portal === null && this.heardAt !== null) ? 'offline' : 'connecting';
  }

  /** What a person should know. */
  get problems(): Problem[] {
    if (this.parts.badge() === null && this.identity === null) return [];
    const isSilent = !this.isOnline && this.parts.clock.elapsed() - this.silentSince >= SILENT_MS;
    return [
      ...(this.blocked ? [this.blocked] : []),
      ...(this.conflict ? [conflictProblem(this.conflict)] : []),
      ...(this.baseData ? [this.baseData] : []),
      ...(this.state === 'Deactivated' && this.blocked !== DEACTIVATED ? [DEACTIVATED] : []),
      ...(isSilent && !this.blocked ? [SILENT] : []),
      ...this.clockWatch.problems,
      ...(this.blocked ? [] : this.queueWatch.problems),
    ];
  }

  /** Whether it matters to know now if the portal is there: it waits for it, or has not heard of it for so long. */
  isConcerned(ms: number): boolean {
    if (!this.isOnline) return this.blocked === null && !this.isOfOther && this.failures > 0;
    return this.heardAt !== null && Math.abs(this.parts.clock.now() - this.heardAt) >= ms;
  }

  /** What is the matter has changed since the last sign of life. */
  hasNews(problems: readonly Problem[]): boolean {
    return this.isHeard && JSON.stringify(problems) !== this.reported;
  }

  /** It was heard of, by a question beside the exchange. */
  seen(): void {
    this.heardAt = this.parts.clock.now();
  }

  /** The portal answered. */
  heard(): void {
    if (!this.isHeard) this.parts.changed();
    this.isHeard = true;
    this.silentSince = this.parts.clock.elapsed();
    this.seen();
  }

  /**
   * A sign of life was given.
   * @param told the problems that were named
   * @param queued records that waited then
   * @param offsetMs milliseconds that this clock is behind the portal's
   */
  hasReported(told: readonly Problem[], queued: number, offsetMs: number): void {
    this.reported = JSON.stringify(told);
    this.reportedAt = this.parts.clock.elapsed();
    this.offsetMs = offsetMs;
    this.clockWatch.measured(offsetMs);
    this.queueWatch.heard(queued, this.reportedAt);
  }

  /** A sign of life is due, whenever the last one was. */
  due(): void {
    this.reportedAt = -Infinity;
  }

  /** There is nobody to ask, or nobody answers. */
  offline(): void {
    if (this.isHeard) this.parts.changed();
    this.isHeard = false;
    this.pace = null;
  }

  /**
   * Something failed that is tried again by itself, after longer and longer pauses.
   * @returns milliseconds until then
   */
  failed(why?: string): number {
    if (this.isHeard && why !== undefined)
      this.parts.log.warn(`register ${this.rn} goes on without the portal: ${why}`);
    this.offline();
    this.queueWatch.silent();
    if (this.failures === 0) this.parts.changed();
    const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.failures++);
    // Registers of a shop do not come back all at once.
    return pause * (0.5 + this.parts.random() / 2);
  }

  /**
   * The portal refuses: a person has to do something.
   * @returns milliseconds until it is tried again all the same
   */
  refused(text: string, why: Refusal): number {
    this.offline();
    const isNew = this.refusal !== text;
    this.refusal = text;
    this.blocked = refusedAs(why, text);
    if (isNew) this.parts.log.error(`register ${this.rn} is refused by the portal: ${text}`);
    this.parts.changed();
    return REFUSED_RETRY_MS;
  }

  /** What was to be done is done: the next failure is the first one. */
  succeeded(): void {
    this.failures = 0;
  }

  /** The portal takes what it refused before. */
  accepted(): void {
    this.blocked = null;
  }

  /** A person has changed what was in the way. */
  again(): void {
    this.failures = 0;
    this.blocked = null;
    this.refusal = '';
    this.isOfOther = false;
    this.due();
  }

  private get identity(): Identity | null {
    return this.parts.identities.of(this.rn);
  }
}

const DEACTIVATED: Problem = { code: 'RECORDER_DEACTIVATED', severity: 'warning' };
const SILENT: Problem = { code: 'RECORDER_OFFLINE', severity: 'warning' };

/** What people read of a refusal: where it is known what is to be done, that, else the portal's words. */
function refusedAs(why: Refusal, text: string): Problem {
  switch (why) {
    case 'deactivated':
      return DEACTIVATED;
    case 'badge':
      return { code: 'RECORDER_BADGE', severity: 'warning' };
    case 'company':
      return { code: 'RECORDER_COMPANY', severity: 'warning' };
    case 'old':
      return { code: 'RECORDER_OLD_PORTAL', severity: 'warning' };
    case 'other':
      return { code: 'RECORDER_REFUSED', severity: 'warning', params: { text: text.slice(0, 2000) } };
  }
}

function conflictProblem({ sq, theirs, at }: Difference): Problem {
  const params = { sq, records: theirs, at: at.replace('T', ' ') };
  return { code: 'RECORDER_CONFLICT', severity: 'warning', params };
}
