/**
 * The least a register must do for a sale, on bare Node: read JSON, sign it
 * onto the receipt before, append it durably, answer. Sales that wait at the
 * same time share one sync. What the service reaches is measured against this,
 * so that the result says something about the service and not the machine.
 *
 *     node e2e/bench/floor.ts FILE
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import fs from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

const write = promisify(fs.write);
const fdatasync = promisify(fs.fdatasync);

interface Sale {
  Tra: { ESR: { T: string } };
}

const file = fs.openSync(process.argv[2] ?? 'floor.log', 'a');
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });

let number = 0;
let previous = '';
let waiting: { line: string; response: ServerResponse; answer: string }[] = [];
let committing = false;

/** Writes what waits, and again what came meanwhile. */
async function commit(): Promise<void> {
  if (committing) return;
  committing = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    await write(file, batch.map(({ line }) => line).join(''));
    await fdatasync(file);
    for (const { response, answer } of batch) response.end(answer);
  }
  committing = false;
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const sale = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Sale;
    const time = new Date().toISOString().slice(0, 19);
    const fn = `FS 1_1.${time.slice(2, 4)}/${++number}`;
    const text = `${time.slice(0, 10)};${time};${fn};${sale.Tra.ESR.T};${previous}`;
    previous = sign('sha1', Buffer.from(text), privateKey).toString('base64');
    response.setHeader('content-type', 'application/json');
    waiting.push({
      line: `${JSON.stringify({ SQ: number, FN: fn, Hash: previous, ...sale.Tra })}\n`,
      response,
      answer: JSON.stringify({ TraC: { SQ: number, Result: { RC: 'OK' }, ESR: { D: time, FN: fn } } }),
    });
    void commit();
  });
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`floor listening on http://127.0.0.1:${port}`);
});
process.on('SIGTERM', () => process.exit(0));
