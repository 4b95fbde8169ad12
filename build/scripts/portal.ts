/** `npm run portal`: builds what is stale, then runs the portal alone. Options are the portal's own. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStale, followNpm } from './fresh.ts';
import { root } from './parts.ts';

followNpm('portal');
buildStale(['service', 'renderer']);
const entry = join(root, 'dist', 'service', 'portal.js');
process.argv = [process.execPath, entry, ...process.argv.slice(2)];
await import(pathToFileURL(entry).href);
