import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * A new empty folder, removed after the test. A service that was started before it ends after it, and may still
 * write there (a backup, a TSE).
 */
export async function temporaryFolder(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tillmark-test-'));
  onTestFinished(() => fs.rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}
