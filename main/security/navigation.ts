import { app, type Event, type WebContents } from 'electron';
import { openExternal } from './external.ts';
import { isAllowed } from './origins.ts';

/**
 * Locks every web contents of the app, whoever creates it, to the shell's own
 * page and the register. `registerUrl` gives the register's address now.
 */
export function lockNavigation(registerUrl: () => string | null): void {
  app.on('web-contents-created', (_event, contents) => {
    lock(contents, registerUrl);
  });
}

function lock(contents: WebContents, registerUrl: () => string | null): void {
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
    void openExternal(url);
    return { action: 'deny' };
  });
}
