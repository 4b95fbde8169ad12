/** Begins exports, and finds TSEs of Epson on the network. */
import type { TseExportFilter } from '../contract.ts';
import { EpsonSession } from './session.ts';

/** Exports may take long to begin, ms. */
const LONG_MS = 120_000;
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
