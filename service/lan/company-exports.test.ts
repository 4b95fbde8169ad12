import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { ExportFile } from '../countries/contract/exports.ts';
import type { CompanyOrder } from '../exports/neighbours.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { CompanyExports, EXPORT_PATH, type MachineState } from './company-exports.ts';
import { keyOf } from './datagram.ts';

const KEY = keyOf('the-secret-of-our-shop');
const ORDER: CompanyOrder = { TaxId: 'PT1', Ctry: 'PT', from: '2026-05-01', till: '2026-05-31' };
const SUMMARY = { records: 2, registers: ['def'] };

async function* files(): AsyncGenerator<ExportFile> {
  async function* content() {
    yield Buffer.from('<Invoice/>');
  }
  yield { name: 'saft.xml', content: content() };
}

/** A till that asks others. */
function till(instance: string, machines: () => MachineState[] | null = () => null, lines: string[] = []) {
  const clock = new ManualClock();
  const log = recordingLog(lines);
  const parts = { instance, key: () => KEY, machines: () => Promise.resolve(machines()), clock, log };
  return { exports: new CompanyExports(parts), clock };
}

/** A machine whose web server does what the test wants. */
async function machine(name: string, handle: (body: Buffer, response: http.ServerResponse) => void) {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => handle(Buffer.concat(chunks), response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return known(name, (server.address() as AddressInfo).port);
}

function known(name: string, port: number, isOnline = true): MachineState {
  const register = { RN: 'def', TaxId: 'PT1', TL: '1', TT: '2', Ctry: 'PT' };
  const registers = [register, { ...register, RN: 'other', TaxId: 'PT2' }];
  const told = { name, scheme: 'http' as const, port, addresses: ['127.0.0.1'], version: '3.0.0', registers };
  const peer = { address: '127.0.0.1', port };
  return { neighbour: { instance: name, peer, machine: told, seen: '2026-05-04' }, isOnline };
}

/** Asks machines; what came, and what is missing. */
async function collect(machines: MachineState[], lines: string[] = []) {
  const { exports } = till('asking', () => machines, lines);
  const folder = await temporaryFolder();
  const { files: got, missing, records } = await exports.collect(ORDER, folder, new AbortController().signal);
  const contents = await Promise.all(got.map(({ path }) => fs.readFile(path, 'utf8')));
  const names = got.map(({ machine: of, name }) => `${of}: ${name}`);
  return { names, contents, missing, records, left: await fs.readdir(folder) };
}

const answering = (name: string) => {
  const { exports } = till(name);
  return machine(name, (body, response) => {
    const asked = exports.read(body)!;
    void (async () => {
      for await (const piece of asked.answer(files(), SUMMARY)) response.write(piece);
      response.end();
    })();
  });
};

const not = (name: string, why: string) =>
  `register def (terminal 1/2) of ${name} is not in the export: ${why}`;

it('fetches the files of all machines that answer', async () => {
  const got = await collect([await answering('till-2'), await answering('till-3')]);
  expect(got).toMatchObject({ missing: [], records: 4 });
  expect(got.names.sort()).toEqual(['till-2: saft.xml', 'till-3: saft.xml']);
  expect(got.contents).toEqual(['<Invoice/>', '<Invoice/>']);
});

it('names every register that did not come, and why, and keeps nothing of it', async () => {
  const status = (name: string, code: number) =>
    machine(name, (_body, response) => response.writeHead(code).end('no'));
  const lines: string[] = [];
  const half = till('half');
  const got = await collect(
    [
      known('asleep', 9, false),
      await status('busy', 503),
      await status('old', 404),
      await status('stranger', 200),
      await machine('half', (body, response) => {
        void (async () => {
          for await (const piece of half.exports.read(body)!.answer(files(), SUMMARY)) {
            response.write(piece);
            if (piece.length > 30) break;
          }
          response.end();
        })();
      }),
      await machine('torn', (_body, response) => {
        response.writeHead(200, { 'content-length': 1000 });
        response.write('salt', () => response.destroy());
      }),
      await answering('well'),
    ],
    lines,
  );
  expect(got.names).toEqual(['well: saft.xml']);
  expect(got.left).toHaveLength(1);
  expect(got.missing).toEqual(
    [
      not('asleep', 'it does not answer'),
      not('busy', 'the machine is making other exports; try again later'),
      not('half', 'its answer broke off'),
      not('old', 'the machine has no such export, or a version that cannot give it'),
      not('stranger', 'its answer broke off'),
      not('torn', 'its answer broke off'),
    ].sort(),
  );
  expect(lines.filter((line) => line.includes('no export from'))).toHaveLength(5);
});

it('names registers that the machine did not put in', async () => {
  const { exports } = till('till-2');
  const changed = await machine('till-2', (body, response) => {
    void (async () => {
      const summary = { records: 0, registers: ['else'] };
      for await (const piece of exports.read(body)!.answer(files(), summary)) response.write(piece);
      response.end();
    })();
  });
  expect((await collect([changed])).missing).toEqual([not('till-2', 'the machine has it no more')]);
});

it('says that only this machine is in it while the network is off', async () => {
  const { exports } = till('asking');
  const { missing } = await exports.collect(ORDER, await temporaryFolder(), new AbortController().signal);
  expect(missing).toEqual([expect.stringContaining('only the registers of this machine')]);
});

it('stops when it is told to', async () => {
  let hung = () => undefined as void;
  const isAsked = new Promise<void>((resolve) => (hung = resolve));
  const silent = await machine('silent', () => hung());
  const { exports } = till('asking', () => [silent]);
  const stopping = new AbortController();
  const collected = exports.collect(ORDER, await temporaryFolder(), stopping.signal);
  await isAsked;
  stopping.abort();
  await expect(collected).rejects.toThrow(/abort/i);
});

it('reads a question once, only when it is meant for this machine, of this shop and of now', async () => {
  const questions: Buffer[] = [];
  const asked = await machine('till-2', (body, response) => {
    questions.push(body);
    response.writeHead(503).end();
  });
  for (let i = 0; i < 2; i++) await collect([asked]);
  const [one, other] = questions as [Buffer, Buffer];
  expect(EXPORT_PATH).toBe('/lan/export');
  const own = till('till-2');
  expect(till('till-3').exports.read(one)).toBeNull();
  expect(own.exports.read(one)?.order).toEqual(ORDER);
  expect(own.exports.read(one)).toBeNull();
  own.clock.advance(11 * 60_000);
  expect(own.exports.read(other)).toBeNull();
  for (const noise of [Buffer.alloc(0), Buffer.from('{}'), other.subarray(0, 40)]) {
    expect(till('till-2').exports.read(noise)).toBeNull();
  }
});
