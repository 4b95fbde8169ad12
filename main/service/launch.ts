import { fileURLToPath } from 'node:url';
import { forkService, type ServiceChild } from './child.ts';
import { serviceEnvironment } from './environment.ts';

/** Starts the bundled service without its own window or browser. */
export function launchService(
  serviceArgs: string[],
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): ServiceChild {
  return forkService({
    // As seen from the bundle in `dist/main`.
    module: fileURLToPath(new URL('../service/start.js', import.meta.url)),
    args: [...serviceArgs, '--headless'],
    env: serviceEnvironment(env),
    line: (text) => log(`[service] ${text}`),
  });
}
