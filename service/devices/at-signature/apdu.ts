/** Commands to smart cards (ISO/IEC 7816-4 and -8) and the dialogue with a card. */
import { UnitError, type Trace } from './contract.ts';
import type { PcscCard } from './pcsc.ts';

/** A command APDU. */
export interface Command {
  /** For traces. */
  name: string;
  bytes: Buffer;
  /** Holds a PIN: its data is not shown. */
  secret?: boolean;
}

/** A response APDU. */
export interface Response {
  data: Buffer;
  /** Status word, e.g. 0x9000. */
  status: number;
}

/** Status: done. */
export const OK = 0x9000;
/** Status: the end of the file came before the length asked for. */
export const END_OF_FILE = 0x6282;
/** Status: the PIN is blocked. */
export const BLOCKED = 0x6983;

const HEADER_BYTES = 5;
/** A card that always says "more" would keep us for ever. */
const MAX_PARTS = 32;

/** SELECT a file or directory by its id, without an answer about it. */
export function selectFile(id: number): Command {
  return command('SELECT', [0x00, 0xa4, 0x00, 0x0c], Buffer.of(id >> 8, id & 0xff));
}

/** SELECT an application by its id, without an answer about it. */
export function selectApplication(id: Buffer): Command {
  return command('SELECT application', [0x00, 0xa4, 0x04, 0x0c], id);
}

/** READ BINARY of the selected file: up to 256 bytes from an offset below 32768. */
export function readBinary(offset: number): Command {
  const bytes = Buffer.of(0x00, 0xb0, offset >> 8, offset & 0xff, 0x00);
  return { name: 'READ BINARY', bytes };
}

/** VERIFY a PIN that is in its block already. */
export function verifyPin(reference: number, block: Buffer): Command {
  return { ...command('VERIFY', [0x00, 0x20, 0x00, reference], block), secret: true };
}

/** VERIFY without a PIN: asks how many attempts are left, and uses none. */
export function askAttempts(reference: number): Command {
  return { name: 'VERIFY (attempts)', bytes: Buffer.of(0x00, 0x20, 0x00, reference) };
}

/** MANAGE SECURITY ENVIRONMENT: sets what the next signature is made with. */
export function setSignatureTemplate(data: Buffer): Command {
  return command('MANAGE SECURITY ENVIRONMENT', [0x00, 0x22, 0x41, 0xb6], data);
}

/** PERFORM SECURITY OPERATION: HASH with a hash that was computed outside. */
export function putHash(hash: Buffer): Command {
  return command('PUT HASH', [0x00, 0x2a, 0x90, 0x81], hash);
}

/** PERFORM SECURITY OPERATION: COMPUTE DIGITAL SIGNATURE, over the hash that was put, or over the one given. */
export function computeSignature(hash?: Buffer): Command {
  const header = [0x00, 0x2a, 0x9e, 0x9a];
  if (!hash) return { name: 'COMPUTE SIGNATURE', bytes: Buffer.from([...header, 0x00]) };
  const { bytes } = command('', header, hash);
  return { name: 'COMPUTE SIGNATURE', bytes: Buffer.concat([bytes, Buffer.of(64)]) };
}

/** Attempts left that a status of VERIFY tells; null when it tells none. */
export function attemptsLeft(status: number): number | null {
  return (status & 0xfff0) === 0x63c0 ? status & 0x0f : null;
}

/** The dialogue with a connected card. */
export class Channel {
  private readonly card: PcscCard;
  private readonly signal: AbortSignal;
  private readonly trace: Trace | undefined;

  /**
   * @param signal when it comes, the dialogue ends behind the command under way
   * @param trace takes commands and responses (profile attribute `SC_Log`)
   */
  constructor(card: PcscCard, signal: AbortSignal, trace?: Trace) {
    this.card = card;
    this.signal = signal;
    this.trace = trace;
  }

  /**
   * Sends a command and collects the whole response: cards with protocol T=0 give it in parts.
   * @throws UnitError `timeout` or `broken`; whatever the connection throws
   */
  async send(command: Command): Promise<Response> {
    const parts: Buffer[] = [];
    let { bytes } = command;
    for (let part = 0; part < MAX_PARTS; part += 1) {
      const response = await this.transmit(bytes, command);
      const more = response.status & 0xff;
      switch (response.status >> 8) {
        case 0x6c: // The length asked for is wrong; this is the right one.
          bytes = Buffer.concat([bytes.subarray(0, lengthPosition(bytes)), Buffer.of(more)]);
          break;
        case 0x61: // So many bytes are waiting.
          parts.push(response.data);
          bytes = Buffer.of(0x00, 0xc0, 0x00, 0x00, more);
          break;
        default:
          return { data: Buffer.concat([...parts, response.data]), status: response.status };
      }
    }
    throw new UnitError('broken', `the card does not finish its answer to ${command.name}`);
  }

  /**
   * Sends a command that must succeed.
   * @returns its data
   * @throws UnitError as {@link send}, `broken` for any other status
   */
  async expect(command: Command): Promise<Buffer> {
    const { data, status } = await this.send(command);
    if (status !== OK) throw unexpected(command, status);
    return data;
  }

  private async transmit(bytes: Buffer, { name, secret = false }: Command): Promise<Response> {
    if (this.signal.aborted) throw new UnitError('timeout', `the time was up before ${name}`);
    const shown = secret ? `${bytes.subarray(0, HEADER_BYTES).toString('hex')} ***` : bytes.toString('hex');
    const start = performance.now();
    const response = await this.card.transmit(bytes).catch((error: unknown) => {
      this.trace?.(`${name} ${shown}: ${(error as Error).message}`);
      throw error;
    });
    if (response.length < 2) throw new UnitError('broken', `the card answered ${name} without a status`);
    const status = response.readUInt16BE(response.length - 2);
    const data = response.subarray(0, -2);
    const ms = Math.round(performance.now() - start);
    this.trace?.(`${name} ${shown}: ${statusText(status)}, ${data.length} bytes, ${ms} ms`);
    return { data, status };
  }
}

/** A status that leaves no way on. */
export function unexpected({ name }: Command, status: number): UnitError {
  return new UnitError('broken', `the card answered ${name} with status ${statusText(status)}`);
}

function statusText(status: number): string {
  return status.toString(16).padStart(4, '0');
}

function command(name: string, header: readonly number[], data: Buffer): Command {
  return { name, bytes: Buffer.concat([Buffer.from([...header, data.length]), data]) };
}

/** Where the expected length stands: behind the data, if there is any. */
function lengthPosition(bytes: Buffer): number {
  return bytes.length <= HEADER_BYTES ? HEADER_BYTES - 1 : HEADER_BYTES + bytes[HEADER_BYTES - 1]!;
}
