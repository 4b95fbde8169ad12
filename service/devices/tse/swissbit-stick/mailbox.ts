/**
 * The mailbox of the stick: a command is written into the first block of a file, and its answer is
 * read there until it has come. Big endian throughout.
 */
import { BLOCK, COMM_FILE, StickFiles } from './files.ts';

/** Codes of commands. */
export const COMMAND = {
  login: 0x20,
  selfTest: 0x40,
  register: 0x41,
  deregister: 0x42,
  clients: 0x43,
  activate: 0x60,
  initialise: 0x70,
  setTime: 0x80,
  fetch: 0x83,
  listOpen: 0x85,
  certificate: 0x86,
  open: 0x90,
  close: 0x95,
} as const;

/** Longest time for a self test, and for what is no signature and no self test, ms. */
export const LONG_MS = 120_000;
export const SHORT_MS = 10_000;

const STATUS = { busy: 0xf3, ready: 0xfd, done: 0xff } as const;
const HEAD = 7;
const MOST_ANSWER_BLOCKS = 64;
const LONGEST_TEXT = 30;

/** The stick says no, with a number of its own. */
export class StickError extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`error ${code.toString(16).toUpperCase().padStart(4, '0')} of the TSE`);
    this.code = code;
  }
}

/** It cannot be used: it is gone, does not answer, or answers what makes no sense. */
export class StickBroken extends Error {
  /** Whether the command may have reached it. */
  readonly wasAsked: boolean;

  constructor(text: string, wasAsked: boolean) {
    super(text);
    this.wasAsked = wasAsked;
  }
}

/** Sends commands, one at a time. */
export class Mailbox {
  readonly files: StickFiles;
  private readonly pollMs: number;

  /** @param pollMs how long to wait before an answer is looked for again */
  constructor(folder: string, pollMs: number) {
    this.files = new StickFiles(folder);
    this.pollMs = pollMs;
  }

  /**
   * Sends a command; the data of its answer.
   * @throws StickError, StickBroken
   */
  async send(code: number, parts: readonly Buffer[], timeoutMs: number): Promise<Buffer> {
    const command = Buffer.concat([Buffer.of(code, 0), ...parts]);
    const block = Buffer.concat([u16(command.length), command]);
    if (block.length > BLOCK) throw new RangeError('the command is longer than the mailbox');
    const until = performance.now() + timeoutMs;
    await this.write(block, false);
    for (;;) {
      const answer = await this.read();
      const status = answer[4];
      if (status === STATUS.ready) await this.write(Buffer.of(0, 2, COMMAND.fetch, 0), true);
      if (status === STATUS.done) return this.whole(answer);
      if (performance.now() >= until) throw new StickBroken('the TSE does not answer', true);
      await new Promise((resolve) => setTimeout(resolve, this.pollMs));
    }
  }

  /** Data and result of an answer, which may go on behind its first block. */
  private async whole(first: Buffer): Promise<Buffer> {
    const length = first.readUInt16BE(5);
    if (length < 2) throw new StickBroken('the answer of the TSE has no result', true);
    const blocks = Math.ceil((HEAD + length) / BLOCK);
    if (blocks > MOST_ANSWER_BLOCKS) throw new StickBroken('the answer of the TSE is too long', true);
    const answer = blocks === 1 ? first : await this.read(blocks);
    if (answer.length < HEAD + length) throw new StickBroken('the answer of the TSE is cut off', true);
    const result = answer.readUInt16BE(HEAD + length - 2);
    if (result !== 0) throw new StickError(result);
    return answer.subarray(HEAD, HEAD + length - 2);
  }

  private async write(block: Buffer, wasAsked: boolean): Promise<void> {
    try {
      await this.files.write(COMM_FILE, 0, block);
    } catch (error) {
      // A write that failed may have arrived; a file that is not there has taken nothing.
      throw new StickBroken(textOf(error), wasAsked || !isAbsent(error));
    }
  }

  private async read(blocks = 1): Promise<Buffer> {
    try {
      const answer = await this.files.read(COMM_FILE, 0, blocks);
      if (answer.length >= BLOCK) return answer;
    } catch (error) {
      throw new StickBroken(textOf(error), true);
    }
    throw new StickBroken('the mailbox of the TSE is cut off', true);
  }
}

/** Whether a file was not there, or may not be opened. */
export function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENODEV', 'ENXIO', 'EACCES', 'EPERM', 'ENOTDIR', 'EBUSY'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
}

/** What the file system says, without paths. */
export function textOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? 'the files of the TSE cannot be used' : `the files of the TSE: ${code}`;
}

/** Two bytes. */
export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** Four bytes. */
export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Eight bytes. */
export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/** A text with its length in front. @throws RangeError for one that is longer than PINs and client ids are */
export function str(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  if (bytes.length > LONGEST_TEXT) throw new RangeError(`at most ${LONGEST_TEXT} characters`);
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}
