import type { BrowserWindow } from 'electron';
import { isAllowed, originOf, OWN_PAGE, SIGN_IN_PAGE } from './security/origins.ts';
import { Backoff } from './service/backoff.ts';

/** What Chromium reports for a load that another load replaced. */
const ABORTED = -3;

/** Pages of the register that a restart brings back. Others may do something when they are asked for. */
const KEPT = new Set(['/', '/docs']);

/** What the window shows. */
export interface Pages {
  /** The register's page where the window last was in it, or the waiting page while there is no register. */
  show: () => void;
  /** A page of the register by its path, as soon as there is a register. */
  open: (path: string) => void;
  /** The register's first page. */
  home: () => void;
  back: () => void;
  /**
   * The page that asks for user and password.
   * @param url the page that somebody wants to see; null when a page that is shown asks for something
   */
  askForUser: (isWrong: boolean, url: string | null) => void;
  /** Goes on where the user was asked for. */
  goOn: () => void;
}

/** Watches over what a window shows: a page that is lost comes back, and none is a dead end. */
export function pagesOf(window: BrowserWindow, registerUrl: () => string | null): Pages {
  const { webContents } = window;
  const pauses = new Backoff();
  /** Path, query and fragment of the register's page; empty for its first. */
  let place = '';
  let wasOwn = true;
  let isAsking = false;
  let wanted: string | null = null;
  let retry: NodeJS.Timeout | undefined;

  const load = (url: string): void => {
    clearTimeout(retry);
    isAsking = false;
    // A failed load is reported by `did-fail-load` too, where it is dealt with.
    window.loadURL(url).catch(() => undefined);
  };
  const show = (): void => {
    const register = registerUrl();
    if (register === null) load(OWN_PAGE);
    else load(place === '' ? register : new URL(place, register).href);
  };
  const showsOwnPage = (): boolean => originOf(webContents.getURL()) === originOf(OWN_PAGE);
  const isOfRegister = (url: string): boolean =>
    isAllowed(url, registerUrl()) && originOf(url) !== originOf(OWN_PAGE);

  /** The register answered the supervisor, so these are passing troubles; an empty window would not say so. */
  const tryAgain = (error: string): void => {
    load(`${OWN_PAGE}?error=${encodeURIComponent(error)}`);
    retry = setTimeout(() => {
      if (registerUrl() !== null && showsOwnPage()) show();
    }, pauses.next().delay);
  };
  const keep = (url: string): void => {
    if (!isOfRegister(url)) return;
    const { pathname, search, hash } = new URL(url);
    if (KEPT.has(pathname)) place = pathname + search + hash;
  };

  webContents.on('did-navigate', (_event, url) => {
    const isOwn = !isOfRegister(url);
    if (!isOwn) {
      pauses.reset();
      // Back from the register would lead to a waiting page that waits for nothing.
      if (wasOwn) webContents.navigationHistory.clear();
    }
    wasOwn = isOwn;
    keep(url);
  });
  webContents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
    if (isMainFrame) keep(url);
  });
  webContents.on('did-fail-load', (_event, code, description, url, isMainFrame) => {
    if (isMainFrame && isOfRegister(url) && code !== ABORTED) tryAgain(description);
  });
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit' && !window.isDestroyed()) tryAgain(reason);
  });
  window.on('closed', () => {
    clearTimeout(retry);
  });

  const open = (path: string): void => {
    place = path;
    show();
  };

  return {
    show,
    open,
    home: () => open(''),
    back: () => {
      if (webContents.navigationHistory.canGoBack()) webContents.navigationHistory.goBack();
    },
    askForUser: (isWrong, url) => {
      // A page asks for many things at once, and each of them needs the user.
      if (isAsking && !isWrong) return;
      load(isWrong ? `${SIGN_IN_PAGE}?wrong` : SIGN_IN_PAGE);
      isAsking = true;
      wanted = url;
    },
    goOn: () => {
      if (wanted !== null && isOfRegister(wanted)) load(wanted);
      else show();
    },
  };
}
