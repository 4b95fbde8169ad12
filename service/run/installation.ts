/** What is there whether or not the journal can be used: folders, settings, keys, the disk. */
import { EventEmitter } from 'node:events';
import path from 'node:path';
import type { RequestHandler } from 'express';
import type { SteadyClock } from '../clock.ts';
import { Access } from '../access/access.ts';
import { AccessTokens } from '../access/bearer.ts';
import { Portal } from '../access/bearer-portal.ts';
import { Digest } from '../access/digest.ts';
import { HSTS_SECONDS, strictTransport } from '../access/hsts.ts';
import { IdentityWatch, type Identity } from '../access/identity.ts';
import { Manager } from '../access/manager.ts';
import { People } from '../access/people.ts';
import { PinCheck } from '../access/pin-check.ts';
import { Turns } from '../access/turns.ts';
import type { DemoPrinter } from '../demo/printer.ts';
import { makeTestKey } from '../devices/at-signature/software.ts';
import { DailyRestart } from './daily-restart.ts';
import { TimeOffset } from './time-server.ts';
import type { DataRoot } from './data-root.ts';
import { Disk } from '../disk/disk.ts';
import { freeBytes, FreeSpace } from '../disk/free-space.ts';
import type { DiskHistory } from '../disk/history.ts';
import { type WaysIn } from '../files/folders.ts';
import { Room } from '../disk/room.ts';
import { logArchive } from '../http/backup-log.ts';
import { isForOthers } from '../http/door/listen.ts';
import { logTailRoutes, type LogTailRoutes } from '../http/control/log-tail.ts';
import { type ChangeProfile } from '../http/control/profile-page.ts';
import { addToTrail, trailGuard } from '../http/door/trail-guard.ts';
import type { Instances } from '../instances/instances.ts';
import type { JournalPlace } from '../journal/lost.ts';
import type { ServiceLog } from '../log.ts';
import type { Marks } from '../mark/marks.ts';
import type { Options } from './options.ts';
import { openSettings, type OpenedSettings, type ServiceStart } from './settings.ts';
import { isInUse } from '../portal/place.ts';
import { PortalChoice } from './portal-choice.ts';
import { PortalProcess } from './portal-process.ts';
import { checkBadge } from './badge.ts';
import type { Recorder } from '../recorder/recorder.ts';
import { Rebuilding } from '../out-of-order/rebuilding.ts';
import type { Cfg } from '../receipt/cfg.ts';
import type { OutageCause } from '../receipt/issue.ts';
import type { DatabasePlace } from '../register/outage.ts';
import { Restart } from './restart.ts';
import { withAttribute } from '../settings/attribute-edit.ts';
import type { InstallationKey } from '../settings/installation-key.ts';
import type { Keys } from '../settings/keys.ts';
import type { Language } from '../settings/language.ts';
import type { Partners } from '../settings/partners.ts';
import { ProfileAudit } from '../settings/profile-audit.ts';
import type { Profile } from '../settings/profile.ts';
import type { ProgramChoice } from '../settings/program.ts';
import type { SignatureUnits } from '../settings/signature-units.ts';
import type { FileVault } from '../settings/vault.ts';
import { unitProblems } from '../at-signing/problems.ts';
import { ServerPassword } from '../at-signing/server-password.ts';
import { Signing } from '../at-signing/signing.ts';
import type { SignAdmissionOptions } from '../devices/ports/sign-admission.ts';
import type { Trail } from '../trail/trail.ts';
import { NO_ROOMS, type SupportRooms } from './support.ts';
import type { Problem } from '../wire.ts';

/** Where the built pages are, seen from the repository's or the package's root. */
const PAGES = path.join('dist', 'renderer');

const STAGING: Problem = { code: 'RECORDER_STAGING', severity: 'warning' };

/** Tells that something has changed that the status page or the tray shows. */
class News extends EventEmitter<{ changed: [] }> {
  readonly tell = (): void => void this.emit('changed');
}

