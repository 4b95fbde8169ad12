/**
 * Exports of a company across the shop's machines (doc 2, /control/export?lan=on).
 * A question goes over HTTP and not over UDP, since answers are of any size; it is
 * sealed as a datagram is, and its answer, too: neither the manager's password nor a
 * certificate is needed, and nobody in between can read receipts.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../clock.ts';
import type { ExportFile } from '../countries/contract/exports.ts';
import type {
  Collected,
  CompanyOrder,
  ForeignFile,
  ForeignOrder,
  NeighbourExports,
} from '../exports/neighbours.ts';
import type { Log } from '../log.ts';
import { sameTaxId } from '../receipt/tax-id.ts';
import type { Tree } from '../receipt/tree.ts';
import { newId, open, seal } from './datagram.ts';
import { Freshness } from './freshness.ts';
import { post } from './http-post.ts';
import type { MachineRegister } from './machine.ts';
import type { Neighbour } from './neighbours.ts';
import { openStream, sealStream, StreamError, type Frame } from './sealed-stream.ts';

/** A machine of the shop, and whether it answered lately. */
export interface MachineState {
  neighbour: Neighbour;
  isOnline: boolean;
}

/** What exports across machines work with. */
export interface CompanyExportsParts {
  /** Instance id of this installation. */
  instance: string;
  /** The shop's key; null while the network is off. */
  key(): Buffer | null;
  /** The machines of the shop; null while the network is off. */
  machines(): Promise<MachineState[] | null>;
  clock: Clock;
  log: Log;
}

/** Where a machine takes the question. */
export const EXPORT_PATH = '/lan/export';

const KIND = 'export';
/** Machines that are asked at a time. */
const AT_A_TIME = 4;
/** The longest that an answer may take: years of a busy till. */
const LONGEST_MS = 30 * 60_000;
/** More than any period has; a disk must not be filled up by a machine that never ends. */
const MOST_FILE_BYTES = 4_000_000_000;
const LONGEST_TEXT = 16_000;

/** Asks the other machines, and reads what they ask. */
export class CompanyExports implements NeighbourExports {
  private readonly parts: CompanyExportsParts;
  private readonly freshness: Freshness;

  constructor(parts: CompanyExportsParts) {
    this.parts = parts;
    this.freshness = new Freshness(parts.log);
  }

