import { app, type Event, type WebContents } from 'electron';
import { openExternal, openPortal } from './external.ts';
import { isAllowed, originOf } from './origins.ts';

/**
 * Locks every web contents of the app, whoever creates it, to the shell's own
 * page and the register. Links to the portal beside go to the user's browser.
 * @param registerUrl the register's address now
 * @param portalUrl that of the portal beside, as the service has told it
 */
export function lockNavigation(registerUrl: () => string | null, portalUrl: () => string | null): void {
  app.on('web-contents-created', (_event, contents) => {
    lock(contents, registerUrl, portalUrl);
  });
}

function lock(contents: WebContents, registerUrl: () => string | null, portalUrl: () => string | null): void {
  const refuseForeign = (event: Event<{ url: string }>): void => {
    if (!isAllowed(event.url, registerUrl())) event.preventDefault();
  };
  contents.on('will-navigate', refuseForeign);
  contents.on('will-frame-navigate', refuseForeign);
  contents.on('will-redirect', refuseForeign);
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    const portal = portalUrl();
    const isPortal = portal !== null && originOf(url) !== null && originOf(url) === originOf(portal);
    void (isPortal ? openPortal(url) : openExternal(url));
    return { action: 'deny' };
  });
}
