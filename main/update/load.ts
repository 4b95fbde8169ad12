import { createRequire } from 'node:module';
import { app } from 'electron';
import type { SourceOptions, UpdateSource } from './source.ts';

/** Loads what looks for updates; null for a copy that runs from its sources, or a package without it. */
export function loadSource(options: SourceOptions): UpdateSource | null {
  if (!app.isPackaged) return null;
  try {
    // Beside the bundle of the shell, see build/scripts/parts.ts.
    const updater = createRequire(import.meta.url)('./updater.cjs') as {
      openSource: (options: SourceOptions) => UpdateSource;
    };
    return updater.openSource(options);
  } catch (error) {
    options.log(`Updates cannot be looked for: ${String(error)}`);
    return null;
  }
}
