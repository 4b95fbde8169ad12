/** A port on the network that printers in small listen on, and what goes wrong on the way to them. */
import net from 'node:net';

/** Something that a till has asked for. */
export interface Action {
  /** It ends a receipt: what {@link PrinterLine.lose} is about. */
  isLast: boolean;
  /** It is answered also while the printer waits for paper. */
  isUrgent: boolean;
  /** Does it, and says what is answered; null for nothing. */
  run(): Buffer | null;
}

/** One connection to the printer. */
export interface Session {
  /** @returns what has come whole by now */
  receive(bytes: Buffer): Action[];
}

/** How to listen. */
export interface LineOptions {
  port?: number | undefined;
  /** Keeps no process running. */
  background?: boolean | undefined;
  open(): Session;
  /** It cannot print, and answers nothing but what is urgent. */
  isWaiting(): boolean;
}

/** A listening printer. */
export interface PrinterLine {
  port: number;
  down(): void;
  up(): void;
  /** Breaks the line at the end of each receipt, before or after it is done; null: does not. */
  lose(where: 'before' | 'after' | null): void;
  /** Answers the end of receipts this much later, ms. */
  slow(ms: number): void;
  /** Does nothing more until the returned function is called. */
  hold(): () => void;
  stop(): Promise<void>;
}

/** Listens on 127.0.0.1. */
export async function listen(options: LineOptions): Promise<PrinterLine> {
  const open = new Set<net.Socket>();
  let [isDown, delayMs, gate] = [false, 0, null as Promise<void> | null];
  let loses: 'before' | 'after' | null = null;
  const server = net.createServer((socket) => {
    if (isDown) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.setNoDelay();
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    const session = options.open();
    let turn = Promise.resolve();
    const carryOut = async (action: Action) => {
      if (gate) await gate;
      if (action.isLast && loses === 'before') return void socket.destroy();
      if (options.isWaiting() && !action.isUrgent && action.isLast) return;
      const answer = action.run();
      if (action.isLast && loses === 'after') return void socket.destroy();
      // It is in the memory, and the rest of its paper has to wait.
      if (options.isWaiting() && action.isLast) return;
      if (action.isLast && delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (answer && !socket.destroyed) socket.write(answer);
    };
    socket.on('data', (bytes) => {
      for (const action of session.receive(bytes)) turn = turn.then(() => carryOut(action));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  if (options.background) server.unref();
  return {
    port: (server.address() as net.AddressInfo).port,
    down() {
      isDown = true;
      for (const socket of open) socket.destroy();
    },
    up: () => void (isDown = false),
    lose: (where) => void (loses = where),
    slow: (ms) => void (delayMs = ms),
    hold() {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      return () => {
        gate = null;
        held.resolve();
      };
    },
    stop() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
