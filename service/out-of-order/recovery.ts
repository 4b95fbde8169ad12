/** After a record that could not be written: finds out when it could be, so that nobody waits in front of a red page. */
import type { OutageCause } from '../receipt/issue.ts';
import type { WatchedStore } from './watched-store.ts';

const PROBE_MS = 2000;
/** Causes that show in any file of the same disk; others are over when a record is stored. */
const PROBED = new Set<OutageCause | null>(['full', 'io', 'busy']);

/**
 * Watches a store for trouble and tries whether it is over.
 * @param canWrite writes to the disk of the database
 * @returns how to stop
 */
export function watchRecovery(store: WatchedStore, canWrite: () => Promise<boolean>): () => void {
  let timer: NodeJS.Timeout | null = null;
  const stop = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  const probe = async () => {
    timer = null;
    const { trouble } = store;
    if (!trouble) return;
    const works = await canWrite();
    // A record may have been stored, or refused once more, in the meantime.
    if (works && store.trouble === trouble) store.recovered();
    else arm();
  };
  const arm = () => {
    if (!store.trouble || !PROBED.has(store.trouble.cause)) return;
    timer ??= setTimeout(() => void probe(), PROBE_MS).unref();
  };
  store.on('trouble', arm);
  return () => {
    store.off('trouble', arm);
    stop();
  };
}
