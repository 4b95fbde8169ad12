/** The printer of one register: the one connection to it, and what is known of it. */
import { EventEmitter } from 'node:events';
import { PortError } from '../devices/ports/contract.ts';
import type { ConnectedPrinter, OpenPrinter } from '../devices/receipt-printer/connected.ts';
import type { PrinterIdentity } from '../devices/receipt-printer/session.ts';
import { UNKNOWN_STATUS, type PrinterStatus } from '../devices/receipt-printer/status.ts';
import { troubleOf, type PrinterTrouble } from '../devices/receipt-printer/trouble.ts';

/** Where a register prints. */
export interface PrinterInUse {
  open: OpenPrinter;
  /** In one spelling: another address is another printer. */
  address: string;
}

/** How a printer is: ready (null), troubled, takes bytes and tells nothing (`mute`), or not asked yet. */
export type PrinterSeen = PrinterTrouble | 'mute' | 'unasked' | null;

/** Emits `changed` when trouble or status are others. */
export class PrinterLink extends EventEmitter<{ changed: [] }> {
  private readonly printer: () => PrinterInUse | null;
  private readonly stop: AbortSignal;
  private current: ConnectedPrinter | null = null;
  private opening: Promise<ConnectedPrinter> | null = null;
  /** Address of what was connected to last. */
  private address: string | null = null;
  private told: PrinterIdentity | null = null;
  private identifying: Promise<void> | null = null;
  /** What is inside the printer is given up by this; null while nothing is. */
  private printing: AbortController | null = null;
  private known: PrinterStatus = UNKNOWN_STATUS;
  private looked: PrinterSeen = 'unasked';
  private lookedAt = -Infinity;
  private stands: PrinterTrouble | null = null;

  /** @param printer as the profile has it now @param stop ends connecting */
  constructor(printer: () => PrinterInUse | null, stop: AbortSignal) {
    super();
    this.printer = printer;
    this.stop = stop;
  }

  /** The connection; null while there is none. */
  get session(): ConnectedPrinter | null {
    return this.current;
  }

  /** A job is inside the printer. */
  get isPrinting(): boolean {
    return this.printing !== null;
  }

  /** What it has told last. */
  get status(): PrinterStatus {
    return this.known;
  }

  /** What keeps it from printing; null when nothing is known of it. */
  get trouble(): PrinterTrouble | null {
    return this.stands;
  }

  /** How it was when it was asked last. */
  get seen(): PrinterSeen {
    return this.stands ?? this.looked;
  }

  /** What it tells of itself; null before it did. */
  get identity(): PrinterIdentity | null {
    return this.told;
  }

  /** Whether somebody looked at it less than so many ms ago. */
  wasSeen(ms: number): boolean {
    return performance.now() - this.lookedAt < ms;
  }

  /** Notes what somebody has seen who looked at it. */
  saw(seen: PrinterSeen): void {
    this.lookedAt = performance.now();
    if (seen === this.looked) return;
    this.looked = seen;
    this.emit('changed');
  }

  /** Notes what keeps it from printing. */
  stand(trouble: PrinterTrouble | null): void {
    if (trouble === this.stands) return;
    this.stands = trouble;
    this.emit('changed');
  }

  /** What is said of a connection counts only while its printer is the register's, or was lost. */
  standOf(session: ConnectedPrinter): (trouble: PrinterTrouble | null) => void {
    const { address } = this;
    return (trouble) => {
      if (this.current === session || this.address === address) this.stand(trouble);
    };
  }

  /** Connects, where there is no connection. @throws PortError */
  async connect(): Promise<ConnectedPrinter> {
    this.notice();
    const printer = this.printer();
    if (!printer) throw new PortError('absent', 'the profile names no printer');
    if (this.current) return this.current;
    // Who asks meanwhile gets the same one: most printers take one connection.
    const opening = (this.opening ??= printer.open(this.stop));
    const session = await opening.finally(() => {
      if (this.opening === opening) this.opening = null;
    });
    if (this.current === session) return session;
    if (this.address !== printer.address) {
      await session.close();
      return this.connect();
    }
    this.current = session;
    this.learn(session.status);
    session.on('status', (status) => {
      if (this.current === session) this.learn(status);
    });
    void session.ended.then(() => {
      if (this.current === session) this.current = null;
    });
    return session;
  }

  /** Takes note when the printer of the profile is another one: nothing that is known of the one before holds. */
  notice(): void {
    const address = this.printer()?.address ?? null;
    if (address === this.address) return;
    const session = this.current;
    this.address = address;
    this.current = null;
    this.opening = null;
    this.told = null;
    this.identifying = null;
    this.lookedAt = -Infinity;
    this.known = UNKNOWN_STATUS;
    this.looked = 'unasked';
    this.stand(null);
    this.emit('changed');
    // A person has to look what came out there.
    this.printing?.abort();
    if (!this.printing) void session?.close();
  }

  /** Asks once who the printer is, where it is one that tells; before it has something to print, as it does not answer in the middle of that. */
  identify(): Promise<void> {
    const { current, address } = this;
    if (!current || this.printing || this.told !== null) return Promise.resolve();
    const asking = (this.identifying ??= current
      .identify()
      .catch(() => null)
      .then((identity) => {
        // Who hangs up at the question is not asked again.
        if (address === this.address) this.told = identity ?? { maker: '', model: '', serial: '' };
      })
      .finally(() => {
        if (this.identifying === asking) this.identifying = null;
      }));
    return asking;
  }

  /** While something is inside the printer: gives it up when the printer of the register becomes another one. */
  async hold<T>(
    session: ConnectedPrinter,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const moved = new AbortController();
    this.printing = moved;
    try {
      return await work(AbortSignal.any([signal, moved.signal]));
    } finally {
      this.printing = null;
      if (this.current !== session) await session.close();
    }
  }

  /** Ends the connection. Never throws. */
  async letGo(): Promise<void> {
    const session = this.current;
    this.current = null;
    await session?.close();
  }

  private learn(status: PrinterStatus): void {
    this.known = status;
    this.looked = troubleOf(status) ?? (this.current?.isSilent === true ? 'mute' : null);
    this.stand(troubleOf(status));
  }
}
