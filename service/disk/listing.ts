/** The data root as a list (doc 2, GET /disk/dir). */
import { escapeControls } from '../log/escape.ts';
import type { Entry } from './walk.ts';

/** Entries of a list; a tree of any size must not keep the service busy for long. */
const MOST_ENTRIES = 100_000;
/** Characters that are sent at a time. */
const CHUNK = 65_536;
const SIZE_WIDTH = 12;

/**
 * A line per entry: last change (UTC), bytes, path from the data root; folders
 * end with `/`. The last line says so when there are more.
 */
export async function* listing(entries: AsyncIterable<Entry>, most = MOST_ENTRIES): AsyncGenerator<string> {
  let text = '';
  let count = 0;
  for await (const { path, kind, size, modified } of entries) {
    if (++count > most) {
      text += `... and more: the list ends after ${most} entries\n`;
      break;
    }
    const time = `${new Date(modified).toISOString().slice(0, 19)}Z`;
    const name = escapeControls(kind === 'folder' ? `${path}/` : path);
    text += `${time} ${String(size).padStart(SIZE_WIDTH)} ${name}\n`;
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  yield text;
}
