/** The entry of `npm run rebuild`: the database anew from the journal files. */
import path from 'node:path';
import { countryFor } from './countries/register-currency.ts';
import { InUseError, NotWritableError, openDataRoot } from './run/data-root.ts';
import { endClearly } from './interruption.ts';
import { EXIT, rebuildCommand, UnusableError, type RebuildPlaces } from './journal/rebuild/command.ts';

const places: RebuildPlaces = {
  lock: (dataRoot) =>
    openDataRoot(dataRoot).catch((error: unknown) => {
      const isKnown = error instanceof InUseError || error instanceof NotWritableError;
      throw isKnown ? new UnusableError(error.message) : error;
    }),
  registers: (dataRoot) => path.join(dataRoot, 'rn'),
  journalUrl: process.env.TILLMARK_JOURNAL_URL,
  digitsOf: (cfg) => countryFor(cfg).currency.digits,
};

endClearly(process, EXIT.unusable, 'the database is the one that it was');
process.exitCode = await rebuildCommand(process.argv.slice(2), places, process);
