import { Menu, nativeImage, Tray } from 'electron';
import type { ServiceState, UpdateState } from './bridge.ts';
import { iconPath } from './icons.ts';
import { lightOf, portalUrl, stateLine } from './state-line.ts';
import { fill, type Texts } from './texts.ts';

/** What the tray's menu does. */
export interface TrayActions {
  open: () => void;
  openPortal: () => void;
  restart: () => void;
  installUpdate: () => void;
  quit: () => void;
}

/** The tray icon of the app. */
export interface ShellTray {
  follow(state: ServiceState, update: UpdateState): void;
  destroy(): void;
}

/** Kept here for the whole run: a tray that is garbage collected disappears from the screen. */
let tray: Tray | null = null;

/** Windows cuts tooltips at this length. */
const TOOLTIP_LENGTH = 127;

/** Shows the tray icon; null where the desktop has none, and the app then lives by its window. */
export function createTray(texts: Texts, actions: TrayActions): ShellTray | null {
  try {
    tray = new Tray(nativeImage.createFromPath(iconPath('warning')));
  } catch {
    tray = null;
    return null;
  }
  tray.on('click', actions.open);
  tray.on('double-click', actions.open);
  return {
    follow: (state, update) => {
      if (!tray || tray.isDestroyed()) return;
      const line = stateLine(state, texts);
      tray.setImage(nativeImage.createFromPath(iconPath(lightOf(state))));
      tray.setToolTip(`Tillmark: ${line}`.slice(0, TOOLTIP_LENGTH));
      // Set anew after every change: on Linux a menu cannot be changed in place.
      tray.setContextMenu(trayMenu({ state, update }, line, texts, actions));
    },
    destroy: () => {
      tray?.destroy();
      tray = null;
    },
  };
}

function trayMenu(
  { state, update }: { state: ServiceState; update: UpdateState },
  line: string,
  texts: Texts,
  actions: TrayActions,
): Menu {
  return Menu.buildFromTemplate([
    { id: 'state', label: line, enabled: false },
    { type: 'separator' },
    { id: 'open', label: texts.open, click: actions.open },
    { id: 'portal', label: texts.openPortal, visible: portalUrl(state) !== null, click: actions.openPortal },
    {
      id: 'restart',
      label: texts.restart,
      // A register that somebody else started is not ours to restart.
      enabled: state.state !== 'attached' && state.state !== 'starting',
      click: actions.restart,
    },
    {
      id: 'install',
      label: update.state === 'ready' ? fill(texts.update.install, { version: update.version }) : '',
      visible: update.state === 'ready',
      click: actions.installUpdate,
    },
    { type: 'separator' },
    { id: 'quit', label: texts.quit, click: actions.quit },
  ]);
}
