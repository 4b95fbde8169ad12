/** The portal as a whole: opens its database, answers, and does what becomes due. */
import type { Express } from 'express';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { bootstrap } from './bootstrap.ts';
import { portalApp } from './api/app.ts';
import { operationRoutes } from './api/dispatch.ts';
import { recorderRoutes } from './api/recorder.ts';
import { Database } from './database/database.ts';
import { deactivateDue } from './entities/deactivation.ts';
import { OPERATIONS } from './operations/list.ts';
import type { PortalServices } from './services.ts';

/** How often the portal looks for what has become due. */
const TICK_MS = 30_000;

/** What a portal is opened with. */
export interface PortalParts {
  /** A `postgres://` URL, or the file of an SQLite database. */
  database: string;
  clock: Clock;
  log: Log;
  /** Folder of the built pages; null: no page. */
  pages: string | null;
  /** Key that creates organization 2 at the first start (answer 30). */
  bootstrapKey: string | null;
  publicUrl: () => string;
}

/** A portal that answers. */
export class Portal {
  readonly services: PortalServices;
  readonly app: Express;
  #timer: NodeJS.Timeout | null = null;
  #ticking: Promise<void> = Promise.resolve();

  private constructor(services: PortalServices, pages: string | null) {
    this.services = services;
    this.app = portalApp({ routers: [operationRoutes(OPERATIONS, services), recorderRoutes(services)], pages, log: services.log });
  }

  /** Opens the database and creates what the first start needs. */
  static async open({ database, clock, log, pages, bootstrapKey, publicUrl }: PortalParts): Promise<Portal> {
    const db = await Database.open(database);
    const sessions = { callerOf: () => Promise.resolve(null) };
    const services: PortalServices = { db, clock, log, sessions, publicUrl };
    if (bootstrapKey !== null) await bootstrap(services, bootstrapKey);
    return new Portal(services, pages);
  }

  /** Begins to do what becomes due. */
  start(): void {
    this.#timer = setInterval(() => void this.tick(), TICK_MS).unref();
    void this.tick();
  }

  /** Does what has become due by now. */
  async tick(): Promise<void> {
    const { db, clock, log } = this.services;
    this.#ticking = this.#ticking
      .then(async () => void (await deactivateDue(db, clock.now())))
      .catch((error: unknown) => log.error('the portal could not do what was due', error));
    await this.#ticking;
  }

  /** Ends what is due work and closes the database. */
  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#ticking;
    await this.services.db.close();
  }
}
