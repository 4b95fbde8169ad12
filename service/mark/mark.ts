/**
 * The mark of an installation: how far each of its registers has come, kept
 * outside of the data root. It may have been changed by anybody who can write
 * there, so that it is read as strictly as what comes from outside.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '../settings/durable-file.ts';

/** How far a register has come. */
export interface MarkedRegister {
  /** Register name. */
  RN: string;
  /** Sequence number of its last record. */
  SQ: number;
  /** When that was registered, local time `YYYY-MM-DDThh:mm:ss`. */
  D: string;
  /** SHA-256 of its line in the journal, hexadecimal. */
  Line: string;
}

/** What a mark says. */
export interface Mark {
  /** What the mark is found by. */
  Id: string;
  /** Id of the installation (`gbl/instance`). */
  Instance: string;
  /** Full path of the data root. */
  DataRoot: string;
  /** When it was written, ISO 8601. */
  Written: string;
  Registers: MarkedRegister[];
}

/** A mark that cannot be read; the message says why. */
export class MarkError extends Error {}

/** Registers of the largest service, each with a name of 100 letters. */
const LARGEST = 4_000_000;
const MOST_SQ = 2 ** 32 - 1;
const LONGEST = 4096;
const LONGEST_RN = 120;
const NAME = /^[\w-]{1,80}$/;

/** Digest of a line as marks have it. */
export function digestOf(line: string): string {
  return createHash('sha256').update(line).digest('hex');
}

/** The file of a mark in the folder of marks. */
export function markFile(folder: string, id: string): string {
  // The id comes out of the data root: it must not lead anywhere else.
  return path.join(folder, `${NAME.test(id) ? id : digestOf(id)}.json`);
}

/**
 * Reads a mark; null when there is none.
 * @throws MarkError
 */
export async function readMark(file: string): Promise<Mark | null> {
  const text = await readText(file);
  return text === null ? null : parse(text);
}

/**
 * Writes a mark whole or not at all.
 * @returns what the file says now
 * @throws errors of the file system
 */
export async function writeMark(file: string, mark: Mark): Promise<string> {
  const text = `${JSON.stringify(mark, null, 1)}\n`;
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeDurably(file, text, 0o600);
  return text;
}

/**
 * The text of a file, null for none.
 * @throws MarkError when it is no file of ours
 */
export async function readText(file: string): Promise<string | null> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    const handle = await fs.open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) throw new MarkError('it is no file');
      if (stat.size > LARGEST) throw new MarkError(`it has more than ${LARGEST} bytes`);
      const bytes = Buffer.alloc(stat.size);
      const { bytesRead } = await handle.read(bytes, 0, stat.size, 0);
      return bytes.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof MarkError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new MarkError(`it cannot be read (${code ?? (error as Error).message})`);
  }
}

function parse(text: string): Mark {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MarkError('it is no JSON');
  }
  const { Id, Instance, DataRoot, Written, Registers } = (value ?? {}) as Partial<
    Record<keyof Mark, unknown>
  >;
  const texts = [Id, Instance, DataRoot, Written];
  if (!areTexts(texts) || !Array.isArray(Registers)) throw new MarkError('it is no mark');
  const registers = Registers.map(registerOf);
  if (new Set(registers.map(({ RN }) => RN)).size < registers.length)
    throw new MarkError('it names a register twice');
  const [id = '', instance = '', dataRoot = '', written = ''] = texts;
  return { Id: id, Instance: instance, DataRoot: dataRoot, Written: written, Registers: registers };
}

function registerOf(value: unknown): MarkedRegister {
  const { RN, SQ, D, Line } = (value ?? {}) as Partial<Record<keyof MarkedRegister, unknown>>;
  const isNumber = Number.isInteger(SQ) && (SQ as number) >= 1 && (SQ as number) <= MOST_SQ;
  const isTime = isText(D) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(D);
  if (
    !isText(RN) ||
    RN.length > LONGEST_RN ||
    !isNumber ||
    !isTime ||
    !isText(Line) ||
    !/^[0-9a-f]{64}$/.test(Line)
  )
    throw new MarkError('it has a register that is none');
  return { RN, SQ: SQ as number, D, Line };
}

function areTexts(values: unknown[]): values is string[] {
  return values.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST;
}
