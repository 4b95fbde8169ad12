/** Fetches an archive from the portal for the time of an audit. */
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../command-line.ts';

/** The key goes over the wire: without encryption on this machine only. */
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** An archive in a file. */
export interface Fetched {
  file: string;
  /** Removes what was fetched. */
  remove(): Promise<void>;
}

/**
 * The file of an archive: as it is, or fetched from the portal.
 * @param place file, or address of `GET /Company/{companyId}/Export?type=jou`
 * @param key API key of the portal
 * @throws UsageError
 */
export async function fetchArchive(place: string, key: string | undefined): Promise<Fetched> {
  if (!/^https?:\/\//i.test(place)) return { file: path.resolve(place), remove: () => Promise.resolve() };
  const url = URL.canParse(place) ? new URL(place) : null;
  if (url?.username !== '' || url.password !== '')
    throw new UsageError('--archive must be a file or an address without user and password');
  if (url.protocol !== 'https:' && !LOCAL.test(url.hostname))
    throw new UsageError(`--archive ${place}: https:// only, the API key would be read on the way`);
  if (!key) throw new UsageError('--archive with an address needs the API key in TILLMARK_API_KEY');
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tillmark-archive-'));
  const remove = () => fs.rm(folder, { recursive: true, force: true });
  const file = path.join(folder, 'jou.zip');
  try {
    // Another address must not get the key.
    const answer = await fetch(url, { headers: { api_key: key }, redirect: 'error' });
    if (!answer.ok || answer.body === null) {
      const said = (await answer.text().catch(() => '')).slice(0, 200);
      throw new UsageError(`--archive ${place}: the portal answers ${answer.status} ${said}`.trim());
    }
    await pipeline(Readable.fromWeb(answer.body), createWriteStream(file, { mode: 0o600, flags: 'wx' }));
    return { file, remove };
  } catch (error) {
    await remove();
    if (error instanceof UsageError) throw error;
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    throw new UsageError(`--archive ${place} cannot be fetched (${why})`);
  }
}