/** The installation of a service. */
export class Installation {
  readonly options: Options;
  /** Folder that holds `dist/renderer` and `resources`. */
  readonly home: string;
  readonly clock: SteadyClock;
  readonly dataRoot: DataRoot;
  /** Of a cloud register with its journal on PostgreSQL; null where it is in a file. */
  readonly instances: Instances | null;
  readonly log: ServiceLog;
  readonly news = new News();
  readonly disk: Disk;
  /** How much it took, day by day. */
  readonly diskHistory: DiskHistory;
  readonly room = new Room();
  /** For what only a restart can do. */
  readonly restart: Restart;
  /** What countries remember until the service stops. */
  readonly memory = new Map<string, unknown>();
  readonly profile: Profile;
  /** Journals changes of the profile. */
  readonly audit: ProfileAudit;
  readonly ways: WaysIn;
  readonly keys: Keys;
  readonly partners: Partners;
  readonly program: ProgramChoice;
  readonly vault: FileVault;
  /** Signs backups. */
  readonly installationKey: InstallationKey;
  readonly language: Language;
  readonly units: SignatureUnits;
  /** How far the registers have come, outside of the data root. */
  readonly marks: Marks;
  /** Makes the database anew while nobody uses it. */
  readonly rebuilding: Rebuilding;
  readonly signing: Signing;
  /** Of the sign server. */
  readonly serverPassword: ServerPassword;
  /** Of a cloud register; null on a till. */
  readonly portal: Portal | null;
  /** The portal beside; null where none is wanted. */
  readonly portalProcess: PortalProcess | null;
  /** Which portal the registers speak to. */
  readonly portalChoice: PortalChoice;
  /** Who did what. */
  readonly trail: Trail;
  readonly trailGuard: RequestHandler;
  /** The door in front of all routes. */
  readonly access: Access;
  /** Checks PINs of people; null where there are none. */
  readonly pins: PinCheck | null;
  /** Where the web server listens, once it does. */
  server: { url: string; port: number } | null = null;
  /** Who may sign with the units and TSEs of this machine. */
  get signAdmission(): SignAdmissionOptions {
    const { signing, serverPassword, log } = this;
    return {
      enabled: () => signing.policy.serves,
      isPassword: (tried, from) => serverPassword.isRight(tried, from),
      waitOf: (from) => serverPassword.waitOf(from),
      log,
    };
  }
  /** Whether a register signs with signature units; those who know the registers say so. */
  unitsWanted: () => Promise<boolean> = () => Promise.resolve(false);
  /** Whether receipts of a register count, and are no tests; assumed until the rooms say so. */
  receiptsCount: () => Promise<boolean> = () => Promise.resolve(true);
  /** Configuration of the first register that has one; set by the rooms. */
  companyCfg: () => Promise<Cfg | null> = () => Promise.resolve(null);
  /** Keeps the portal up to date; null while the journal cannot be used. Set by the rooms. */
  recorder: Recorder | null = null;
  /** What prints receipts; null while the journal cannot be used. */
  printing: { retry(): void } | null = null;
  /** What the rooms know for a support bundle. Set by the rooms. */
  supportRooms: SupportRooms = NO_ROOMS;
  /** What the registers of a demo print on; null everywhere else. */
  demoPrinter: DemoPrinter | null = null;
  /** Country of the company, ISO 3166 alpha-2; null while none is known. Set by the rooms. */
  companyCountry: () => Promise<string | null> = () => Promise.resolve(null);
  private readonly space: FreeSpace;
  /** Follows the log. */
  readonly logTail: LogTailRoutes;
  /** Of HTTPS; null with plain HTTP. */
  private identity: { watch: IdentityWatch; until: number } | null = null;
  private readonly dailyRestart: DailyRestart;
  /** How far the clock is from a time server. */
  readonly timeOffset: TimeOffset;

