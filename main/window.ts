import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, type BrowserWindowConstructorOptions } from 'electron';
import { channels, versionArgument, type ServiceState } from './bridge.ts';
import { iconPath } from './icons.ts';
import { originOf, ownPage } from './security/origins.ts';
import { registerUrl } from './state-line.ts';

/** Pause before a register page that did not load is tried again. */
export const retryAfter = 2000;
/** What Chromium reports for a load that another load replaced. */
const aborted = -3;

/** The one window of the app. It may be closed and opened again while the app runs. */
export interface ShellWindow {
  /** Brings the window to the front, opens it if it was closed. */
  show: () => void;
  /** Shows the register or, while there is none, the waiting page; passes the state on to the page. */
  follow: (state: ServiceState) => void;
}

/** Makes the window's controller; the window itself opens at the first `show`. */
export function createShellWindow(firstState: ServiceState): ShellWindow {
  let state = firstState;
  let window: BrowserWindow | null = null;

  const open = (): BrowserWindow => {
    const opened = openWindow(() => registerUrl(state));
    opened.on('closed', () => {
      window = null;
    });
    load(opened, state);
    return opened;
  };

  return {
    show: () => {
      window ??= open();
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    follow: (next) => {
      const moved = registerUrl(next) !== registerUrl(state);
      state = next;
      if (!window) return;
      if (moved) load(window, state);
      window.webContents.send(channels.serviceStateChanged, state);
    },
  };
}

/** Secure defaults for every page of the app. */
function windowOptions(): BrowserWindowConstructorOptions {
  return {
    title: 'Tillmark',
    width: 1180,
    height: 800,
    minWidth: 480,
    minHeight: 400,
    show: false,
    autoHideMenuBar: true,
    icon: iconPath('tillmark'),
    webPreferences: {
      preload: fileURLToPath(new URL('./preload.cjs', import.meta.url)),
      additionalArguments: [versionArgument + app.getVersion()],
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

function openWindow(register: () => string | null): BrowserWindow {
  const window = new BrowserWindow(windowOptions());
  let retry: NodeJS.Timeout | undefined;
  const tryAgain = (): void => {
    loadUrl(window, ownPage);
    clearTimeout(retry);
    retry = setTimeout(() => {
      const url = register();
      if (url !== null && originOf(window.webContents.getURL()) === originOf(ownPage)) loadUrl(window, url);
    }, retryAfter);
  };
  // The register answered the supervisor, so these are passing troubles; an empty window would not say so.
  window.webContents.on('did-fail-load', (_event, code, _description, url, isMainFrame) => {
    const wanted = register();
    const ofRegister = wanted !== null && originOf(url) === originOf(wanted);
    if (isMainFrame && ofRegister && code !== aborted) tryAgain();
  });
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit' && !window.isDestroyed()) tryAgain();
  });
  window.on('closed', () => {
    clearTimeout(retry);
  });
  return window;
}

function load(window: BrowserWindow, state: ServiceState): void {
  loadUrl(window, registerUrl(state) ?? ownPage);
}

function loadUrl(window: BrowserWindow, url: string): void {
  // A failed load is reported by `did-fail-load` too, where it is dealt with.
  window.loadURL(url).catch(() => undefined);
}
