/**
 * The sign server of TSEs (profile attribute `SignServer`): other tills of the shop sign with the
 * TSEs of this machine. A pure handler; the route brings bytes and headers. Messages:
 * protocol.ts.
 */
import {
  TseBroken,
  type Tse,
  type TransactionStep,
  type TseFailure,
  type TseIdentity,
  type TseOutcome,
} from '../contract.ts';
import { notDone } from '../outcomes.ts';
import { ASKED, MOST_REQUEST_BYTES, type Asked } from './protocol.ts';
import { LENT } from './tse.ts';

/** A TSE of this machine, as the house asks it. */
export interface LendableTse extends Omit<Tse, 'close'> {
  model: string;
  isTest: boolean;
  identity: TseIdentity | null;
}

/** What the server needs. */
export interface TseServerOptions {
  units: () => readonly LendableTse[];
  /** Whether a client id is that of a register of this installation: nobody else may sign as it. */
  isOwnClient: (client: string) => boolean;
}

/** An answer for the route to send: JSON, or the bytes of an export. */
export type TseAnswer =
  { status: number; body: TseOutcome<unknown> } | { status: 200; content: AsyncIterable<Buffer> };

/** A request that was let in. */
export interface TseRequest {
  what: 'ask' | 'export';
  body: Uint8Array | undefined;
}

type Json = Record<string, unknown>;

const CLIENT = /^[ -~]{1,30}$/;
const REFERENCE = /^[0-9A-Za-z-]{1,64}$/;
const SERIAL = /^[0-9a-f]{64}$/;
const MOST_TYPE = 100;
const MOST_DATA = 65_536;

/** Answers tills of the shop. */
export class TseServer {
  private readonly options: TseServerOptions;

  constructor(options: TseServerOptions) {
    this.options = options;
  }

  /** Never rejects. */
  async handle({ what, body }: TseRequest): Promise<TseAnswer> {
    const asked = objectIn(body);
    const serial = asked?.serial;
    if (!asked || (serial !== undefined && (typeof serial !== 'string' || !SERIAL.test(serial))))
      return refused(400, { trouble: 'refused', text: 'the request cannot be read' });
    const unit = this.unitFor(serial);
    if (!unit) {
      const gone = notDone('disabled', 'the till that lends has that TSE no more');
      return { status: 200, body: serial === undefined ? notDone('unreachable', 'it has no TSE') : gone };
    }
    if (what === 'export') return exported(unit);
    const work = this.workOf(asked);
    if (!work) return refused(400, { trouble: 'refused', text: 'the request cannot be understood' });
    const { client } = asked;
    if (typeof client === 'string' && this.options.isOwnClient(client))
      return { status: 200, body: notDone('refused', `${client} is a till of the machine that lends`) };
    return { status: 200, body: await work(unit) };
  }

  /** Neither TSEs of others, for two servers would ask each other for ever, nor those for tests. */
  private unitFor(serial: string | undefined): LendableTse | undefined {
    const own = this.options.units().filter(({ model, isTest }) => model !== LENT.name && !isTest);
    return serial === undefined ? own[0] : own.find(({ identity }) => identity?.serial === serial);
  }

  /** What is to be done; null where something of it is missing or wrong. */
  private workOf(asked: Json): ((unit: LendableTse) => Promise<TseOutcome<unknown>>) | null {
    const kind = ASKED.find((one) => one === asked.ask);
    if (!kind) return null;
    if (kind === 'state') return (unit) => unit.state();
    if (kind === 'setTime') return (unit) => unit.setTime();
    const { client } = asked;
    if (typeof client !== 'string' || !CLIENT.test(client)) return null;
    if (kind === 'registerClient') return (unit) => unit.registerClient(client);
    if (kind === 'selfTest') return (unit) => unit.selfTest(client);
    if (kind === 'open') return (unit) => unit.open(client);
    return transactionWork(kind, client, asked);
  }
}

function transactionWork(kind: Asked, client: string, asked: Json) {
  const { reference } = asked;
  // A transaction whose name is not known has an empty one.
  if (typeof reference !== 'string' || (reference !== '' && !REFERENCE.test(reference))) return null;
  if (kind === 'start') return (unit: LendableTse) => unit.start({ client, reference });
  const transaction = asked.transaction === null ? null : positive(asked.transaction);
  if (transaction === undefined) return null;
  if (kind === 'find') return (unit: LendableTse) => unit.find({ client, reference, transaction });
  const revision = asked.revision === null ? null : positive(asked.revision);
  const { processType, processData } = asked;
  if (transaction === null || revision === undefined) return null;
  if (typeof processType !== 'string' || processType.length > MOST_TYPE) return null;
  if (typeof processData !== 'string' || Buffer.byteLength(processData) > MOST_DATA) return null;
  const step: TransactionStep = { client, reference, transaction, revision, processType, processData };
  return (unit: LendableTse) => (kind === 'update' ? unit.update(step) : unit.finish(step));
}

async function exported(unit: LendableTse): Promise<TseAnswer> {
  const told = await unit.export({});
  if (told.outcome !== 'done') return { status: 409, body: notDone(told.failure) };
  // What takes minutes to be made, or fails by then, has no answer before.
  const pieces = told.result.content[Symbol.asyncIterator]();
  try {
    const first = await pieces.next();
    return { status: 200, content: from(first, pieces) };
  } catch (error) {
    if (!(error instanceof TseBroken)) throw error;
    return { status: 409, body: notDone(error.failure) };
  }
}

async function* from(first: IteratorResult<Buffer>, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    for (let piece = first; piece.done !== true; piece = await rest.next()) yield piece.value;
  } finally {
    await rest.return?.();
  }
}

/** Of somebody who is not let in. */
export function refused(status: number, failure: TseFailure): { status: number; body: TseOutcome<unknown> } {
  return { status, body: notDone(failure) };
}

function objectIn(body: Uint8Array | undefined): Json | null {
  if (!body || body.length > MOST_REQUEST_BYTES) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

/** Undefined: it is none. */
function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
