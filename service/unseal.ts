/** The entry of `npm run unseal`: opens what a company has sealed for the archive of the portal. */
import { unseal } from './audit/unseal.ts';
import { writeWhole, writeZip } from './exports/archive.ts';

const { signal } = new AbortController();

// What comes out is turnover and customers: for nobody else on the machine.
process.umask(0o077);

process.exitCode = await unseal(
  process.argv.slice(2),
  {
    async write(files, file) {
      await writeWhole(file, (output) => writeZip(files, output, new Date(), signal));
    },
  },
  process,
);
