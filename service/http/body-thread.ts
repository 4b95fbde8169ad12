/** The thread that reads large bodies: each message is one, each answer what was made of it (large-bodies.ts). */
import { parentPort } from 'node:worker_threads';
import { readLarge, type LargeBody } from './large-body.ts';

parentPort!.on('message', (body: LargeBody) => parentPort!.postMessage(readLarge(body)));