  async collect(order: CompanyOrder, folder: string, signal: AbortSignal): Promise<Collected> {
    const machines = await this.parts.machines();
    if (machines === null) return { files: [], records: 0, missing: [OFF] };
    const collected: Collected = { files: [], records: 0, missing: [] };
    const asked = machines
      .map((one) => ({ ...one, registers: registersOf(one.neighbour, order) }))
      .filter(({ registers }) => registers.length > 0);
    const waiting = asked.entries();
    const work = async () => {
      for (const [i, { neighbour, isOnline, registers }] of waiting) {
        const { name } = neighbour.machine;
        const miss = (missed: readonly MachineRegister[], why: string) =>
          collected.missing.push(...missed.map((register) => sentence(register, name, why)));
        if (!isOnline) {
          miss(registers, 'it does not answer');
          continue;
        }
        const got = await this.fetch(order, neighbour, path.join(folder, String(i)), signal);
        if ('why' in got) {
          miss(registers, got.why);
          continue;
        }
        collected.files.push(...got.files);
        collected.records += got.records;
        const left = registers.filter(({ RN }) => !got.registers.includes(RN));
        miss(left, 'the machine has it no more');
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    signal.throwIfAborted();
    return { ...collected, missing: collected.missing.sort() };
  }

  read(body: Buffer): ForeignOrder | null {
    const { instance, clock } = this.parts;
    const key = this.parts.key();
    if (!key) return null;
    const question = open(key, body);
    if (question?.kind !== KIND || question.from === instance) return null;
    const order = question.body.instance === instance ? readOrder(question.body) : null;
    if (!order || !this.freshness.isNew(question, 'a machine that asked for an export', clock.now())) {
      return null;
    }
    return { order, answer: (files, summary) => sealStream(key, question.id, framesOf(files, summary)) };
  }

  private async fetch(
    order: CompanyOrder,
    { instance, machine, peer }: Neighbour,
    prefix: string,
    signal: AbortSignal,
  ): Promise<{ files: ForeignFile[]; records: number; registers: string[] } | { why: string }> {
    const { log, clock } = this.parts;
    const key = this.parts.key();
    const id = newId();
    const message = { kind: KIND, id, at: clock.now(), from: this.parts.instance };
    const question = key && seal(key, { ...message, body: { ...order, instance } });
    if (!question)
      return { why: 'it cannot be asked: the comment is too long, or there is no Lan_Key any more' };
    const url = `${machine.scheme}://${peer.address}:${machine.port}${EXPORT_PATH}`;
    const files: ForeignFile[] = [];
    const patience = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
    try {
      const onBusy = () => log.info(`LAN: waiting for ${machine.name}, which is making its export`);
      const answer = await post(url, question, patience, { onBusy });
      const end = await writeFiles(openStream(key, id, answer), (name) => {
        const file = `${prefix}-${files.length}`;
        files.push({ machine: machine.name, name, path: file });
        return file;
      });
      return { files, ...end };
    } catch (error) {
      for (const file of files) await fs.rm(file.path, { force: true });
      const { code, message } = error as NodeJS.ErrnoException;
      const why = code === 'ECONNRESET' ? 'its answer broke off' : message;
      if (!signal.aborted) log.warn(`LAN: no export from ${machine.name} (${peer.address}): ${why}`);
      return { why };
    }
  }
}

const OFF =
  'only the registers of this machine are in the export: the network of tills is off (profile attribute Lan_Key)';

function sentence({ RN, TL, TT }: MachineRegister, machine: string, why: string): string {
  return `register ${RN} (terminal ${TL}/${TT}) of ${machine} is not in the export: ${why}`;
}

function registersOf({ machine }: Neighbour, { TaxId, Ctry }: CompanyOrder): MachineRegister[] {
  return machine.registers.filter(
    (register) => register.Ctry === Ctry && sameTaxId(register.TaxId, TaxId, Ctry),
  );
}

async function* framesOf(
  files: AsyncIterable<ExportFile>,
  summary: { records: number; registers: string[] },
): AsyncGenerator<Frame> {
  for await (const { name, content } of files) {
    yield { kind: 'file', name };
    for await (const bytes of content) yield { kind: 'data', bytes };
  }
  yield { kind: 'end', ...summary };
}

/** Writes the files of an answer; its end. */
async function writeFiles(
  frames: AsyncIterable<Frame>,
  fileFor: (name: string) => string,
): Promise<{ records: number; registers: string[] }> {
  let output: fs.FileHandle | null = null;
  let size = 0;
  try {
    for await (const frame of frames) {
      if (frame.kind === 'file') {
        await output?.close();
        output = await fs.open(fileFor(frame.name), 'wx', 0o600);
      } else if (frame.kind === 'data') {
        size += frame.bytes.length;
        if (!output || size > MOST_FILE_BYTES) throw new StreamError('its answer is too large');
        await output.appendFile(frame.bytes);
      } else {
        const { records, registers } = frame;
        return { records, registers };
      }
    }
  } finally {
    await output?.close();
  }
  throw new StreamError('its answer broke off');
}

/** Reads an order; null when it makes no sense. The days are checked where the export is planned. */
function readOrder({ TaxId, Ctry, from, till, comment }: Tree): CompanyOrder | null {
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && value.length <= LONGEST_TEXT;
  if (!isText(TaxId) || !isText(Ctry) || !isText(from) || !isText(till)) return null;
  if (comment !== undefined && !isText(comment)) return null;
  return { TaxId, Ctry, from, till, ...(comment !== undefined && { comment }) };
}
