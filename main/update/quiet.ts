import type { Supervisor } from '../service/supervisor.ts';

/** Between two customers nothing is registered, but a sale may be under way at the till. */
export const QUIET_FOR = 120;

/** Whether the program can be replaced without cutting off a sale, and what waits to be sent meanwhile. */
export type Quiet = { isQuiet: false } | { isQuiet: true; waiting: number };

/** Asks the service. One that runs and does not answer counts as busy; one of somebody else is left alone. */
export async function quietOf(supervisor: Pick<Supervisor, 'state' | 'activity'>): Promise<Quiet> {
  switch (supervisor.state.state) {
    case 'stopped':
    case 'failed':
    case 'restarting':
      return { isQuiet: true, waiting: 0 };
    case 'starting':
    case 'attached':
      return { isQuiet: false };
    case 'ready':
    case 'notReady': {
      const activity = await supervisor.activity();
      if (activity === null || activity.atWork > 0) return { isQuiet: false };
      const { idleSeconds, waiting } = activity;
      return idleSeconds === null || idleSeconds >= QUIET_FOR
        ? { isQuiet: true, waiting }
        : { isQuiet: false };
    }
  }
}
