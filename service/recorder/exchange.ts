/**
 * What one register and the portal tell each other: one thing after the other, so that
 * the records come in order. Called again whenever something may be due; it decides itself what is.
 */
import { createHash } from 'node:crypto';
import { offsetTime, type SteadyClock } from '../clock.ts';
import type { Log } from '../log.ts';
import { activate, type Activation } from './activation.ts';
import { difference } from './difference.ts';
import type { Refusal } from './read.ts';
import type { Identity } from './identities.ts';
import type { RecordedRegister, RecordedRegisters } from './registers.ts';
import type { ReceiptKeys } from './receipt-access.ts';
import { report, type PortalState } from './sign-of-life.ts';
import { REFUSED_RETRY_MS, REPORT_MS, Standing } from './standing.ts';
import { uploadBatch, type UploadParts } from './upload.ts';

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
  /** How the register stands with the portal. */
  readonly standing: Standing;
  private readonly parts: ExchangeParts;
  /** Record that the portal waits for; null before it was asked. */
  private nextSq: number | null = null;
  /** Digest of the last line that was handed in. */
  private previous: string | null = null;
  /** Asked for since the last one began: what that one said may be out of date. */
  private isDue = false;
  private installation = '';
  private hasReceiptKey = false;
  /** A tag whose base data were refused. */
  private refusedTag = '';
  constructor(rn: string, parts: ExchangeParts) {
    this.rn = rn;
    this.parts = parts;
    this.standing = new Standing(rn, parts);
  }

  /** The portal was asked and has not answered: what is sent waits until it does. Milliseconds until it is tried again. */
  lost(why: string): number {
    return this.failed(why);
  }

  /** Records that the portal has. */
  get sent(): number {
    return this.parts.acknowledged.get(this.rn) ?? 0;
  }

  /**
   * Begins a new row of records at the portal, because a person says so: what is there stays, and all records
   * of this register are handed in behind it as those of another one.
   * @returns false where nothing differs, or it cannot be journaled now
   */
  async beginRow(register: RecordedRegister, row: string): Promise<boolean> {
    const { identity } = this;
    const { conflict } = this.standing;
    if (conflict === null || identity === null) return false;
    const { registerId } = identity;
    if (!(await register.beginRow(conflict, registerId))) return false;
    // Without a secret it is activated first.
    await this.parts.identities.keep(this.rn, { ...identity, secret: '', row, follows: registerId });
    this.parts.log.warn(`register ${this.rn} begins a new row of records behind register ${registerId}`);
    this.standing.conflict = null;
    this.nextSq = null;
    this.parts.acknowledged.set(this.rn, 0);
    this.again();
    this.parts.changed();
    return true;
  }

  /** A sign of life is due now, whenever the last one was. */
  due(): void {
    this.standing.due();
    this.isDue = true;
  }

  /** A person has changed what was in the way: what was refused may be tried at once. */
  again(): void {
    this.standing.again();
    this.isDue = true;
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
      this.standing.offline();
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
    this.standing.succeeded();
    return Math.max(0, REPORT_MS - this.standing.sinceReport);
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
      this.standing.offline();
      return this.identity === null
        ? REPORT_MS
        : this.refused('the badge of the company is missing', 'badge');
    }
    const activation = await this.activate(portal, register, badge);
    this.standing.isOfOther = 'why' in activation && activation.why === 'company';
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
      this.standing.offline();
      return REFUSED_RETRY_MS;
    }
    return this.refused(activation.refused, activation.why);
  }

  private async talk(portal: URL, register: RecordedRegister): Promise<number | 'activate' | null> {
    const isOverdue = this.nextSq === null || this.isDue || this.standing.sinceReport >= REPORT_MS;
    if (isOverdue || this.standing.hasNews(register.problems)) {
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
    this.standing.hasReported(problems, queued, Math.round(told.serverMs - (sentAt + clock.now()) / 2));
    if (told.nextSq - 1 < this.sent) {
      log.warn(
        `register ${this.rn}: the portal was put back to record ${told.nextSq - 1}, all later ones are sent again`,
      );
      this.tellAllAgain();
    }
    if (told.nextSq !== this.nextSq) this.previous = null;
    this.standing.companyName = told.companyName;
    this.acknowledge(told.nextSq);
    this.standing.heard();
    // Whoever has solved it did it at the portal: what comes next tells.
    this.standing.accepted();
    if ((this.standing.conflict !== null || told.nextSq > last + 1) && !this.parts.isHeld()) {
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
    this.standing.state = state;
    const { registerId } = this.identity!;
    if (register.taken.state === state && register.taken.register === registerId) return;
    if (await register.takeState(state, registerId)) this.parts.changed();
  }

  /** What the portal says counts when it has something new to say, and not otherwise. */
  private async takeBaseData(portal: URL, register: RecordedRegister, tag: string): Promise<void> {
    if (register.taken.tag === tag) {
      this.standing.baseData = null;
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
    this.standing.baseData =
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
      if (from > until || this.standing.conflict !== null) return null;
      // A register with much to hand in is alive all the same, and hears what the portal has to say.
      if (this.standing.sinceReport >= REPORT_MS) return 0;
      const uploaded = await uploadBatch(portal, this.parts, {
        ...{ rn: this.rn, identity: this.identity!, from, until, previous: this.previous },
      });
      if (uploaded === 'activate') return uploaded;
      if ('unreachable' in uploaded) return this.failed(uploaded.unreachable);
      if ('refused' in uploaded) return this.refused(uploaded.refused, uploaded.why);
      this.standing.heard();
      if ('conflict' in uploaded) {
        const done = await this.compare(portal);
        // Whoever says so and has the same records is not understood.
        if (done === null && this.standing.conflict === null)
          return this.failed('the portal refuses records that it has not got');
        return done;
      }
      if (uploaded.nextSq === from) return this.failed('the portal keeps asking for the same record');
      this.previous = uploaded.lastLine;
      const sent = uploaded.nextSq - begun.sq;
      this.standing.pace = sent > 0 ? (clock.elapsed() - begun.at) / sent : null;
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
    if (found?.sq !== this.standing.conflict?.sq) {
      // People at the portal are to know, too.
      this.due();
      if (found === null) log.info(`register ${this.rn} and the portal have the same records again`);
      else
        log.error(
          `register ${this.rn}: the portal has another record ${found.sq}, registered ${found.at}, and ${found.theirs - 1} after it`,
        );
    }
    this.standing.conflict = found;
    this.parts.changed();
    return null;
  }

  private acknowledge(nextSq: number): void {
    this.nextSq = nextSq;
    this.parts.acknowledged.set(this.rn, nextSq - 1);
    this.parts.changed();
  }

  /** What is tried again by itself, after longer and longer pauses. */
  private failed(why?: string): number {
    // What was sent meanwhile may have arrived, and the portal may be another one then.
    this.nextSq = null;
    this.previous = null;
    return this.standing.failed(why);
  }

  private refused(text: string, why: Refusal): number {
    this.nextSq = null;
    return this.standing.refused(text, why);
  }
}
