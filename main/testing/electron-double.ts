/**
 * Stands in for the few Electron APIs that the shell uses, where Electron's
 * runtime cannot run: `vi.mock('electron', () => import('./testing/electron-double.ts'))`.
 * It records what it is told and lets a test play the events.
 */
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { record, resetRecord, type LoginItem } from './record.ts';

export { record };

/** An event that a handler may prevent. */
export class PreventableEvent {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

class AppDouble extends EventEmitter {
  isPackaged = false;
  requestSingleInstanceLock(): boolean {
    record.order.push('lock');
    return record.lock;
  }
  whenReady(): Promise<void> {
    record.order.push('whenReady');
    record.beforeReady();
    return Promise.resolve();
  }
  getLoginItemSettings(): LoginItem {
    return record.loginItem;
  }
  setLoginItemSettings(item: LoginItem): void {
    if (!record.loginRefused) record.loginItem = item;
  }
  setAsDefaultProtocolClient(...handler: unknown[]): void {
    record.schemeHandler = handler;
  }
  releaseSingleInstanceLock(): void {
    record.order.push('lock released');
  }
  disableHardwareAcceleration(): void {
    record.order.push('software graphics');
  }
  setAppUserModelId(id: string): void {
    record.appId = id;
  }
  getVersion(): string {
    return '3.0.0';
  }
  getLocale(): string {
    return 'en-GB';
  }
  getPath(): string {
    // A path below a file: the log cannot be written, and the shell must live with that.
    return '/dev/null/logs';
  }
  /** Like Electron: asks first, and a handler may hold it back. */
  quit(): void {
    record.quits += 1;
    this.emit('before-quit', new PreventableEvent());
  }
  exit(code: number): void {
    record.exits.push(code);
  }
}

export const app = new AppDouble();

/** A utility process; `emit` plays its messages and its end. */
export class UtilityProcessDouble extends EventEmitter {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  pid: number | undefined;
  sent: unknown[] = [];
  kills = 0;
  readonly module: string;
  readonly args: string[];
  readonly options: Record<string, unknown>;
  constructor(module: string, args: string[], options: Record<string, unknown>) {
    super();
    this.module = module;
    this.args = args;
    this.options = options;
  }
  postMessage(message: unknown): void {
    this.sent.push(message);
  }
  kill(): boolean {
    this.kills += 1;
    return true;
  }
}

export const utilityProcess = {
  fork(module: string, args: string[], options: Record<string, unknown>): UtilityProcessDouble {
    const child = new UtilityProcessDouble(module, args, options);
    record.children.push(child);
    return child;
  },
};

/** A page's contents; `emit` plays navigations and failures. */
export class WebContentsDouble extends EventEmitter {
  sent: unknown[][] = [];
  url = '';
  readonly history = { clears: 0, backs: 0, canGoBack: false };
  readonly navigationHistory = {
    clear: (): void => {
      this.history.clears += 1;
    },
    canGoBack: (): boolean => this.history.canGoBack,
    goBack: (): void => {
      this.history.backs += 1;
    },
  };
  openHandler: ((details: { url: string }) => unknown) | null = null;
  send(...message: unknown[]): void {
    this.sent.push(message);
  }
  getURL(): string {
    return this.url;
  }
  setWindowOpenHandler(handler: (details: { url: string }) => unknown): void {
    this.openHandler = handler;
  }
}

export class BrowserWindow extends EventEmitter {
  readonly options: Record<string, unknown>;
  readonly webContents = new WebContentsDouble();
  readonly loaded: string[] = [];
  shown = 0;
  minimised = 0;
  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    record.windows.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
  loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    this.webContents.url = url;
    return Promise.resolve();
  }
  isMinimized(): boolean {
    return false;
  }
  bounds = { x: 10, y: 20, width: 900, height: 700 };
  maximised = false;
  getNormalBounds(): Rectangle {
    return this.bounds;
  }
  isMaximized(): boolean {
    return this.maximised;
  }
  maximize(): void {
    this.maximised = true;
  }
  isDestroyed(): boolean {
    return false;
  }
  restore(): void {
    record.order.push('restore');
  }
  show(): void {
    this.shown += 1;
  }
  showInactive(): void {
    record.order.push('shown behind');
  }
  minimize(): void {
    this.minimised += 1;
  }
  focus(): void {
    record.order.push('focus');
  }
}