  private constructor(start: ServiceStart, opened: OpenedSettings) {
    this.options = start.options;
    this.home = start.home;
    this.clock = start.clock;
    this.dataRoot = start.dataRoot;
    this.instances = start.instances;
    this.log = start.log;
    this.restart = new Restart(start.log);
    this.profile = opened.profile;
    this.audit = new ProfileAudit(opened.profile);
    this.timeOffset = new TimeOffset(() => this.attributes().text('Time_server'), start.clock, start.log);
    this.dailyRestart = new DailyRestart(start.clock, this.attributes, (why) => this.restart.ask(why));
    this.ways = opened.ways;
    this.keys = opened.keys;
    this.partners = opened.partners;
    this.program = opened.program;
    this.vault = opened.vault;
    this.serverPassword = new ServerPassword(opened.vault, start.clock);
    this.installationKey = opened.installationKey;
    this.language = opened.language;
    this.units = opened.units;
    this.marks = opened.marks;
    this.rebuilding = new Rebuilding(start.clock, start.log);
    const { root } = this.dataRoot;
    const { clock, log } = this;
    const { profile } = this;
    const { cloud, cloudAddress } = this.options;
    this.portal = cloud === undefined ? null : new Portal({ url: cloud, log });
    if (cloud !== undefined) log.info(`cloud register for tills with access tokens of ${cloud}`);
    const { portal } = this.options;
    this.portalProcess = portal
      ? new PortalProcess({
          ...portal,
          ...{ dataRoot: root, log, changed: () => this.portalChanged() },
          isWanted: this.options.demo !== undefined || profile.badge !== null || isInUse(root, process.env),
        })
      : null;
    this.portalChoice = new PortalChoice(profile, this.portalProcess);
    const turns = new Turns();
    const manager = new Manager(() => profile.passwordHash, clock, turns);
    // A cloud register serves several companies, whose people are users of the portal.
    const people = this.portal || this.instances ? null : new People(this.vault, clock);
    this.pins = people && new PinCheck(people, manager, turns, clock);
    this.access = new Access({
      tokens: this.portal && new AccessTokens(this.portal, clock, cloudAddress, log),
      manager,
      people,
      digest: opened.digestUsers && new Digest(opened.digestUsers, clock),
      hosts: () => hostNames(profile.attributes.text('HttpServer_Hosts')),
    });
    this.trail = opened.trail;
    this.trailGuard = trailGuard(opened.trail);
    this.logTail = logTailRoutes(log.tail);
    this.diskHistory = opened.diskHistory;
    this.disk = new Disk({
      ...{ root, clock, log, quota: () => this.profile.diskQuota },
      measured: (bytes) => opened.diskHistory.note(clock.now(), bytes),
      makeRoom: (signal) => this.room.make(signal),
    });
    this.signing = new Signing({
      ...{ settings: this.units, attributes: this.attributes, clock, log },
      isWanted: () => this.unitsWanted(),
    });
    this.signing.on('changed', this.news.tell);
    this.marks.on('changed', this.news.tell);
    this.rebuilding.on('changed', this.news.tell);
    this.space = new FreeSpace(() => freeBytes(root), log);
    this.disk.on('changed', this.news.tell);
    this.space.on('changed', this.news.tell);
    this.news.setMaxListeners(0);
  }

  /**
   * Reads the settings.
   * @throws errors of damaged settings, and of a service that nobody could reach
   */
  static async open(start: ServiceStart): Promise<Installation> {
    return new Installation(start, await openSettings(start));
  }

  /** The profile's attributes in force. */
  readonly attributes = (rn?: string) =>
    rn === undefined ? this.profile.attributes : this.profile.attributesOf(rn);

  /** What is answered is on the disk (not with IO_nosync). */
  readonly isSynced = () => !this.profile.attributes.flag('IO_nosync');

  /** Where people have to look who mend the journal. */
  get place(): DatabasePlace {
    const { journalFile, root } = this.dataRoot;
    if (this.instances) return { file: this.instances.database, command: '' };
    const folder = /\s/.test(root) ? `"${root}"` : root;
    return { file: journalFile, command: `npm run rebuild -- --data-root ${folder}` };
  }

  /** Where the journal is, for those who look for traces of it. */
  get journalPlace(): JournalPlace {
    const { journalFile, root } = this.dataRoot;
    const file = this.instances?.database ?? journalFile;
    return { file, registers: this.registersFolder, dataRoot: root, isPostgres: this.instances !== null };
  }

  /** Folder of the built pages. */
  get pages(): string {
    return path.join(this.home, PAGES);
  }

  /** Folder of all registers' files. */
  get registersFolder(): string {
    return path.join(this.dataRoot.root, 'rn');
  }

  /**
   * What the disk lacks.
   * @param cause why the database cannot be used: of a full disk nobody needs to hear that it is almost full
   */
  problems(cause: OutageCause | null): Problem[] {
    const space = cause === 'full' ? [] : this.space.problems;
    return [
      ...space,
      ...this.disk.problems(),
      ...this.waysProblems,
      ...this.profileProblems,
      ...this.networkProblems,
      ...(this.identity?.watch.problems ?? []),
      ...this.marks.problems,
      ...this.rebuilding.problems,
      ...(this.portalProcess?.problems ?? []),
      ...(this.portalChoice.isStaging ? [STAGING] : []),
    ];
  }

  /** From now on the service speaks HTTPS as this one. */
  identify(identity: Identity): void {
    const watch = new IdentityWatch(identity, this.clock, this.log);
    watch.on('changed', this.news.tell);
    this.identity = { watch, until: identity.until };
  }

