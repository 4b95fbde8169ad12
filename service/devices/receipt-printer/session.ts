/** A conversation with an ESC/POS printer over an open port. */
import { EventEmitter, once } from 'node:events';
import { PortError, type OpenPort, type Port } from '../ports/contract.ts';
import {
  answered,
  ask,
  StatusReader,
  UNKNOWN_STATUS,
  type PrinterMessage,
  type PrinterStatus,
  type Question,
} from './status.ts';

/** How long a printer may take to answer what it answers even while it is offline, ms. */
const ANSWER_MS = 2000;
/** Sends its status by itself from now on: drawer, online, errors, paper. */
const REPORT_CHANGES = Uint8Array.of(0x1d, 0x61, 0x0f);

/** What a printer tells of itself; empty where it does not. */
export interface PrinterIdentity {
  maker: string;
  model: string;
  serial: string;
}

/** Emits `status` when the printer has told something of itself, and `message` for what concerns a job. */
export class PrinterSession extends EventEmitter<{
  status: [PrinterStatus];
  message: [PrinterMessage];
}> {
  /** The printer takes bytes and tells nothing: a print server, a line without a way back. */
  isSilent = false;
  private readonly port: Port;
  private readonly reader = new StatusReader();
  private known: PrinterStatus = UNKNOWN_STATUS;
  private turn: Promise<unknown> = Promise.resolve();
  private answers: ((byte: number) => void) | null = null;

  private constructor(port: Port) {
    super();
    this.port = port;
    port.receive((bytes) => this.reader.push(bytes).forEach((message) => this.take(message)));
  }

  /**
   * Opens the port and asks the printer who it is.
   * @throws PortError
   */
  static async open(openPort: OpenPort, signal: AbortSignal): Promise<PrinterSession> {
    const session = new PrinterSession(await openPort(signal));
    try {
      session.isSilent = (await session.ask(1)) === null;
      if (!session.isSilent) {
        await session.refresh();
        await session.send(REPORT_CHANGES);
      }
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** What the printer has told last. */
  get status(): PrinterStatus {
    return this.known;
  }

  /** Settles when the line is gone: with the reason, or null when it was closed from here. */
  get ended(): Promise<PortError | null> {
    return this.port.ended;
  }

  /** Asks for everything, as far as the printer answers. @throws PortError */
  async refresh(): Promise<PrinterStatus> {
    for (const question of [1, 2, 4] as const) await this.ask(question);
    if (this.known.error !== 'none') await this.ask(3);
    return this.known;
  }

  /** Asks whether it is online, and if not why: what it reports by itself may be on its way. @throws PortError */
  async check(): Promise<PrinterStatus> {
    if (this.isSilent) return this.known;
    await this.ask(1);
    return this.known.online === false ? this.refresh() : this.known;
  }

  /** Asks for maker, model and serial number (GS I); empty where it does not tell. @throws PortError */
  async identify(): Promise<PrinterIdentity> {
    const maker = await this.text(0x42);
    // Who does not answer the first one is not asked for the others.
    return {
      maker: maker ?? '',
      model: (maker !== null && (await this.text(0x43))) || '',
      serial: (maker !== null && (await this.text(0x44))) || '',
    };
  }

  /** The text that a GS I is answered with; null where none came in time. */
  private async text(n: number): Promise<string | null> {
    const answer = Promise.withResolvers<string | null>();
    const late = setTimeout(() => answer.resolve(null), ANSWER_MS);
    const hear = (message: PrinterMessage) => {
      if (message.kind === 'text') answer.resolve(message.text);
    };
    this.on('message', hear);
    void this.port.ended.then(() => answer.resolve(null));
    try {
      await this.port.write(Uint8Array.of(0x1d, 0x49, n));
      return await answer.promise;
    } finally {
      clearTimeout(late);
      this.off('message', hear);
    }
  }

  /** @throws PortError */
  send(bytes: Uint8Array): Promise<void> {
    return this.port.write(bytes);
  }

  /** Never throws. */
  async close(): Promise<void> {
    await this.port.close();
  }

  /** One question at a time: answers do not say what was asked. Null where none came in time. */
  private ask(question: Question): Promise<number | null> {
    const asked = this.turn.then(() => this.askNow(question));
    this.turn = asked.catch(() => undefined);
    return asked;
  }

  private async askNow(question: Question): Promise<number | null> {
    const answer = Promise.withResolvers<number | PortError | null>();
    const late = setTimeout(() => answer.resolve(null), ANSWER_MS);
    void this.port.ended.then((reason) => answer.resolve(reason));
    this.answers = answer.resolve;
    await this.port.write(ask(question));
    const byte = await answer.promise;
    clearTimeout(late);
    this.answers = null;
    // One that hangs up is not one that tells nothing.
    if (byte instanceof PortError) throw byte;
    if (byte !== null) this.learn(answered(this.known, question, byte));
    return byte;
  }

  private take(message: PrinterMessage): void {
    if (message.kind === 'answer') this.answers?.(message.byte);
    else if (message.kind === 'status') this.learn(message.status);
    else this.emit('message', message);
  }

  private learn(status: PrinterStatus): void {
    this.known = status;
    this.emit('status', status);
  }

  /** The next message or status, or the end of the line. */
  async next(signal: AbortSignal): Promise<void> {
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    const ignore = () => undefined;
    await Promise.race([
      once(this, 'message', { signal: either }).catch(ignore),
      once(this, 'status', { signal: either }).catch(ignore),
      this.port.ended,
    ]);
    stop.abort();
  }
}
