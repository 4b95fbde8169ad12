import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Electron's executable, or null while it is not installed. Asking the
 * `electron` package itself would download it.
 */
export function findElectron(
  root: string,
  {
    env = process.env,
    exists = (path: string): boolean => existsSync(path),
    read = (path: string): string => readFileSync(path, 'utf8'),
  } = {},
): string | null {
  const home = join(root, 'node_modules', 'electron');
  const pathFile = join(home, 'path.txt');
  const inside = exists(pathFile) ? read(pathFile).trim() : null;
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  const binary = override
    ? join(override, inside ?? 'electron')
    : inside === null
      ? null
      : join(home, 'dist', inside);
  return binary !== null && exists(binary) ? binary : null;
}

const isSet = (value: string | undefined): boolean =>
  value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.toLowerCase());

/** What the choice between window and no window depends on. */
export interface Surroundings {
  args: string[];
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  isRoot: boolean;
  /** Electron's executable, when it is installed. */
  electron: string | null;
}

/** Electron's executable to open a window with, or null and the reason for running headless. */
export interface Mode {
  electron: string | null;
  /** Null when there is nothing to explain. */
  why: string | null;
}

/** Chooses between an Electron window and running headless. */
export function chooseMode({ args, env, platform, isRoot, electron }: Surroundings): Mode {
  const headless = (why: string | null): Mode => ({ electron: null, why });
  if (args.some((arg) => ['--help', '-h', '--version', '-v'].includes(arg))) return headless(null);
  if (args.includes('--headless') || isSet(env.TILLMARK_HEADLESS)) return headless('as asked');
  if (electron === null) return headless("Electron's runtime is not installed");
  if (platform === 'linux' && !isSet(env.DISPLAY) && !isSet(env.WAYLAND_DISPLAY)) {
    return headless('there is no display');
  }
  // Chromium runs as root only without its sandbox, which would be a bad bargain for a window.
  if (platform === 'linux' && isRoot) return headless('a window is not opened for root');
  return { electron, why: null };
}
