import { app, dialog } from 'electron';
import type { ShellSwitch } from './bridge.ts';
import { setMenu, type MenuView } from './menu.ts';
import { openLogs, openPortal } from './security/external.ts';
import type { Supervisor } from './service/supervisor.ts';
import { portalUrl, registerUrl } from './state-line.ts';
import type { Switches } from './switches.ts';
import type { Texts } from './texts.ts';
import { createTray } from './tray.ts';
import { installAfterAsking } from './update/ask.ts';
import { quietOf } from './update/quiet.ts';
import type { Updates } from './update/updates.ts';
import type { ShellWindow } from './window.ts';

/** What menu and tray show and work on. */
export interface MenuParts {
  texts: Texts;
  supervisor: Supervisor;
  window: ShellWindow;
  switches: Switches;
  /** Null where nobody may look for updates. */
  updates: Updates | null;
}

/** Menu and tray. */
export interface Menus {
  /** There is a tray, as far as the system says. */
  readonly hasTray: boolean;
  /** Shows how things stand now. */
  refresh(): void;
}

/** Shows the menu of the window and the tray, where there is one. After `ready` only. */
export function showMenus({ texts, supervisor, window, switches, updates }: MenuParts): Menus {
  const openPortalNow = (): void => {
    const address = portalUrl(supervisor.state);
    if (address !== null) void openPortal(address);
  };
  let isAsking = false;
  const installUpdate = (): void => {
    if (updates?.state.state !== 'ready' || isAsking) return;
    isAsking = true;
    void installAfterAsking({
      texts,
      current: app.getVersion(),
      version: updates.state.version,
      quiet: () => quietOf(supervisor),
      install: () => updates.install(),
    }).finally(() => {
      isAsking = false;
    });
  };
  const set = (name: ShellSwitch, on: boolean): void => {
    if (switches.set(name, on)[name] === on || name !== 'autostart') return;
    const { autostartRefused: message, autostartRefusedDetail: detail, update } = texts;
    void dialog.showMessageBox({ type: 'info', message, detail, buttons: [update.close], noLink: true });
  };
  const actions = {
    home: () => window.pages?.home(),
    back: () => window.pages?.back(),
    openPortal: openPortalNow,
    openDocs: () => window.show('/docs'),
    openLogs: () => void openLogs(),
    set,
    lookForUpdate: () => void updates?.look(),
    installUpdate,
  };
  const tray = createTray(texts, {
    open: () => window.show(),
    openPortal: openPortalNow,
    restart: () => void supervisor.restart(),
    installUpdate,
    quit: () => app.quit(),
  });
  let shown = '';
  const refresh = (): void => {
    const { state } = supervisor;
    const view: MenuView = {
      hasRegister: registerUrl(state) !== null,
      hasPortal: portalUrl(state) !== null,
      shell: switches.state,
      version: app.getVersion(),
    };
    tray?.follow(state, view.shell.update);
    // Set anew only where it changes: that closes a menu that is open.
    if (shown === JSON.stringify(view)) return;
    shown = JSON.stringify(view);
    setMenu(texts, process.platform, actions, view);
  };
  refresh();
  return { hasTray: tray !== null, refresh };
}
