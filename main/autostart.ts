import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { app } from 'electron';
import { IN_BACKGROUND } from './options.ts';

/** Whether the system starts the shell when its user signs in. */
export interface Autostart {
  /** What the system says, not what was asked for. */
  readonly isOn: boolean;
  /** Tells whether the system has taken it: it may be forbidden, or switched off in its own settings. */
  set(on: boolean): boolean;
}

/**
 * The way of this system; null where there is none to register, such as a copy run from its sources.
 * @param isPlain the shell was started without options: started without them, it would sell into another data root
 */
export function autostart(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  isPlain: boolean,
): Autostart | null {
  if (!app.isPackaged || !isPlain) return null;
  if (platform === 'win32' || platform === 'darwin') return loginItem();
  return desktopEntry(env['APPIMAGE'] ?? process.execPath, env);
}

function loginItem(): Autostart {
  // Windows finds an entry by program and arguments; macOS knows no arguments.
  const entry = { args: [IN_BACKGROUND] };
  const isOn = (): boolean => {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(entry);
    // Windows only: false where somebody has switched it off in the task manager.
    return openAtLogin && executableWillLaunchAtLogin !== false;
  };
  return {
    get isOn() {
      return isOn();
    },
    set: (on) => {
      app.setLoginItemSettings({ ...entry, openAtLogin: on, enabled: on });
      return isOn() === on;
    },
  };
}

/** An entry as the Desktop Application Autostart Specification of freedesktop.org wants it. */
function desktopEntry(program: string, env: NodeJS.ProcessEnv): Autostart {
  const config = env['XDG_CONFIG_HOME'];
  const folder = config && isAbsolute(config) ? config : join(homedir(), '.config');
  const file = join(folder, 'autostart', 'org.tillmark.Tillmark.desktop');
  const text = `[Desktop Entry]
Type=Application
Name=Tillmark
Exec=${quoted(program)} ${IN_BACKGROUND}
Icon=tillmark
Terminal=false
`;
  const read = (): string | null => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return null;
    }
  };
  const write = (): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const isOn = (): boolean => {
    const found = read();
    return found !== null && !/^(Hidden *= *true|X-GNOME-Autostart-enabled *= *false)\b/im.test(found);
  };
  const attempt = (what: () => void): void => {
    try {
      what();
    } catch {
      // What became of it is read back.
    }
  };
  // An AppImage that was moved, or a newer one beside it.
  if (isOn() && read() !== text) attempt(write);
  return {
    get isOn() {
      return isOn();
    },
    set: (on) => {
      attempt(on ? write : () => rmSync(file, { force: true }));
      return isOn() === on;
    },
  };
}

/** A path as an argument of `Exec`: quoted, then escaped as a text of the file. */
function quoted(path: string): string {
  const argument = path.replace(/["`$\\]/g, '\\$&').replace(/%/g, '%%');
  return `"${argument.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r')}"`;
}
