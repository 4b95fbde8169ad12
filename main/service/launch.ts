import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import { forkService, type ServiceChild } from './child.ts';
import { serviceEnvironment } from './environment.ts';

/** Starts the bundled service without its own window or browser. */
export function launchService(
  serviceArgs: string[],
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): ServiceChild {
  return forkService({
    module: serviceProgram(),
    args: [...serviceArgs, '--headless'],
    env: serviceEnvironment(env),
    line: (text) => log(`[service] ${text}`),
  });
}

/**
 * The service lies beside the packed app and not in it: the processes that it starts run on
 * a Node that cannot read such archives. It is the folder of the package without a window.
 */
function serviceProgram(): string {
  if (app.isPackaged) return path.join(process.resourcesPath, 'service', 'dist', 'service', 'start.js');
  // As seen from the bundle in `dist/main`.
  return fileURLToPath(new URL('./start.js', import.meta.url));
}
