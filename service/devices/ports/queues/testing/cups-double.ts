/** A CUPS of a few queues for tests: answers as version 2.4 gives them. Its printers are changed by hand. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A queue of it. */
export interface DoubledQueue {
  state: 3 | 4 | 5;
  reasons: string[];
  isAccepting: boolean;
  type: number;
  /** What it answers a Print-Job with, in place of taking it. */
  refusal: number | null;
}

export const IDLE: DoubledQueue = { state: 3, reasons: ['none'], isAccepting: true, type: 4, refusal: null };

/** A job that it has taken. */
export interface DoubledJob {
  queue: string;
  title: string;
  format: string;
  bytes: string;
  state: number;
}

const text = (tag: number, name: string, value: string) =>
  Buffer.concat([Buffer.of(tag), counted(name), counted(value)]);
const enumeration = (name: string, value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return Buffer.concat([Buffer.of(0x23), counted(name), Buffer.of(0, 4), bytes]);
};
const flag = (name: string, value: boolean) =>
  Buffer.concat([Buffer.of(0x22), counted(name), Buffer.of(0, 1, Number(value))]);

function counted(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes]);
}

/** What the double was asked; texts only. */
function asked(body: Buffer): { operation: number; values: Map<string, string>; rest: Buffer } {
  const values = new Map<string, string>();
  let at = 8;
  for (let tag = body[at]!; tag !== 3; tag = body[at]!) {
    at += 1;
    if (tag < 0x10) continue;
    const [name, value] = [0, 1].map(() => {
      const length = body.readUInt16BE(at);
      at += 2 + length;
      return body.subarray(at - length, at);
    });
    if (name!.length > 0)
      values.set(name!.toString(), tag === 0x21 ? String(value!.readInt32BE()) : value!.toString());
  }
  return { operation: body.readUInt16BE(2), values, rest: body.subarray(at + 1) };
}

/** Starts it on a free port. */
export async function cupsDouble(queues: Record<string, DoubledQueue>) {
  const jobs: DoubledJob[] = [];
  // `newJob` is what a job is at once; `hangsUp` takes one and says nothing.
  const double = { queues, jobs, newJob: 9, hangsUp: false, port: 0, close: () => server.close() };
  const printer = (name: string) => {
    const { state, reasons, isAccepting, type } = queues[name]!;
    return Buffer.concat([
      Buffer.of(4),
      text(0x42, 'printer-name', name),
      text(0x41, 'printer-info', name),
      text(0x41, 'printer-make-and-model', 'Local Raw Printer'),
      enumeration('printer-type', type),
      enumeration('printer-state', state),
      ...reasons.map((reason, i) => text(0x44, i === 0 ? 'printer-state-reasons' : '', reason)),
      flag('printer-is-accepting-jobs', isAccepting),
    ]);
  };
  const answer = (body: Buffer): [number, Buffer[]] => {
    const { operation, values, rest } = asked(body);
    if (operation === 0x4002) return [0, Object.keys(queues).map(printer)];
    const name = decodeURIComponent(values.get('printer-uri')!.split('/').at(-1)!);
    const queue = queues[name];
    if (!queue) return [0x0406, []];
    if (operation === 0x000b) return [0, [printer(name)]];
    if (operation === 0x0009) {
      const job = jobs[Number(values.get('job-id')) - 1];
      return job ? [0, [Buffer.of(2), enumeration('job-state', job.state)]] : [0x0406, []];
    }
    if (queue.refusal !== null) return [queue.refusal, []];
    jobs.push({
      ...{ queue: name, title: values.get('job-name')!, format: values.get('document-format')! },
      ...{ bytes: rest.toString('latin1'), state: double.newJob },
    });
    return [0, [Buffer.of(2), enumeration('job-id', jobs.length)]];
  };
  const server = http.createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const before = jobs.length;
      const [status, groups] = answer(Buffer.concat(pieces));
      if (double.hangsUp && jobs.length > before) {
        request.socket.destroy();
        return;
      }
      const head = Buffer.from([1, 1, status >> 8, status & 0xff, 0, 0, 0, 1, 1]);
      response.setHeader('Content-Type', 'application/ipp');
      response.end(Buffer.concat([head, text(0x47, 'attributes-charset', 'utf-8'), ...groups, Buffer.of(3)]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  double.port = (server.address() as AddressInfo).port;
  return double;
}
