import { app } from 'electron';
import type { UpdateState } from '../bridge.ts';
import type { PreferencesFile } from '../preferences.ts';
import type { Quit } from '../quit.ts';
import { systemClock } from '../service/clock.ts';
import type { Supervisor } from '../service/supervisor.ts';
import type { Feed } from './feed.ts';
import { loadSource } from './load.ts';
import { quietOf } from './quiet.ts';
import { Updates } from './updates.ts';

/** What updates of the program need of the shell. */
export interface ShellParts {
  supervisor: Supervisor;
  quit: Quit;
  preferences: PreferencesFile;
  feed: Feed;
  /** The shell was started without options. */
  isPlain: boolean;
  log: (line: string) => void;
  changed: (state: UpdateState) => void;
}

/** Updates of this program; null where whoever installed it wants none. */
export function openUpdates(parts: ShellParts): Updates | null {
  const { supervisor, quit, preferences, feed, isPlain, log, changed } = parts;
  if (feed.from === 'nowhere') {
    if (feed.text !== '') log(`No updates: ${feed.text}`);
    return null;
  }
  const updates = new Updates({
    current: app.getVersion(),
    open: () => loadSource({ feed: feed.from === 'company' ? feed.url : null, isPlain, log }),
    isOn: () => preferences.now.updates,
    isOurs: () => !isForeign(supervisor),
    isQuiet: async () => (await quietOf(supervisor)).isQuiet,
    prepare: async () => {
      await supervisor.stop();
      quit.letThrough(true);
      // The new program is started before this one has ended, and would leave at once.
      app.releaseSingleInstanceLock();
    },
    recover: () => {
      quit.letThrough(false);
      app.requestSingleInstanceLock();
      void supervisor.start();
    },
    changed,
    clock: systemClock,
    random: Math.random,
    log,
  });
  supervisor.onState((state) => {
    if (state.state === 'restarting' && state.wished) void updates.atDailyRestart(state.wished.waiting);
  });
  return updates;
}

/** A service of the system has been installed, and is replaced, by somebody else. */
function isForeign({ state }: Supervisor): boolean {
  return state.state === 'attached' || (state.state === 'failed' && state.reason === 'attachedLost');
}
