import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, nativeTheme, type BrowserWindowConstructorOptions } from 'electron';
import { CHANNELS, VERSION_ARGUMENT, type ServiceState } from './bridge.ts';
import { iconPath } from './icons.ts';
import { pagesOf, type Pages } from './pages.ts';
import type { PreferencesFile } from './preferences.ts';
import { registerUrl } from './state-line.ts';
import { boundsFor, followPlace, SMALLEST } from './window-place.ts';

/** A window whose page paints nothing for so long is shown as it is: somebody has asked for it. */
export const PAINT_LIMIT = 2000;

/** The one window of the app. It may be closed and opened again while the app runs. */
export interface ShellWindow {
  /** Brings the window to the front, opens it if it was closed; with a page of the register, or where it is. */
  show: (page?: string | null) => void;
  /** Opens the window where nobody has asked for it: minimised, and nothing loses the keyboard. */
  openBehind: () => void;
  /** Shows the register or, while there is none, the waiting page; passes the state on to the page. */
  follow: (state: ServiceState) => void;
  /** What the window shows; null while it is closed. */
  readonly pages: Pages | null;
}

/**
 * Makes the window's controller; the window itself opens at the first `show`.
 * @param opened told of each window, e.g. to watch over its closing
 */
export function createShellWindow(
  firstState: ServiceState,
  preferences: PreferencesFile,
  opened: (window: BrowserWindow) => void,
): ShellWindow {
  let state = firstState;
  let shown: { window: BrowserWindow; pages: Pages } | null = null;

  const open = (page: string | null, isBehind = false): void => {
    const window = openWindow(preferences, isBehind);
    const pages = pagesOf(window, () => registerUrl(state));
    window.on('closed', () => {
      shown = null;
    });
    opened(window);
    if (page === null) pages.show();
    else pages.open(page);
    shown = { window, pages };
  };

  return {
    show: (page = null) => {
      if (shown === null) {
        open(page);
        return;
      }
      const { window, pages } = shown;
      if (page !== null) pages.open(page);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    openBehind: () => {
      if (shown === null) open(null, true);
    },
    follow: (next) => {
      const moved = registerUrl(next) !== registerUrl(state);
      state = next;
      if (!shown) return;
      if (moved) shown.pages.show();
      shown.window.webContents.send(CHANNELS.serviceStateChanged, state);
    },
    get pages() {
      return shown?.pages ?? null;
    },
  };
}

/** Secure defaults for every page of the app. */
function windowOptions({ place }: PreferencesFile['now']): BrowserWindowConstructorOptions {
  return {
    title: 'Tillmark',
    ...boundsFor(place),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    // As the pages are (renderer/app/theme.css): no white flash before they have painted.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#14181a' : '#f3f4f2',
    icon: iconPath('tillmark'),
    webPreferences: {
      preload: fileURLToPath(new URL('./preload.cjs', import.meta.url)),
      additionalArguments: [VERSION_ARGUMENT + app.getVersion()],
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  };
}

/** A window that comes to the front once its page has painted. */
function openWindow(preferences: PreferencesFile, isBehind: boolean): BrowserWindow {
  const window = new BrowserWindow(windowOptions(preferences.now));
  followPlace(window, (place) => preferences.change({ place }));
  const late = setTimeout(() => appear(), PAINT_LIMIT);
  const appear = (): void => {
    clearTimeout(late);
    if (window.isDestroyed()) return;
    if (isBehind) {
      window.showInactive();
      window.minimize();
      return;
    }
    // Maximising shows the window too, so it waits for its page as well.
    if (preferences.now.place?.maximised) window.maximize();
    window.show();
  };
  window.once('ready-to-show', appear);
  window.on('closed', () => {
    clearTimeout(late);
  });
  return window;
}
