import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { Texts } from './texts.ts';

/** What the entries of the menu do. */
export interface MenuActions {
  home: () => void;
  back: () => void;
  openPortal: () => void;
}

/**
 * Replaces Electron's default menu, whose help entries open web sites past our
 * own door. Kept: copy and paste on macOS, and zoom for legibility. Added: the
 * way back from whatever the window shows.
 * @param hasPortal there is a portal to open
 */
export function setMenu(
  texts: Texts,
  platform: NodeJS.Platform,
  actions: MenuActions,
  hasPortal: boolean,
): void {
  const isMac = platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    {
      label: texts.go,
      submenu: [
        {
          id: 'home',
          label: texts.home,
          accelerator: isMac ? 'Shift+Cmd+H' : 'Alt+Home',
          click: actions.home,
        },
        { id: 'back', label: texts.back, accelerator: isMac ? 'Cmd+[' : 'Alt+Left', click: actions.back },
        { id: 'reload', label: texts.reload, role: 'reload' },
        { type: 'separator' },
        { id: 'portal', label: texts.openPortal, enabled: hasPortal, click: actions.openPortal },
      ],
    },
    // Elsewhere the keys for copy and paste work without a menu, and its words are English in every language.
    ...(isMac ? [{ role: 'editMenu' } as const] : []),
    {
      label: texts.view,
      submenu: [
        { role: 'resetZoom', label: texts.actualSize },
        { role: 'zoomIn', label: texts.larger },
        { role: 'zoomOut', label: texts.smaller },
        { type: 'separator' },
        { role: 'togglefullscreen', label: texts.fullScreen },
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' } as const] : []),
  ];
  if (isMac) template.unshift({ role: 'appMenu' });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
