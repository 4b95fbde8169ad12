/**
 * One of several instances of a cloud register over one journal on PostgreSQL: the owner serves, the others stand
 * by, hand connections on to it, and take over when it is gone.
 */
import { randomUUID } from 'node:crypto';
import type net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '../journal/postgres/migrate.ts';
import { NotOwnerError, Ownership, type Owner } from '../journal/postgres/ownership.ts';
import { Session } from '../journal/postgres/session.ts';
import { databaseName } from '../journal/postgres/snapshot.ts';
import type { Log } from '../log.ts';
import { followWrites } from '../settings/durable-file.ts';
import { Documents } from './documents.ts';
import { instanceKey, type InstanceKey } from './key.ts';
import { Pulse } from './pulse.ts';
import { Waiting } from './waiting.ts';
import {
  announce,
  connectLink,
  isDeserted,
  join,
  openLink,
  type LinkPlace,
  type LinkServer,
} from './link.ts';

/** How an instance is set up. */
export interface InstanceOptions {
  /** `postgres://` URL of the journal. */
  url: string;
  /** Secret that all instances share. */
  secret: string;
  /** Where it listens for other instances. */
  place: LinkPlace;
  /** Overrides the usual time of a lease, ms. */
  leaseMs?: number;
}

/** So long a connection waits for an owner; a take-over takes less. */
const PATIENCE_MS = 5000;
const ASK_MS = 2000;
/** Between two attempts to take the journal; part of how long a take-over takes. */
const ASK_AGAIN_MS = 200;
/** Between two attempts to listen to an owner that does not answer. */
const WATCH_MS = 100;
/** One that stands by starts anew with changed settings after so long: what it hands on breaks off for a moment. */
const SETTLE_MS = 10_000;

/** Who serves at the moment. */
type Role = { serves: 'here' } | { serves: 'elsewhere'; owner: Owner } | { serves: 'nobody' };

/** An owner that is listened to. */
interface Watched {
  token: number;
  connection: net.Socket | null;
  /** Its process has ended. */
  isGone: boolean;
}

/** An instance of a cloud register. */
export class Instances {
  readonly url: string;
  /** Files that all instances have in common. */
  readonly documents: Documents;
  private readonly options: InstanceOptions;
  private readonly key: InstanceKey;
  private readonly id = randomUUID();
  private readonly session: Session;
  private readonly log: Log;
  private readonly root: string;
  private link: LinkServer | null = null;
  private role: Role = { serves: 'nobody' };
  /** Connections that wait for an owner. */
  private readonly waiting = new Map<net.Socket, Waiting>();
  /** Connections that were handed on. */
  private readonly handed = new Set<net.Socket>();
  /** Gives up what the owner has not answered yet. */
  private announcing = new AbortController();
  private isLeaving = false;
  /** The journal cannot be used by this instance, and no other one has it. */
  private isUnusable = false;
  private ownerGone: () => void = () => undefined;
  private readonly pulse = new Pulse(() => this.breakOff());
  /** Serves a connection here. */
  private serve: ((connection: net.Socket) => void) | null = null;
  /** When the owner's lease ends, unless it is renewed. */
  private lapsesAt = 0;
  /** The owner that is listened to, and what is known of it. */
  private watched: Watched | null = null;
  /** The newest version of the documents, and since when it is known. */
  private changed: { version: number; at: number } | null = null;
  private unfollow: () => void = () => undefined;

  private constructor(options: InstanceOptions, root: string, log: Log) {
    this.options = options;
    this.url = options.url;
    this.key = instanceKey(options.secret);
    this.session = new Session(options.url, { connectMs: ASK_MS, answerMs: ASK_MS });
    this.documents = new Documents(root, this.key.documents, this.session);
    this.root = root;
    this.log = log;
  }

  /**
   * Prepares the database, fetches what instances have in common, and listens for others. The folders of the data
   * root are there; nothing in them was read yet.
   * @throws errors of the database, and where the address cannot be listened on
   */
  static async open(options: InstanceOptions, root: string, log: Log): Promise<Instances> {
    const instances = new Instances(options, root, log);
    try {
      await migrate(options.url);
      await instances.documents.fetch();
      instances.link = await openLink(options.place, instances.key.link, (client) =>
        instances.arrived(client),
      );
      return instances;
    } catch (error) {
      await instances.close();
      throw error;
    }
  }

