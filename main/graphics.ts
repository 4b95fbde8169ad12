import { app } from 'electron';
import type { PreferencesFile } from './preferences.ts';

/** So many crashes in one run are the driver's, and the next start goes without it. */
export const CRASHES_ALLOWED = 3;

/**
 * Draws without the graphics processor after its process has crashed again and again: Chromium gives up at some
 * point, and the register would end with the window. The next version of the shell tries it anew. Before `ready`.
 */
export function watchGraphics(preferences: PreferencesFile, log: (line: string) => void): void {
  if (preferences.now.softwareGraphics === app.getVersion()) app.disableHardwareAcceleration();
  let crashes = 0;
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (type !== 'GPU' || reason === 'clean-exit' || reason === 'killed') return;
    crashes += 1;
    log(`The graphics process is gone: ${reason}, code ${exitCode}.`);
    if (crashes === CRASHES_ALLOWED) preferences.change({ softwareGraphics: app.getVersion() });
  });
}
