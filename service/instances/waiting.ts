/** A client's connection that waits for an owner. */
import type net from 'node:net';

/** A client that sends more before it is answered waits with it. */
const MOST_BYTES = 1_000_000;

/** What was read of a connection is given back when it goes on; a client that leaves meanwhile is forgotten. */
export class Waiting {
  readonly connection: net.Socket;
  private readonly timer: NodeJS.Timeout;
  private readonly read: Buffer[] = [];
  private bytes = 0;
  private ended: () => void = () => undefined;

  /** @param tooLong called when it has waited for so long, ms */
  constructor(connection: net.Socket, ms: number, tooLong: () => void) {
    this.connection = connection;
    this.timer = setTimeout(tooLong, ms);
    connection.on('data', this.onData);
    // Whoever has given up may ask elsewhere: what was asked here must not come later.
    connection.on('end', this.leave);
    connection.on('error', this.leave);
    connection.on('close', this.leave);
  }

  /** Calls back when it waits no more, for whatever reason. */
  onEnd(listener: () => void): void {
    this.ended = listener;
  }

  /** Gives the connection back as it was; nothing flows until somebody reads. */
  release(): void {
    const { connection } = this;
    this.stop();
    connection.pause();
    if (this.read.length > 0) connection.unshift(Buffer.concat(this.read));
    connection.on('error', () => connection.destroy());
  }

  private readonly onData = (chunk: Buffer): void => {
    this.read.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes > MOST_BYTES) this.connection.pause();
  };

  private readonly leave = (): void => {
    this.stop();
    this.connection.destroy();
  };

  private stop(): void {
    const { connection } = this;
    clearTimeout(this.timer);
    connection.off('data', this.onData);
    for (const event of ['end', 'error', 'close'] as const) connection.off(event, this.leave);
    this.ended();
  }
}