  /**
   * Takes the journal, if nobody owns it.
   * @returns null when what was read of the data root is out of date
   * @throws NotOwnerError when another instance owns it
   */
  async claim(): Promise<Ownership | null> {
    const { url, leaseMs } = this.options;
    const gone = this.watched?.isGone ? this.watched.token : undefined;
    const claim = { url, instance: this.id, address: this.link!.address, ...(leaseMs && { leaseMs }) };
    const taken = await Ownership.take({ ...claim, ...(gone !== undefined && { gone }) }, this.session);
    const newest = await this.documents.newest();
    const isCurrent = newest === this.documents.version;
    if (!(taken instanceof Ownership)) {
      this.standBy(taken);
      if (!isCurrent && this.isSettled(newest)) return null;
      throw new NotOwnerError(`the instance at ${taken.address || 'no known address'} has the journal`);
    }
    this.forget();
    if (!isCurrent) {
      await taken.release();
      return null;
    }
    try {
      await this.shareWith(taken);
    } catch (error) {
      await taken.release();
      throw error;
    }
    return taken;
  }

  /** From now on connections are served here, until the journal is lost. */
  serving(ownership: Ownership): void {
    this.log.info(`this instance owns the journal (token ${ownership.token})`);
    this.role = { serves: 'here' };
    this.isUnusable = false;
    // What was handed to the owner before would wait for it.
    this.breakOff();
    // When who answers has changed, too.
    setImmediate(() => this.settle());
    void ownership.lost.then(() => this.left());
  }

  /** The journal was taken and cannot be used here: whoever waits, or comes, is told why at once. */
  unusable(): void {
    this.isUnusable = true;
    this.settle();
  }

  /** The journal is closed, or lost: connections wait for the next owner. */
  left(): void {
    this.unfollow();
    if (this.role.serves === 'here') this.role = { serves: 'nobody' };
  }

  /** Which database it is, for people. */
  get database(): string {
    return databaseName(this.url);
  }

  /** Whether requests are answered here as usual. */
  get isServing(): boolean {
    return this.role.serves === 'here';
  }

  /** When to ask for the journal again, ms: five times a second, and at the moment when the owner's lease ends. */
  get askAgainMs(): number {
    const left = this.lapsesAt - performance.now();
    return left > 0 ? Math.min(ASK_AGAIN_MS, left + 1) : ASK_AGAIN_MS;
  }

  /** Calls back when the owner's process has ended, so that the journal can be taken at once. */
  onOwnerGone(listener: () => void): void {
    this.ownerGone = listener;
  }

  /** To be told who serves connections that come in here. */
  onConnection(serve: (connection: net.Socket) => void): void {
    this.serve = serve;
  }

  /** A connection of a client: served here, handed on, or kept until an owner is there. */
  accept(connection: net.Socket): void {
    if (this.answersHere) this.serve?.(connection);
    else if (this.isLeaving || !this.pulse.isSteady) connection.destroy();
    else if (this.role.serves === 'elsewhere' && this.role.owner.address !== '')
      void this.handOn(connection, this.role.owner.address);
    else this.keep(connection);
  }

  /** Hands nothing on and takes nothing from others any more; what is served here goes on. */
  leave(): void {
    this.isLeaving = true;
    for (const { connection } of this.waiting.values()) connection.destroy();
    this.breakOff();
  }

  /** Ends everything. */
  async close(): Promise<void> {
    this.left();
    this.forget();
    this.leave();
    this.pulse.stop();
    await this.link?.close();
    await this.session.close();
  }

  /** A connection that another instance has handed on; it is not handed on twice. */
  private arrived(connection: net.Socket): void {
    // Others keep what comes now for the next owner.
    if (this.role.serves === 'here' && !this.isLeaving) this.serve?.(connection);
    else connection.destroy();
  }

