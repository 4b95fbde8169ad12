import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { ShellState, ShellSwitch } from './bridge.ts';
import { fill, type Texts } from './texts.ts';
import { updateLine } from './update/words.ts';

/** What the entries of the menu do. */
export interface MenuActions {
  home: () => void;
  back: () => void;
  openPortal: () => void;
  openDocs: () => void;
  openLogs: () => void;
  set: (name: ShellSwitch, on: boolean) => void;
  lookForUpdate: () => void;
  installUpdate: () => void;
}

/** What the menu shows. */
export interface MenuView {
  hasRegister: boolean;
  hasPortal: boolean;
  shell: ShellState;
  /** Version of the program. */
  version: string;
}

/**
 * Replaces Electron's default menu, whose help entries open web sites past our
 * own door. Kept: copy and paste on macOS, and zoom for legibility. Added: the
 * way back from whatever the window shows, and what can be switched.
 */
export function setMenu(texts: Texts, platform: NodeJS.Platform, actions: MenuActions, view: MenuView): void {
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
        { id: 'portal', label: texts.openPortal, enabled: view.hasPortal, click: actions.openPortal },
        { id: 'docs', label: texts.docs, enabled: view.hasRegister, click: actions.openDocs },
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
    { label: texts.program, submenu: programMenu(texts, actions, view) },
    ...(isMac ? [{ role: 'windowMenu' } as const] : []),
  ];
  if (isMac) template.unshift({ role: 'appMenu' });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function programMenu(
  texts: Texts,
  actions: MenuActions,
  { shell, version }: MenuView,
): MenuItemConstructorOptions[] {
  const { update } = shell;
  const box = (name: ShellSwitch, label: string): MenuItemConstructorOptions => ({
    id: name,
    type: 'checkbox',
    label,
    enabled: shell[name] !== null,
    checked: shell[name] === true,
    click: () => actions.set(name, shell[name] !== true),
  });
  const canLook = shell.updates === true && update.state !== 'checking' && update.state !== 'downloading';
  return [
    box('autostart', texts.autostart),
    box('notices', texts.notices.show),
    box('updates', texts.update.automatic),
    { type: 'separator' },
    { id: 'update', label: updateLine(update, texts), enabled: false },
    update.state === 'ready'
      ? {
          id: 'install',
          label: fill(texts.update.install, { version: update.version }),
          click: actions.installUpdate,
        }
      : { id: 'look', label: texts.update.checkNow, enabled: canLook, click: actions.lookForUpdate },
    { type: 'separator' },
    { id: 'logs', label: texts.openLogs, click: actions.openLogs },
    { id: 'version', label: fill(texts.version, { version }), enabled: false },
  ];
}
