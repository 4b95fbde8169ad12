import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from './folder.ts';

/** A program of a thread for tasks that does with them what a test wants; it has `parentPort`. */
export async function threadProgram(text: string): Promise<URL> {
  const file = path.join(await temporaryFolder(), 'thread.mjs');
  await writeFile(
    file,
    `import { parentPort } from 'node:worker_threads';\n${text}\nparentPort.postMessage('loaded');`,
  );
  return pathToFileURL(file);
}