  private async handOn(connection: net.Socket, address: string): Promise<void> {
    this.keep(connection);
    const { signal } = this.announcing;
    const owner = await announce(connection, address, this.key.link, signal).catch(() => null);
    // Kept until there is an owner that answers; or it is served, or gone, by now.
    if (!owner) return;
    if (signal.aborted || !this.waiting.has(connection)) {
      owner.destroy();
      return;
    }
    this.waiting.get(connection)!.release();
    this.handed.add(connection);
    connection.once('close', () => this.handed.delete(connection));
    join(connection, owner, () => this.pulse.isSteady);
  }

  private breakOff(): void {
    for (const connection of this.handed) connection.destroy();
  }

  private keep(connection: net.Socket): void {
    if (this.waiting.has(connection)) return;
    const one = new Waiting(connection, PATIENCE_MS, () => {
      // Whoever answers here says why nothing can be sold.
      one.release();
      this.serve?.(connection);
      connection.resume();
    });
    this.waiting.set(connection, one);
    one.onEnd(() => this.waiting.delete(connection));
  }

  private get answersHere(): boolean {
    return this.role.serves === 'here' || (this.role.serves === 'nobody' && this.isUnusable);
  }

  /** Serves here what waits, or tries to hand it on. */
  private settle(): void {
    this.announcing.abort();
    this.announcing = new AbortController();
    for (const one of [...this.waiting.values()]) {
      const { connection } = one;
      if (this.answersHere) {
        one.release();
        this.serve?.(connection);
        connection.resume();
      } else if (this.role.serves === 'elsewhere') void this.handOn(connection, this.role.owner.address);
    }
  }

  private async shareWith(ownership: Ownership): Promise<void> {
    await this.documents.share(ownership);
    this.unfollow();
    this.unfollow = followWrites(this.root, () => this.documents.share(ownership));
  }

  /** Whether nobody has changed the documents for a while: whoever changes one setting changes the next one, too. */
  private isSettled(version: number): boolean {
    const now = performance.now();
    if (this.changed?.version !== version) this.changed = { version, at: now };
    return now - this.changed.at > SETTLE_MS;
  }

  private standBy(owner: Owner): void {
    this.lapsesAt = performance.now() + owner.leftMs;
    if (owner.leftMs === 0) {
      this.role = { serves: 'nobody' };
      return;
    }
    const { watched } = this;
    if (watched?.token !== owner.token) {
      this.forget();
      this.log.info(`stands by: the instance at ${owner.address} owns the journal (token ${owner.token})`);
      const seen = { token: owner.token, connection: null, isGone: false };
      this.watched = seen;
      if (owner.address !== '') void this.watch(seen, owner.address);
    }
    // One that is gone answers nobody.
    if (this.watched?.isGone) this.role = { serves: 'nobody' };
    else {
      const isNew = this.role.serves !== 'elsewhere' || this.role.owner.token !== owner.token;
      this.role = { serves: 'elsewhere', owner };
      this.isUnusable = false;
      if (isNew) this.settle();
    }
  }

  /**
   * Keeps a connection to the owner: when it breaks and nobody listens there any more, its process has ended. Only
   * one that could be reached before can be missed.
   */
  private async watch(seen: Watched, address: string): Promise<void> {
    for (let isKnown = false; this.watched === seen;) {
      const connection = await connectLink(address, this.key.link).catch(() => null);
      if (connection && this.watched === seen) {
        isKnown = true;
        seen.connection = connection;
        connection.write('\n');
        connection.resume();
        await new Promise((resolve) => connection.once('close', resolve));
      } else connection?.destroy();
      if (isKnown && (await isDeserted(address)) && this.watched === seen) {
        this.log.info(`the process of the instance at ${address} has ended`);
        seen.isGone = true;
        this.role = { serves: 'nobody' };
        this.ownerGone();
        return;
      }
      // A process that ends closes one after the other.
      await pause(WATCH_MS, undefined, { ref: false });
    }
  }

  private forget(): void {
    const { watched } = this;
    this.watched = null;
    watched?.connection?.destroy();
  }
}