  /** `Strict-Transport-Security` for a request by its `Host`; null for none. */
  strictTransport(host: string | undefined): string | null {
    if (this.identity === null) return null;
    const seconds = this.attributes().number('HttpServer_HSTS', HSTS_SECONDS);
    return strictTransport(host, seconds, this.identity.until - this.clock.now());
  }

  /** What is wrong with the signature units. */
  get unitProblems(): Problem[] {
    return unitProblems(this.signing.pool.status(), this.units.list, this.clock.now());
  }

  /** Sets up a signature unit with a test key, for the demo. */
  async addTestUnit(company: string): Promise<void> {
    const { key, certificate } = makeTestKey(company, this.clock.now());
    await this.units.add({ type: 'test', certificates: certificate }, key);
  }

  /** Sets attributes of the profile, for the demo. */
  async setAttributes(values: Readonly<Record<string, string>>): Promise<void> {
    const set = (before: string) =>
      Object.entries(values).reduce((text, [name, value]) => withAttribute(text, name, value), before);
    await this.changeProfile({ attributes: set }, true);
  }

  private portalChanged(): void {
    // It runs again: nobody has to wait for the next try.
    if ((this.portalProcess?.url ?? null) !== null) this.recorder?.again();
    this.news.tell();
  }

  /** Changes the profile, and lets everybody know whom it concerns. */
  readonly changeProfile: ChangeProfile = async (change, isProven) => {
    const isGuarded = change.attributes !== undefined && !isProven && (await this.receiptsCount());
    const checked = await checkBadge(change, this.profile, this.recorder, this.portalChoice.places);
    const { changes, warnings: told } = await this.profile.change({ ...checked.change, isGuarded });
    await checked.keep();
    if (changes.length > 0)
      addToTrail({ what: 'settings', changes, ...(change.rn !== undefined && { rn: change.rn }) });
    const warnings = [...told, ...checked.warnings];
    const isRecorders = ({ name }: { name: string }) => /^(Badge|Recorder_.*|SoftwareProvider)$/.test(name);
    if (changes.some(isRecorders)) this.recorder?.again();
    if (changes.some(({ name }) => name.startsWith('Print'))) this.printing?.retry();
    if (change.password !== undefined) this.access.manager.passwordChanged();
    if (changes.length === 0) return warnings;
    const isJournaled = await this.audit.catchUp();
    this.disk.quotaChanged();
    this.signing.soon();
    this.news.tell();
    if (isJournaled) return warnings;
    return [
      ...warnings,
      'the change is not in the journal yet; that is made up for as soon as it can be used',
    ];
  };

  /** Sends the archive of the process log. */
  get sendLog(): RequestHandler {
    return logArchive(this.dataRoot.root, () => this.clock.now(), this.log);
  }

  /** Begins to watch the disk and the signature units. */
  start(): void {
    this.signing.start();
    this.disk.start();
    this.space.start();
    this.dailyRestart.start();
    this.timeOffset.start();
    this.identity?.watch.start();
    this.portalProcess?.start();
  }

  /** Watches the disk no more; before the journal is closed, which may be making room. */
  async stop(): Promise<void> {
    this.dailyRestart.stop();
    this.timeOffset.stop();
    this.identity?.watch.stop();
    this.space.stop();
    await this.disk.close();
  }

  /** Answers those who wait for something, so that the server can stop. */
  leave(): void {
    this.logTail.close();
  }

  /** Ends what is left, after the journal is closed. */
  async close(): Promise<void> {
    await Promise.all([this.diskHistory.idle(), this.trail.idle()]);
    await this.demoPrinter?.close();
    await this.signing.stop();
    await this.language.idle();
  }

  private get networkProblems(): Problem[] {
    const isClosed = isForOthers(this.options.host) && !this.access.manager.hasPassword;
    return isClosed ? [{ code: 'LAN_PASSWORD', severity: 'warning' }] : [];
  }

  private get profileProblems(): Problem[] {
    const { restartNeeded } = this.profile;
    if (restartNeeded.length === 0) return [];
    return [{ code: 'PROFILE_RESTART', severity: 'info', params: { attributes: restartNeeded.join(', ') } }];
  }

  private get waysProblems(): Problem[] {
    const { missing } = this.ways;
    if (missing === null) return [];
    return [{ code: 'FILES_MISSING', severity: 'warning', params: { folder: missing } }];
  }
}

/** Names that the profile lists, separated by commas or blanks. */
function hostNames(list = ''): string[] {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '');
}
