/** Users who have signed in on the page. */
import type { IncomingMessage } from 'node:http';
import type { Caller } from './caller.ts';

/** What the API asks of sessions. */
export interface Sessions {
  /** Whoever has signed in; null for all others. A request that is to change something must bring the session's token. */
  callerOf(request: IncomingMessage, changes: boolean): Promise<Caller | null>;
}
