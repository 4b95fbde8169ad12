/** Where marks lie: outside of every data root, so that they do not go back with one. */
import os from 'node:os';
import path from 'node:path';

/** What the place is found from. */
interface Machine {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  /** Of the service's user. */
  home: string;
}

/** Folder of the marks unless an option names another: where the system keeps the state of programs. */
export function defaultStateFolder({ platform, env, home }: Machine = thisMachine()): string {
  switch (platform) {
    case 'win32':
      return path.join(env.ProgramData ?? 'C:\\ProgramData', 'Tillmark State');
    case 'darwin':
      return path.join(home, 'Library', 'Application Support', 'Tillmark State');
    default: {
      // StateDirectory= of systemd; there may be several.
      const [given] = (env.STATE_DIRECTORY ?? '').split(':');
      if (given) return path.join(given, 'marks');
      const state = env.XDG_STATE_HOME;
      // The specification of XDG ignores what is no full path.
      const folder = state && path.isAbsolute(state) ? state : path.join(home, '.local', 'state');
      return path.join(folder, 'tillmark');
    }
  }
}

/** Whether a folder lies in another one, or is it. */
export function liesIn(folder: string, outer: string): boolean {
  const way = path.relative(path.resolve(outer), path.resolve(folder));
  return way === '' || (!path.isAbsolute(way) && way.split(path.sep)[0] !== '..');
}

function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, home: os.homedir() };
}
