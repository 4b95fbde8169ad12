/** Restarting the service: asked for in its rooms, done by who started it (`start.ts`). */
import type { Log } from '../log.ts';

/** Takes the wish to restart to who can do it. */
export class Restart {
  private readonly log: Log;
  private restart: ((why: string) => void) | null = null;
  private asked = false;

  constructor(log: Log) {
    this.log = log;
  }

  /**
   * Asks for a restart; returns at once. Requests in flight are answered first,
   * the one that asks included. Asking again changes nothing.
   * @param why for the log, without secrets, e.g. `POST /service/restart`
   */
  ask(why: string): void {
    if (this.asked) return;
    if (this.restart === null) {
      this.log.warn(`cannot restart (${why}): nothing here can start the service again`);
      return;
    }
    this.asked = true;
    this.log.info(`restarts: ${why}`);
    this.restart(why);
  }

  /** Who started the service says how it is restarted. */
  onAsked(restart: (why: string) => void): void {
    this.restart = restart;
  }
}
