import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './window-place.ts';

/** What the shell remembers for its user, in `shell.json` of the user's folder. Nothing here is needed to sell. */
export interface Preferences {
  /** Where the window was; null before it was moved. */
  place: Place | null;
  /** Show notifications of the system. */
  notices: boolean;
  /** Look for updates. */
  updates: boolean;
  /** Version of the shell that draws without the graphics processor, whose driver has crashed; null for none. */
  softwareGraphics: string | null;
}

const DEFAULTS: Preferences = { place: null, notices: true, updates: true, softwareGraphics: null };
const LARGEST = 64 * 1024;

/** The preferences; a file that is missing, damaged or not ours gives defaults, field by field. */
export class PreferencesFile {
  private readonly file: string;
  private values: Preferences;

  constructor(folder: string) {
    this.file = join(folder, 'shell.json');
    this.values = read(this.file);
  }

  get now(): Readonly<Preferences> {
    return this.values;
  }

  /** Changes some of them. A disk that is full or read-only loses them at the next start, and nothing else. */
  change(changes: Partial<Preferences>): void {
    this.values = { ...this.values, ...changes };
    try {
      writeFileSync(`${this.file}.new`, `${JSON.stringify(this.values, null, 2)}\n`, { mode: 0o600 });
      renameSync(`${this.file}.new`, this.file);
    } catch {
      // They hold while the shell runs.
    }
  }
}

function read(file: string): Preferences {
  let value: unknown = null;
  try {
    if (statSync(file).size <= LARGEST) value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // None yet, or not JSON.
  }
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const flag = (name: 'notices' | 'updates'): boolean =>
    typeof found[name] === 'boolean' ? found[name] : DEFAULTS[name];
  const software = found['softwareGraphics'];
  return {
    place: readPlace(found['place']),
    notices: flag('notices'),
    updates: flag('updates'),
    softwareGraphics: typeof software === 'string' ? software : null,
  };
}

function readPlace(value: unknown): Place | null {
  if (typeof value !== 'object' || value === null) return null;
  const { x, y, width, height, maximised } = value as Record<string, unknown>;
  if (!isPixel(x) || !isPixel(y) || !isPixel(width) || !isPixel(height)) return null;
  return { x, y, width, height, maximised: maximised === true };
}

/** Electron throws for numbers that are no 32-bit integers, and the window would never open. */
function isPixel(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 100_000;
}