/** An entry of a menu template. */
export interface MenuEntry {
  id?: string;
  label?: string;
  role?: string;
  type?: string;
  enabled?: boolean;
  visible?: boolean;
  checked?: boolean;
  submenu?: MenuEntry[];
  click?: () => void;
}

/** A menu with the entries of its template. */
export class MenuDouble {
  readonly items: MenuEntry[];
  constructor(items: MenuEntry[]) {
    this.items = items;
  }
}

export const Menu = {
  buildFromTemplate: (template: MenuEntry[]): MenuDouble => new MenuDouble(template),
  setApplicationMenu: (menu: MenuDouble): void => {
    record.menu = menu;
  },
};

export class Tray extends EventEmitter {
  image: unknown;
  tooltip = '';
  items: MenuEntry[] = [];
  constructor(image: unknown) {
    super();
    if (record.trayMissing) throw new Error('no tray on this desktop');
    this.image = image;
    record.trays.push(this);
  }
  setImage(image: unknown): void {
    this.image = image;
  }
  setToolTip(text: string): void {
    this.tooltip = text;
  }
  setContextMenu(menu: MenuDouble): void {
    this.items = menu.items;
  }
  isDestroyed(): boolean {
    return false;
  }
  destroy(): void {
    record.order.push('tray destroyed');
  }
}

export const dialog = {
  /** With the window that it belongs to before the question, or without. */
  showMessageBox: (...question: unknown[]): Promise<{ response: number }> => {
    record.questions.push(question.at(-1));
    return Promise.resolve({ response: record.pressed });
  },
};

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const screen = {
  getAllDisplays: (): { workArea: Rectangle }[] => record.displays.map((workArea) => ({ workArea })),
};

export const nativeTheme = {
  get shouldUseDarkColors(): boolean {
    return record.dark;
  },
};

/** A notification of the system; `emit('click')` plays its click. */
export class Notification extends EventEmitter {
  readonly title: string;
  readonly body: string;
  constructor({ title, body }: { title: string; body: string }) {
    super();
    this.title = title;
    this.body = body;
  }
  static isSupported(): boolean {
    return !record.noticesMissing;
  }
  show(): void {
    record.notices.push(this);
  }
}

export const nativeImage = { createFromPath: (path: string): string => path };

export const ipcMain = {
  handle: (channel: string, handler: (event: unknown, ...args: unknown[]) => unknown): void => {
    record.handlers.set(channel, handler);
  },
};

export const shell = {
  openPath: (path: string): Promise<string> => {
    record.opened.push(path);
    return Promise.resolve('');
  },
  openExternal: (url: string): Promise<void> => {
    record.opened.push(url);
    return Promise.resolve();
  },
};

export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown[]): void => {
    record.order.push('scheme');
    record.schemes = schemes;
  },
  handle: (scheme: string, handler: (request: Request) => Response): void => {
    record.served.set(scheme, handler);
  },
};

/** A browser session; keeps the permission handlers it was given. */
export class SessionDouble {
  request: ((contents: unknown, permission: string, callback: (granted: boolean) => void) => void) | null =
    null;
  check: (() => boolean) | null = null;
  device: (() => boolean) | null = null;
  setPermissionRequestHandler(handler: NonNullable<SessionDouble['request']>): void {
    this.request = handler;
  }
  setPermissionCheckHandler(handler: () => boolean): void {
    this.check = handler;
  }
  setDevicePermissionHandler(handler: () => boolean): void {
    this.device = handler;
  }
}

export const session = { defaultSession: new SessionDouble() };

export const powerMonitor = new EventEmitter();

/** Forgets everything, listeners included. */
export function resetElectron(): void {
  app.removeAllListeners();
  app.isPackaged = false;
  powerMonitor.removeAllListeners();
  session.defaultSession = new SessionDouble();
  resetRecord();
}
