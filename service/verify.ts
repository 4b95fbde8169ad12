/** The entry of `npm run verify`: an audit of a data root that changes nothing. */
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { verify } from './audit/command.ts';
import { EXIT } from './audit/options.ts';
import { auditThread } from './audit/thread.ts';
import { endClearly } from './interruption.ts';
import { silentLog } from './log.ts';
import { findMark } from './mark/find.ts';
import { defaultStateFolder } from './mark/place.ts';
import { FileVault } from './settings/vault.ts';

// As openDataRoot names them; that one creates and locks, which an audit must not.
const places = {
  journal: (dataRoot: string) => path.join(dataRoot, 'journal.db'),
  journalUrl: process.env.TILLMARK_JOURNAL_URL,
  publicKeys: (dataRoot: string) => path.join(dataRoot, 'cer'),
  vault: (dataRoot: string) => FileVault.open(path.join(dataRoot, 'gbl'), silentLog),
  mark: (dataRoot: string, stateDir: string | undefined) =>
    findMark(dataRoot, path.resolve(stateDir ?? (process.env.TILLMARK_STATE_DIR || defaultStateFolder()))),
  apiKey: process.env.TILLMARK_API_KEY,
  // The threads run this file, too.
  threadProgram: new URL(import.meta.url),
};

if (isMainThread) {
  endClearly(process, EXIT.unreadable, 'nothing was changed');
  process.exitCode = await verify(process.argv.slice(2), places, process);
} else await auditThread(places.vault);
