/** The entry of `npm run portal:key`. */
import { systemClock } from '../clock.ts';
import { UsageError } from '../command-line.ts';
import { defaultDataRoot } from '../run/data-root.ts';
import { keyCommand } from './key-command.ts';

/** Exit code for a wrong option. */
const USAGE = 2;

keyCommand({
  args: process.argv.slice(2),
  env: process.env,
  defaultRoot: defaultDataRoot(),
  clock: systemClock,
  print: (text) => process.stdout.write(text),
}).catch((error: unknown) => {
  process.stderr.write(`tillmark: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? USAGE : 1;
});
