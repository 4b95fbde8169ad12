/** Exports of TSEs of Epson, and how these are found on the network. */
import { TseBroken, type TseExportFilter } from '../contract.ts';
import { base64Bytes } from '../identity.ts';
import { EpsonError, EpsonSession, type Output } from './session.ts';

/** Exports may take long to begin, ms. */
const LONG_MS = 120_000;
const PIECES = 100_000;
const MOST_NUMBER = 4_294_967_295;

/** Begins an export: all, or what fits. @throws EpsonError */
export async function beginExport(session: EpsonSession, { client, transactions, times }: TseExportFilter) {
  const clientId = client ?? '';
  if (times) {
    const day = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
    await session.call(
      'ExportFilteredByPeriodOfTime',
      { clientId, startDate: day(times.from), endDate: day(times.till) },
      LONG_MS,
    );
  } else if (transactions || client !== undefined) {
    const { from = 0, till = MOST_NUMBER } = transactions ?? {};
    await session.call(
      'ExportFilteredByTransactionNumberInterval',
      { clientId, startTransactionNumber: from, endTransactionNumber: till },
      LONG_MS,
    );
  } else await session.call('ArchiveExport', {}, LONG_MS);
  return { session };
}

/** An export that was begun and is read; it gives way to a receipt, which the TSE cannot sign meanwhile. */
export class EpsonExport {
  private readonly session: EpsonSession;
  private readonly ended: (isRead: boolean) => Promise<void>;
  private call: Promise<unknown> = Promise.resolve();
  private end: Promise<void> | null = null;
  private isBroken = false;

  /** @param ended told once, at the end, whether it was read to its end */
  constructor(session: EpsonSession, ended: (isRead: boolean) => Promise<void>) {
    this.session = session;
    this.ended = ended;
  }

  get isOver(): boolean {
    return this.end !== null;
  }

  /** Breaks it off; whoever reads it is told. Never rejects. */
  async giveWay(): Promise<void> {
    this.isBroken = true;
    await this.call.catch(() => undefined);
    await this.over(false);
  }

  /** Its pieces. */
  async *pieces(): AsyncGenerator<Buffer> {
    let isRead = false;
    try {
      for (let piece = 0; piece < PIECES; piece++) {
        const output = await this.next();
        const bytes = base64Bytes(output.exportData === '' ? 'AA==' : output.exportData, Infinity);
        if (!bytes) throw new EpsonError('unreadable', 'a piece of the export cannot be read', false);
        if (output.exportData !== '') yield bytes;
        isRead = output.exportStatus === 'EXPORT_COMPLETE';
        if (isRead) return;
      }
      throw new EpsonError('export-too-large', 'the export does not end', false);
    } catch (error) {
      throw error instanceof EpsonError ? new TseBroken(error.failure) : error;
    } finally {
      await this.over(isRead);
    }
  }

  private next(): Promise<Output> {
    if (this.isBroken) throw new EpsonError('busy', 'a receipt came between', false);
    const call = this.session.call('GetExportData', {}, LONG_MS);
    this.call = call;
    return call;
  }

  private over(isRead: boolean): Promise<void> {
    this.end ??= this.ended(isRead);
    return this.end;
  }
}

/** What answers as a TSE at an address, `host:port`; null: nothing does. */
export async function foundAt(address: string, signal: AbortSignal) {
  const [, host, port] = /^(.{1,253}):(\d{1,5})$/.exec(address) ?? [];
  if (host === undefined) return null;
  const place = { host, port: Number(port), deviceId: 'local_TSE' };
  const session = await EpsonSession.open(place, signal).catch(() => null);
  if (!session) return null;
  await session.close();
  return {
    model: 'epson',
    settings: { host, port: port!, deviceId: 'local_TSE' },
    text: `Epson TSE, ${address}`,
  };
}
