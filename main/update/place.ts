import { accessSync, constants, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname, relative, isAbsolute, sep } from 'node:path';

/** The installation that an update would replace. */
export interface Installed {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** The running program, `process.execPath`. */
  program: string;
}

/** Whether the program can replace itself: packages of the system are the system's own, a portable copy nobody's. */
export function isReplaceable({ platform, env }: Installed): boolean {
  if (platform === 'linux') return env['APPIMAGE'] !== undefined;
  return env['PORTABLE_EXECUTABLE_FILE'] === undefined;
}

/**
 * Whether the system will ask somebody for the rights to replace it. At night nobody answers, and the program has
 * ended by then: on Windows it would not come back.
 */
export function needsPerson({ platform, env, program }: Installed): boolean {
  if (platform === 'win32') {
    const own = env['LOCALAPPDATA'];
    return own === undefined || !isWithin(program, own);
  }
  // macOS: Tillmark.app/Contents/MacOS/Tillmark
  const replaced = platform === 'darwin' ? dirname(dirname(dirname(program))) : env['APPIMAGE']!;
  try {
    accessSync(replaced, constants.W_OK);
    accessSync(dirname(replaced), constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith(`..${sep}`) && way !== '..' && !isAbsolute(way);
}

/**
 * Keeps an AppImage beside itself as `.old`, because electron-updater deletes it before it moves the new one there.
 * @returns puts it back if nothing has taken its place
 */
export function keepOld({ platform, env }: Installed): () => void {
  const file = env['APPIMAGE'];
  if (platform !== 'linux' || file === undefined) return () => undefined;
  rmSync(`${file}.old`, { force: true });
  linkSync(file, `${file}.old`);
  return () => {
    if (!existsSync(file)) renameSync(`${file}.old`, file);
  };
}
