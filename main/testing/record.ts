/** What the double of Electron was told, and what the test lets it answer. */
import type {
  BrowserWindow,
  MenuDouble,
  Notification,
  Tray,
  UtilityProcessDouble,
} from './electron-double.ts';

/** The display that every machine has. */
const DISPLAY = { x: 0, y: 0, width: 1920, height: 1040 };

/** What the system starts when its user signs in. */
export interface LoginItem {
  openAtLogin: boolean;
  args?: string[];
  executableWillLaunchAtLogin?: boolean;
  wasOpenedAtLogin?: boolean;
}

const begin = () => ({
  lock: true,
  quits: 0,
  exits: [] as number[],
  opened: [] as string[],
  order: [] as string[],
  trayMissing: false,
  dark: false,
  /** Work areas of the displays. */
  displays: [DISPLAY],
  appId: '',
  /** What happens before the app is ready. */
  beforeReady: (): unknown => undefined,
  notices: [] as Notification[],
  /** The desktop shows no notifications. */
  noticesMissing: false,
  schemeHandler: null as unknown[] | null,
  loginItem: { openAtLogin: false } as LoginItem,
  /** The system takes no login items. */
  loginRefused: false,
  /** Which button of the next question is pressed. */
  pressed: 0,
  questions: [] as unknown[],
  children: [] as UtilityProcessDouble[],
  windows: [] as BrowserWindow[],
  trays: [] as Tray[],
  handlers: new Map<string, (event: unknown, ...args: unknown[]) => unknown>(),
  served: new Map<string, (request: Request) => Response>(),
  schemes: [] as unknown[],
  menu: null as MenuDouble | null,
});

/** What the doubles were told since the last `resetElectron`. */
export const record = begin();

/** Forgets it. */
export function resetRecord(): void {
  Object.assign(record, begin());
}
