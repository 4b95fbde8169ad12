/**
 * What one register and the portal tell each other: one thing after the other, so that
 * the records come in order. Called again whenever something may be due; it decides itself what is.
 */
import { createHash } from 'node:crypto';
import { offsetTime, type SteadyClock } from '../clock.ts';
import type { Log } from '../log.ts';
import { ClockWatch } from './clock-watch.ts';
import type { PortalStatus, Problem } from '../wire.ts';
import { activate, type Activation } from './activation.ts';
import { plainAddress } from './badge-text.ts';
import { difference, type Difference } from './difference.ts';
import type { Refusal } from './read.ts';
import type { Identity } from './identities.ts';
import { QueueWatch } from './queue-watch.ts';
import type { RecordedRegister, RecordedRegisters } from './registers.ts';
import type { ReceiptKeys } from './receipt-access.ts';
import { report, type PortalState } from './sign-of-life.ts';
import { uploadBatch, type UploadParts } from './upload.ts';

/** Between two signs of life. */
export const REPORT_MS = 5 * 60_000;
/** A register that could not be heard of for so long is worth a word. */
const SILENT_MS = 15 * 60_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** A person has to do something first; who did it by the portal is found this soon. */
const REFUSED_RETRY_MS = 5 * 60_000;

/** What all registers have in common. */
export interface ExchangeParts extends UploadParts {
  registers: RecordedRegisters;
  /** Null: there is none to go to. */
  portal: () => URL | null;
  /** Without an address of its own the portal is the one that runs beside, or will do so. */
  isPortalBeside: () => boolean;
  badge: () => string | null;
  instance: string;
  version: string;
  /** Megabytes. */
  diskUsage: () => number;
  /** Profile attribute `SoftwareProvider`. */
  softwareProvider: () => string | undefined;
  clock: SteadyClock;
  /** From 0 up to 1. */
  random: () => number;
  log: Log;
  /** Records that the portal has, as far as known from before; kept for the next start. */
  acknowledged: Map<string, number>;
  /** What registers make handles of digital receipts with. */
  receiptKeys: ReceiptKeys;
  /** Its records wait for a key, and nothing is handed in. */
  isHeld: () => boolean;
  changed: () => void;
}

/** The exchange of one register. */
export class Exchange {
  readonly rn: string;
  private readonly parts: ExchangeParts;
  private isHeard = false;
  /** Record that the portal waits for; null before it was asked. */
  private nextSq: number | null = null;
  /** Digest of the last line that was handed in. */
  private previous: string | null = null;
  private reportedAt = -Infinity;
  /** Asked for since the last one began: what that one said may be out of date. */
  private isDue = false;
  private reported = '';
  private installation = '';
  private hasReceiptKey = false;
  /** A tag whose base data were refused. */
  private refusedTag = '';
  private silentSince: number;
  private failures = 0;
  private blocked: Problem | null = null;
  /** What the portal said when it refused last. */
  private refusal = '';
  /** What a person has to decide about; nothing is handed in meanwhile. */
  private conflict: Difference | null = null;
  private baseData: Problem | null = null;
  private state: PortalState | null = null;
  private readonly clockWatch = new ClockWatch();
  private readonly queueWatch = new QueueWatch();
  private companyName: string | null = null;
  /** The badge is of a company that this register is not of. */
  private isOfOther = false;
  /** When the portal answered last, milliseconds since 1970. */
  private heardAt: number | null = null;
  /** Milliseconds that a record takes, while many are handed in. */
  private pace: number | null = null;
  /** Milliseconds that this clock is behind the portal's. */
  offsetMs: number | null = null;

  constructor(rn: string, parts: ExchangeParts) {
    this.rn = rn;
    this.parts = parts;
    this.silentSince = parts.clock.elapsed();
  }

  /** The portal was heard of, and the next sign of life is not overdue. */
  get isOnline(): boolean {
    const { portal, clock } = this.parts;
    return this.isHeard && portal() !== null && clock.elapsed() - this.reportedAt < 2 * REPORT_MS;
  }

