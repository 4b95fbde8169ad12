/** The service that answers the examples of docs/openapi.json: always the same time, always empty. */
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startService } from '../run/service.ts';
import { ManualClock } from './manual-clock.ts';
import { partnerPackage } from './partners.ts';

/** The project's folder. */
const home = fileURLToPath(new URL('../..', import.meta.url));

/** The OpenAPI file. */
export const apiFile = path.join(home, 'docs', 'openapi.json');

/** Public key that the file shows at /cer/{serial}. */
const SHOWN_SERIAL = 'a3e1f08c52d94b67';

/** A running service for the examples. */
export interface ExampleService {
  url: string;
  /** Files that examples name and the document does not hold. */
  files: Record<string, unknown>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** Starts the service with an empty data root. */
export async function startExampleService(): Promise<ExampleService> {
  const key = generateKeyPairSync('rsa', {
    modulusLength: 1024,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tillmark-openapi-'));
  await fs.mkdir(path.join(folder, 'cer'));
  await fs.writeFile(path.join(folder, 'cer', `${SHOWN_SERIAL}.pem`), key.publicKey);
  const options = { dataRoot: folder, port: 0, host: '127.0.0.1', demo: undefined };
  const service = await startService(options, home, new ManualClock('2026-05-04T12:00:00'));
  return {
    url: service.url!,
    files: { 'key.pem': key.privateKey, 'partner.json': partnerPackage() },
    async stop() {
      await service.stop();
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}
