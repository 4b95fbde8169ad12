import { app, powerMonitor, type Event } from 'electron';

/** A quitting app waits this long for the service, not longer: the journal survives a kill. */
export const QUIT_LIMIT = 5000;

/** Holds the quit back, once, until the service has stopped. */
export function stopBeforeQuit(stop: () => Promise<void>): void {
  let quitting = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (quitting) return;
    quitting = true;
    const leave = (): void => {
      app.exit(0);
    };
    // The limit comes on top of the supervisor's own patience: nothing may keep the till from closing.
    const limit = setTimeout(leave, QUIT_LIMIT);
    stop()
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(limit);
        leave();
      });
  });
}

/** Lets the service close its journal before the machine goes down (Linux, macOS). After ready only. */
export function quitAtShutdown(): void {
  powerMonitor.on('shutdown', (event?: Event) => {
    // Electron hands over an event, though its types do not say so.
    event?.preventDefault();
    app.quit();
  });
}