  /**
   * How it stands with the portal, for people.
   * @param queued records that wait
   */
  status(queued: number): PortalStatus {
    const portal = this.parts.portal();
    const { identity, pace, heardAt } = this;
    return {
      state: this.standing(portal),
      url: portal && `${plainAddress(portal)}/`,
      register: identity && { companyId: identity.companyId, registerId: identity.registerId },
      company: identity && this.companyName,
      heard: heardAt === null ? null : offsetTime(heardAt),
      secondsLeft: pace === null || queued === 0 ? null : Math.ceil((queued * pace) / 1000),
    };
  }

  private standing(portal: URL | null): PortalStatus['state'] {
    if (this.parts.badge() === null && this.identity === null) return 'alone';
    if (this.state === 'Deactivated' || this.blocked?.code === DEACTIVATED.code) return 'deactivated';
    if (this.blocked) return 'refused';
    if (portal === null && !this.parts.isPortalBeside()) return 'noAddress';
    if (this.isOnline) return 'online';
    if (this.isOfOther && this.identity === null) return 'otherCompany';
    // One that ran beside before is started again by itself.
    return this.failures > 0 || (portal === null && this.heardAt !== null) ? 'offline' : 'connecting';
  }

  /** Whether it matters to know now if the portal is there: it waits for it, or has not heard of it for so long. */
  isConcerned(ms: number): boolean {
    if (!this.isOnline) return this.blocked === null && !this.isOfOther && this.failures > 0;
    return this.heardAt !== null && Math.abs(this.parts.clock.now() - this.heardAt) >= ms;
  }

  /** It was heard of otherwise. */
  seen(): void {
    this.heardAt = this.parts.clock.now();
  }

  /** The portal was asked and has not answered: what is sent waits until it does. Milliseconds until it is tried again. */
  lost(why: string): number {
    return this.failed(why);
  }

  /** The portal has other records than this register. */
  get isDifferent(): boolean {
    return this.conflict !== null;
  }

  /** Records that the portal has. */
  get sent(): number {
    return this.parts.acknowledged.get(this.rn) ?? 0;
  }

