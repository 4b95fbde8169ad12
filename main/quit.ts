import { app, powerMonitor, type Event } from 'electron';
import type { Activity } from '../service/wire.ts';

/** A quitting app waits this long for receipts that are not answered yet. */
export const SETTLE_LIMIT = 15_000;
/** How often it looks whether they are. */
export const SETTLE_EVERY = 250;
/** Then it waits this long for the service to end, not longer: the journal survives a kill. */
export const QUIT_LIMIT = 5000;

/** What has to come to its end before the app does. */
export interface Quitting {
  /** What the service has to do; null when it does not say. */
  activity: () => Promise<Activity | null>;
  stop: () => Promise<void>;
}

/** The quit that is held back. */
export interface Quit {
  /** The machine goes down: nothing is waited for but the end of the service. */
  hurry: () => void;
  /** The service has been stopped already: quits are let through as they are, or held back again. */
  letThrough: (on: boolean) => void;
}

/** Holds the quit back, once, until receipts in flight are answered and the service has stopped. */
export function stopBeforeQuit({ activity, stop }: Quitting): Quit {
  let quitting = false;
  let isThrough = false;
  const hurried = Promise.withResolvers<void>();
  const settle = async (): Promise<void> => {
    for (let waited = 0; waited < SETTLE_LIMIT; waited += SETTLE_EVERY) {
      const now = await activity().catch(() => null);
      if (now === null || now.atWork === 0) return;
      await new Promise((resolve) => setTimeout(resolve, SETTLE_EVERY));
    }
  };
  const quit = async (): Promise<void> => {
    await Promise.race([settle(), hurried.promise]);
    // The limit comes on top of the supervisor's own patience: nothing may keep the till from closing.
    const limit = setTimeout(() => app.exit(0), QUIT_LIMIT);
    await stop().catch(() => undefined);
    clearTimeout(limit);
    app.exit(0);
  };
  app.on('before-quit', (event) => {
    if (isThrough) return;
    event.preventDefault();
    if (quitting) return;
    quitting = true;
    void quit();
  });
  return {
    hurry: hurried.resolve,
    letThrough: (on) => {
      isThrough = on;
    },
  };
}

/** Lets the service close its journal before the machine goes down (Linux, macOS). After ready only. */
export function quitAtShutdown(quit: Quit): void {
  powerMonitor.on('shutdown', (event?: Event) => {
    // Electron hands over an event, though its types do not say so.
    event?.preventDefault();
    quit.hurry();
    app.quit();
  });
}
