/** Machines of a shop on a network that the test plays: who is believed what. */
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { JournalRecord } from '../receipt/tra.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { keyOf, newId, open, sealText } from './datagram.ts';
import type { Peer } from './exchange.ts';
import { Lan } from './lan.ts';
import { Neighbours } from './neighbours.ts';

const SECRET = 'the-secret-of-our-shop';
const KEY = keyOf(SECRET);
const PORT = 5618;
const OWN = '10.0.0.1';
const OTHER = '10.0.0.2';

/** The other till, as it tells of itself. */
const MACHINE = {
  ...{ name: 'till-2', scheme: 'http', port: PORT, addresses: ['192.168.9.9', OTHER], version: '3.0.0' },
  registers: [{ RN: 'def', TaxId: 'LU1', TL: '1', TT: '2', Ctry: 'LU' }],
};
const SOUGHT = { TaxId: 'LU1', Ctry: 'LU', TL: '1', TT: '2', TN: '7' };
const RECEIPT = {
  D: '2026-05-04T12:00:00',
  TL: '1',
  TT: '2',
  TN: '7',
  T: '2.00',
  PosA: [],
  PayA: [],
  TaxA: [],
};
const RECORD = { _: 'Tra', SQ: 3, RN: 'def', D: '2026-05-04T12:00:01', ESR: RECEIPT, Fis: { Code: 'x' } };

/** A datagram of the other till. */
function sealed(kind: string, body: object, id = newId()): Buffer {
  const head = { kind, id, at: Date.parse('2026-05-04T12:00:00'), from: 'other', body };
  const text = JSON.stringify(head).replace(DEEP, '['.repeat(8000) + ']'.repeat(8000));
  return sealText(KEY, Buffer.from(text))!;
}

/** In the place of a value that is nested deeper than can be written in the usual way. */
const DEEP = '"8,000 levels"';

/** Our machine, and the network around it. */
async function shop(answer: (kind: string) => { body: object; from?: Peer } | null = () => null) {
  const lines: string[] = [];
  const log = recordingLog(lines);
  const clock = new ManualClock();
  let hear: (datagram: Buffer, from: Peer) => void = () => undefined;
  const asked: string[] = [];
  const lan = new Lan({
    ...{ instance: 'own', name: 'till-1', version: '3.0.0', clock, log },
    server: () => ({ url: `http://${OWN}:${PORT}`, port: PORT }),
    secret: () => SECRET,
    neighbours: await Neighbours.open(path.join(await temporaryFolder(), 'lan.json'), log),
    own: { journal: {} as never, registers: { names: [], find: () => Promise.resolve(null) } },
    addresses: () => [OWN],
    udp: (_port, onDatagram) => {
      hear = onDatagram;
      return Promise.resolve({
        send(datagram, to) {
          const { kind, id } = open(KEY, datagram)!;
          asked.push(`${kind} ${to === 'all' ? to : to.address}`);
          const said = answer(kind);
          const back = { hello: 'here', tra: 'record' }[kind];
          if (said && back) hear(sealed(back, said.body, id), said.from ?? { address: OTHER, port: PORT });
        },
        close: () => Promise.resolve(),
      });
    },
  });
  // Whoever is there has answered by then.
  const timers = vi.spyOn(globalThis, 'setTimeout');
  timers.mockImplementation((work: () => void) => setImmediate(work) as never);
  await lan.start();
  onTestFinished(async () => {
    await lan.stop();
    timers.mockRestore();
  });
  /** Where the other till is, as a page shows it. */
  const urls = async () => (await lan.list()).map(({ Url }) => Url);
  /** A datagram comes in; resolves when it was looked at. */
  const comes = async (datagram: Buffer, address: string, port = PORT) => {
    hear(datagram, { address, port });
    await new Promise(setImmediate);
  };
  return { lan, lines, asked, urls, comes };
}

it('a hello that somebody has recorded moves nobody to another address, after a restart neither', async () => {
  const { urls, comes, asked, lines } = await shop();
  const recorded = sealed('hello', MACHINE);
  // We are new here: this hello was never seen.
  for (const place of ['10.0.0.66', '10.0.0.66', '10.0.0.67']) await comes(recorded, place);
  await comes(sealed('hello', MACHINE), OTHER, 40_000);
  expect(await urls()).toEqual([]);
  expect(asked.filter((one) => one.startsWith('here'))).toEqual([]);
  expect(lines).toEqual([
    'LAN: a message of till-2 (192.168.9.9, 10.0.0.2) came from 10.0.0.66:5618 and does not count',
    // The same one is looked at once.
    expect.stringContaining('10.0.0.2:40000'),
  ]);
  await comes(sealed('hello', MACHINE), OTHER);
  expect(await urls()).toEqual([`http://${OTHER}:${PORT}`]);
  await comes(sealed('hello', MACHINE), '10.0.0.66');
  expect(await urls()).toEqual([`http://${OTHER}:${PORT}`]);
});

it('an answer that somebody passes on from elsewhere moves nobody', async () => {
  const { urls } = await shop((kind) =>
    kind === 'hello' ? { body: MACHINE, from: { address: '10.0.0.66', port: PORT } } : null,
  );
  expect(await urls()).toEqual([]);
});

/** What our machine makes of the answer to /tra. */
async function found(record: unknown): Promise<JournalRecord | null> {
  const bodies: Record<string, object> = { hello: MACHINE, tra: { record } };
  const { lan } = await shop((kind) => ({ body: bodies[kind]! }));
  return lan.transaction(SOUGHT);
}

it('a receipt of another till is read as one of a POS', async () => {
  expect(await found(RECORD)).toEqual(RECORD);
  const odd = { ...RECORD, ESR: { ...RECEIPT, T: 2, extension: { deep: [{ deeper: 'x' }] } } };
  expect((await found(odd))?.ESR).toEqual({ ...odd.ESR, T: '2.00' });
});

/** A value within so many lists. */
function nested(levels: number): unknown {
  let value: unknown = 'x';
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}

it.each<[string, unknown]>([
  ['nested 8,000 levels deep', { ...RECORD, ESR: { ...RECEIPT, extension: JSON.parse(DEEP) } }],
  ['nested 8,000 levels deep beside the receipt', { ...RECORD, Fis: { extension: JSON.parse(DEEP) } }],
  ['nested deeper than a POS may', { ...RECORD, ESR: { ...RECEIPT, extension: nested(33) } }],
  ['with an amount that is none', { ...RECORD, ESR: { ...RECEIPT, T: 'two' } }],
  ['with a list that is none', { ...RECORD, ESR: { ...RECEIPT, PosA: 'x' } }],
  ['with a date that is none', { ...RECORD, ESR: { ...RECEIPT, D: '2026-02-30T00:00:00' } }],
  ['with a name that is none', { ...RECORD, ESR: { ...RECEIPT, __proto__x: '1', 'a b': '1' } }],
  ['with characters that nothing can carry', { ...RECORD, ESR: { ...RECEIPT, OprN: '\u0007' } }],
  ['of another number', { ...RECORD, ESR: { ...RECEIPT, TN: '8' } }],
  ['of another terminal', { ...RECORD, ESR: { ...RECEIPT, TT: '3' } }],
  ['without a receipt', { ...RECORD, ESR: undefined }],
  ['of a register without a name', { ...RECORD, RN: '../x' }],
  ['without a place in the journal', { ...RECORD, SQ: 0 }],
  ['that is a configuration', { ...RECORD, _: 'Cfg' }],
])('a receipt of another till %s is none', async (_what, record) => {
  expect(await found(record)).toBeNull();
});
