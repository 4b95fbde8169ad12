import { app, dialog, type BrowserWindow } from 'electron';
import type { ServiceState } from './bridge.ts';
import type { Texts } from './texts.ts';

/**
 * Asks before the last window is closed where that ends the register: on Linux the tray may be there for the
 * program and on no screen (GNOME has none), so nobody could reach a register that goes on behind it.
 */
export function askBeforeClosing(window: BrowserWindow, texts: Texts, state: () => ServiceState): void {
  let isAsking = false;
  const ask = async (): Promise<void> => {
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: texts.closing,
      detail: texts.closingDetail,
      buttons: [texts.minimise, texts.quit],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (response === 1) app.quit();
    else if (!window.isDestroyed()) window.minimize();
  };
  window.on('close', (event) => {
    if (!endsRegister(state())) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    void ask().finally(() => {
      isAsking = false;
    });
  });
}

/** A register of somebody else sells on without the shell; one that does not run is nothing to keep. */
function endsRegister({ state }: ServiceState): boolean {
  return state !== 'attached' && state !== 'failed' && state !== 'stopped';
}