  /** What a person should know. */
  get problems(): Problem[] {
    const { badge, clock } = this.parts;
    if (badge() === null && this.identity === null) return [];
    const isSilent = !this.isOnline && clock.elapsed() - this.silentSince >= SILENT_MS;
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

  /** What is the matter has changed since the last sign of life. */
  hasNews(problems: readonly Problem[]): boolean {
    return this.isHeard && JSON.stringify(problems) !== this.reported;
  }

  /**
   * Begins a new row of records at the portal, because a person says so: what is there stays, and all records
   * of this register are handed in behind it as those of another one.
   * @returns false where nothing differs, or it cannot be journaled now
   */
  async beginRow(register: RecordedRegister, row: string): Promise<boolean> {
    const { identity, conflict } = this;
    if (conflict === null || identity === null) return false;
    const { registerId } = identity;
    if (!(await register.beginRow(conflict, registerId))) return false;
    // Without a secret it is activated first.
    await this.parts.identities.keep(this.rn, { ...identity, secret: '', row, follows: registerId });
    this.parts.log.warn(`register ${this.rn} begins a new row of records behind register ${registerId}`);
    this.conflict = null;
    this.nextSq = null;
    this.parts.acknowledged.set(this.rn, 0);
    this.again();
    this.parts.changed();
    return true;
  }

  /** A sign of life is due now, whenever the last one was. */
  due(): void {
    this.reportedAt = -Infinity;
    this.isDue = true;
  }

  /** A person has changed what was in the way: what was refused may be tried at once. */
  again(): void {
    this.failures = 0;
    this.blocked = null;
    this.refusal = '';
    this.isOfOther = false;
    this.due();
  }

  /**
   * Does what is due.
   * @returns milliseconds until something is due again
   */
  async run(): Promise<number> {
    const { portal: portalOf, registers, log } = this.parts;
    const portal = portalOf();
    const register = portal && (await registers.find(this.rn));
    if (!portal || !register) {
      this.offline();
      return REPORT_MS;
    }
    try {
      const ms = await this.exchange(portal, register);
      if (ms !== null) return ms;
    } catch (error) {
      // The journal cannot be read, or it is closed.
      log.error(`register ${this.rn}: the exchange with the portal failed`, error);
      return this.failed();
    }
    this.failures = 0;
    return Math.max(0, REPORT_MS - (this.parts.clock.elapsed() - this.reportedAt));
  }

  /** Activates with a badge that a person has entered. */
  activate(portal: URL, register: RecordedRegister, badge: string): Promise<Activation> {
    const { rn, taxId, country, tl, tt } = register;
    const { instance, version } = this.parts;
    const { row, follows } = this.identity ?? {};
    return activate(portal, this.parts, {
      ...{ badge, rn, taxId, country, tl, tt, instance, version, row },
      // One that was restored on a new installation knows who it was by its journal.
      follows: this.identity ? follows : (register.taken.register ?? undefined),
    });
  }

  private get identity(): Identity | null {
    return this.parts.identities.of(this.rn);
  }

  /** @returns when to come back after a failure; null when all is done */
  private async exchange(portal: URL, register: RecordedRegister): Promise<number | null> {
    for (let attempt = 0; ; attempt++) {
      const identity = this.identity;
      // Its secret is not in force, or there is none yet.
      if (identity === null || attempt > 0) {
        const ms = await this.activateByBadge(portal, register);
        if (ms !== null) return ms;
      }
      const ms = await this.talk(portal, register);
      if (ms !== 'activate') return ms;
      if (attempt > 0) return this.refused('the portal gave a secret that it does not know', 'other');
      this.parts.log.warn(`register ${this.rn}: the portal does not know its secret, it is activated again`);
    }
  }

  /** The portal is another one to this register, or one of before. */
  private tellAllAgain(): void {
    this.hasReceiptKey = false;
    this.installation = '';
  }

  private async activateByBadge(portal: URL, register: RecordedRegister): Promise<number | null> {
    const badge = this.parts.badge();
    if (badge === null) {
      this.offline();
      return this.identity === null
        ? REPORT_MS
        : this.refused('the badge of the company is missing', 'badge');
    }
    const activation = await this.activate(portal, register, badge);
    this.isOfOther = 'why' in activation && activation.why === 'company';
    if ('identity' in activation) {
      await this.parts.identities.keep(this.rn, activation.identity);
      this.parts.log.info(`register ${this.rn} is connected to the portal`);
      this.tellAllAgain();
      this.due();
      return null;
    }
    if ('unreachable' in activation) return this.failed(activation.unreachable);
    if (activation.why === 'company' && this.identity === null) {
      // A service may have registers of other companies, which have no portal.
      this.offline();
      return REFUSED_RETRY_MS;
    }
    return this.refused(activation.refused, activation.why);
  }

  private async talk(portal: URL, register: RecordedRegister): Promise<number | 'activate' | null> {
    const { clock } = this.parts;
    const isOverdue = this.nextSq === null || this.isDue || clock.elapsed() - this.reportedAt >= REPORT_MS;
    if (isOverdue || this.hasNews(register.problems)) {
      const done = await this.report(portal, register);
      if (done !== null) return done;
    }
    return this.parts.isHeld() ? null : this.upload(portal);
  }

  private async report(portal: URL, register: RecordedRegister): Promise<number | 'activate' | null> {
    const { connection, clock, version, diskUsage, softwareProvider, registers, log } = this.parts;
    const secret = this.identity!.secret;
    const { problems } = register;
    this.isDue = false;
    const last = await registers.lastSq(this.rn);
    const sentAt = clock.now();
    const queued = Math.max(0, last - this.sent);
    const told = await report(connection, portal, secret, {
      ...{ version, problems, queued, diskUsage: diskUsage(), at: offsetTime(sentAt) },
      softwareProvider: softwareProvider(),
    });
    if (told === 'activate') return told;
    if ('unreachable' in told) return this.failed(told.unreachable);
    if ('refused' in told) return this.refused(told.refused, told.why);
    this.reported = JSON.stringify(problems);
    this.reportedAt = clock.elapsed();
    this.offsetMs = Math.round(told.serverMs - (sentAt + clock.now()) / 2);
    this.clockWatch.measured(this.offsetMs);
    this.queueWatch.heard(queued, this.reportedAt);
    if (told.nextSq - 1 < this.sent) {
      log.warn(
        `register ${this.rn}: the portal was put back to record ${told.nextSq - 1}, all later ones are sent again`,
      );
      this.tellAllAgain();
    }
    if (told.nextSq !== this.nextSq) this.previous = null;
    this.companyName = told.companyName;
    this.acknowledge(told.nextSq);
    this.heard();
    // Whoever has solved it did it at the portal: what comes next tells.
    this.blocked = null;
    if ((this.conflict !== null || told.nextSq > last + 1) && !this.parts.isHeld()) {
      const done = await this.compare(portal);
      if (done !== null) return done;
    }
    await this.takeState(register, told.state);
    if (told.cfgTag !== null) await this.takeBaseData(portal, register, told.cfgTag);
    await this.tellInstallation(portal);
    await this.askReceiptKey(portal);
    return null;
  }

  private async takeState(register: RecordedRegister, state: PortalState): Promise<void> {
    this.state = state;
    const { registerId } = this.identity!;
    if (register.taken.state === state && register.taken.register === registerId) return;
    if (await register.takeState(state, registerId)) this.parts.changed();
  }

  /** What the portal says counts when it has something new to say, and not otherwise. */
  private async takeBaseData(portal: URL, register: RecordedRegister, tag: string): Promise<void> {
    if (register.taken.tag === tag) {
      this.baseData = null;
      return;
    }
    if (this.refusedTag === tag) return;
    const { connection } = this.parts;
    const { secret } = this.identity!;
    const answered = await connection.ask(portal, { method: 'GET', path: '/cfg', secret });
    // They may have changed again; the next sign of life tells, and the tag of what has come counts.
    if ('unreachable' in answered || answered.status !== 200 || answered.etag === null) return;
    const reason = await register.takeBaseData(answered.body, answered.etag);
    this.refusedTag = reason === null ? '' : answered.etag;
    this.baseData =
      reason === null ? null : { code: 'RECORDER_BASE_DATA', severity: 'warning', params: { reason } };
    this.parts.changed();
  }

  private async tellInstallation(portal: URL): Promise<void> {
    const { connection, registers } = this.parts;
    const installation = await registers.installation(this.rn);
    if (installation === null) return;
    const digest = createHash('sha256').update(JSON.stringify(installation)).digest('hex');
    if (digest === this.installation) return;
    const { secret } = this.identity!;
    const answered = await connection.ask(portal, {
      ...{ method: 'PUT', path: '/installation', secret, body: installation },
    });
    if ('status' in answered && answered.status === 200) this.installation = digest;
  }

  /** Once after each start and each activation: the address may be another one. */
  private async askReceiptKey(portal: URL): Promise<void> {
    const { receiptKeys, connection } = this.parts;
    this.hasReceiptKey ||= await receiptKeys.ask(connection, portal, this.rn, this.identity!.secret);
  }

  private async upload(portal: URL): Promise<number | 'activate' | null> {
    const { clock } = this.parts;
    const begun = { sq: this.nextSq!, at: clock.elapsed() };
    for (;;) {
      // A person has named another portal meanwhile: what waits is for that one.
      if (this.parts.portal()?.href !== portal.href) return 0;
      const until = await this.parts.registers.lastSq(this.rn);
      const from = this.nextSq!;
      if (from > until || this.conflict !== null) return null;
      // A register with much to hand in is alive all the same, and hears what the portal has to say.
      if (clock.elapsed() - this.reportedAt >= REPORT_MS) return 0;
      const uploaded = await uploadBatch(portal, this.parts, {
        ...{ rn: this.rn, identity: this.identity!, from, until, previous: this.previous },
      });
      if (uploaded === 'activate') return uploaded;
      if ('unreachable' in uploaded) return this.failed(uploaded.unreachable);
      if ('refused' in uploaded) return this.refused(uploaded.refused, uploaded.why);
      this.heard();
      if ('conflict' in uploaded) {
        const done = await this.compare(portal);
        // Whoever says so and has the same records is not understood.
        if (done === null && this.conflict === null)
          return this.failed('the portal refuses records that it has not got');
        return done;
      }
      if (uploaded.nextSq === from) return this.failed('the portal keeps asking for the same record');
      this.previous = uploaded.lastLine;
      const sent = uploaded.nextSq - begun.sq;
      this.pace = sent > 0 ? (clock.elapsed() - begun.at) / sent : null;
      this.acknowledge(uploaded.nextSq);
      if (uploaded.nextSq > until + 1 && uploaded.nextSq > (await this.parts.registers.lastSq(this.rn)) + 1)
        return this.compare(portal);
    }
  }

  /** Finds from which record on both differ, or that they do not any more. */
  private async compare(portal: URL): Promise<number | null> {
    const { registers, log } = this.parts;
    const lastSq = await registers.lastSq(this.rn);
    const { secret } = this.identity!;
    const found = await difference(portal, this.parts, {
      ...{ rn: this.rn, secret, lastSq, nextSq: this.nextSq! },
    });
    if (found !== null && 'unreachable' in found) return this.failed(found.unreachable);
    const { acknowledged } = this.parts;
    // What is there behind the difference is not this register's.
    if (found !== null) acknowledged.set(this.rn, found.sq - 1);
    if (found?.sq !== this.conflict?.sq) {
      // People at the portal are to know, too.
      this.due();
      if (found === null) log.info(`register ${this.rn} and the portal have the same records again`);
      else
        log.error(
          `register ${this.rn}: the portal has another record ${found.sq}, registered ${found.at}, and ${found.theirs - 1} after it`,
        );
    }
    this.conflict = found;
    this.parts.changed();
    return null;
  }

  private acknowledge(nextSq: number): void {
    this.nextSq = nextSq;
    this.parts.acknowledged.set(this.rn, nextSq - 1);
    this.parts.changed();
  }

  private heard(): void {
    if (!this.isHeard) this.parts.changed();
    this.isHeard = true;
    this.silentSince = this.parts.clock.elapsed();
    this.heardAt = this.parts.clock.now();
  }

  private offline(): void {
    if (this.isHeard) this.parts.changed();
    this.isHeard = false;
    this.pace = null;
  }

  /** What is tried again by itself, after longer and longer pauses. */
  private failed(why?: string): number {
    if (this.isHeard && why !== undefined)
      this.parts.log.warn(`register ${this.rn} goes on without the portal: ${why}`);
    this.offline();
    this.queueWatch.silent();
    // What was sent meanwhile may have arrived, and the portal may be another one then.
    this.nextSq = null;
    this.previous = null;
    if (this.failures === 0) this.parts.changed();
    const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.failures++);
    // Registers of a shop do not come back all at once.
    return pause * (0.5 + this.parts.random() / 2);
  }

  private refused(text: string, why: Refusal): number {
    this.offline();
    this.nextSq = null;
    const isNew = this.refusal !== text;
    this.refusal = text;
    this.blocked = refusedAs(why, text);
    if (isNew) this.parts.log.error(`register ${this.rn} is refused by the portal: ${text}`);
    this.parts.changed();
    return REFUSED_RETRY_MS;
  }
}

const DEACTIVATED: Problem = { code: 'RECORDER_DEACTIVATED', severity: 'warning' };
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

const SILENT: Problem = { code: 'RECORDER_OFFLINE', severity: 'warning' };

function conflictProblem({ sq, theirs, at }: Difference): Problem {
  const params = { sq, records: theirs, at: at.replace('T', ' ') };
  return { code: 'RECORDER_CONFLICT', severity: 'warning', params };
}
