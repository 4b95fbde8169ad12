import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { Texts } from './texts.ts';

/**
 * Replaces Electron's default menu, whose help entries open web sites past our
 * own door. Kept: copy and paste on macOS, and zoom for legibility.
 */
export function setMenu(texts: Texts, platform: NodeJS.Platform): void {
  const template: MenuItemConstructorOptions[] = [
    { role: 'editMenu' },
    {
      label: texts.view,
      submenu: [
        { role: 'reload' },
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ];
  if (platform === 'darwin') template.unshift({ role: 'appMenu' });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
