/** Records that registers hand in, made and signed before anything is measured. */
import { createHash, sign } from 'node:crypto';
import http from 'node:http';
import type { Sender } from './portal-fill.ts';

/** A request that is ready to be sent. */
interface Ready {
  sender: Sender;
  body: Buffer;
  signature: string;
}

/** Records per second. */
export interface Intake {
  records: number;
  seconds: number;
}

const BATCH = 500;
const LINE_BYTES = 2048;
/** Requests under way, each of another register. */
const AT_ONCE = 8;

/** Hands in records of all senders in turn. */
export async function measureIntake(
  url: string,
  senders: readonly Sender[],
  batches: number,
): Promise<Intake> {
  const queues = senders.map((sender) => batchesOf(sender, Math.ceil(batches / senders.length)));
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let records = 0;
  const start = performance.now();
  const waiting = [...queues];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      // A register sends one batch after the other.
      for (let queue = waiting.shift(); queue; queue = waiting.shift()) {
        for (const ready of queue) {
          await send(url, ready, agent);
          records += BATCH;
        }
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return { records, seconds };
}

function batchesOf(sender: Sender, count: number): Ready[] {
  return Array.from({ length: count }, (_, i) => {
    const firstSq = i * BATCH + 1;
    const lines = Array.from({ length: BATCH }, (_, n) => `${line(firstSq + n)}\n`);
    const body = Buffer.from(lines.join(''));
    const digest = createHash('sha256').update(body).digest('hex');
    const text = `${sender.registerId}\n${firstSq}\n${firstSq + BATCH - 1}\n${digest}`;
    return { sender, body, signature: sign(null, Buffer.from(text), sender.privateKey).toString('base64') };
  });
}

/** A sale of about 2 kB, as a register of Portugal has it. */
function line(sq: number): string {
  const D = new Date(Date.UTC(2026, 0, 1) + sq * 60_000).toISOString().slice(0, 19);
  const record = {
    ...{ _: 'Tra', SQ: sq, RN: 'def', D },
    ESR: {
      ...{ D, TL: '1', TT: '1', TN: String(sq), FN: `FS 1_1.26/${sq}`, T: '12.30', Opr: 'Maria' },
      PosA: Array.from({ length: 10 }, (_, i) => ({
        _: 'Pos',
        PN: String(i + 1),
        Dsc: `Artigo ${(sq * 31 + i) % 4000}`,
        TaxG: 'A',
        Qty: '1',
        Pri: '1.23',
        Amt: '1.23',
      })),
      PayA: [{ _: 'Pay', Dsc: 'Numerário', PayG: 'cash', Amt: '12.30' }],
      TaxA: [{ _: 'Tax', TaxG: 'A', Prc: '23', Net: '10.00', TAmt: '2.30', Amt: '12.30' }],
    },
    Result: { RC: 'OK' },
    Fis: { PT_Hash: createHash('sha512').update(String(sq)).digest('base64'), PT_HashControl: '1' },
    Text: '',
    State: { [`TN ["1","1","2026"]`]: sq, 'PT/FS 1_1.26': { number: sq, date: D.slice(0, 10) } },
  };
  const room = LINE_BYTES - 1 - Buffer.byteLength(JSON.stringify(record));
  return JSON.stringify({
    ...record,
    Text: createHash('sha512').update(`t${sq}`).digest('base64').repeat(30).slice(0, Math.max(0, room)),
  });
}

function send(url: string, { sender, body, signature }: Ready, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/recorder/v1/records`, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${sender.secret}`,
        'content-length': body.length,
        'tillmark-signature': signature,
      },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(text))));
    });
    request.end(body);
  });
}
