/**
 * How sure the page is that it shows the truth.
 *
 * A pure state machine, so that every sequence of news and failures is a unit
 * test; `live-status.ts` feeds it with real ones.
 */
export type Phase =
  /** Nothing heard yet. */
  | 'connecting'
  /** The last news counts. */
  | 'live'
  /** A failure just happened; the last news still counts for a moment. */
  | 'shaky'
  /** What the page knows is out of date. */
  | 'lost';

/** State of the connection. `failures` counts failures in a row. */
export interface Connection {
  phase: Phase;
  failures: number;
}

/** What may happen to a connection. */
export type Happening = 'news' | 'failed' | 'graceOver' | 'refused';

/** A restart of the service takes about a second: shorter gaps are no reason to stop a queue. */
export const GRACE_MS = 2000;

/** Silence after which the page asks by itself, since a hanging service breaks no connection. */
export const SILENCE_MS = 5000;

/** How long an answer may take before the service counts as hanging. */
export const ANSWER_MS = 3000;

/** A connection before its first attempt. */
export const UNCONNECTED: Connection = { phase: 'connecting', failures: 0 };

/** Next state of the connection. */
export function next(connection: Connection, happening: Happening): Connection {
  switch (happening) {
    case 'news':
      return { phase: 'live', failures: 0 };
    case 'refused':
      return { phase: 'lost', failures: connection.failures + 1 };
    case 'graceOver':
      // News that came in between has made the failure void.
      return connection.failures === 0 ? connection : { ...connection, phase: 'lost' };
    case 'failed':
      return {
        phase: connection.phase === 'live' ? 'shaky' : connection.phase,
        failures: connection.failures + 1,
      };
  }
}

/** Pause before the next attempt: quick at first, then gentle, never long, as a queue is waiting. */
export function pauseMs(connection: Connection): number {
  return Math.min(500 * 2 ** Math.max(0, connection.failures - 1), 3000);
}
