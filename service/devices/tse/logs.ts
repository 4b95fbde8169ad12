/** What log messages of an export tell of one transaction: for TSEs that have no other way to ask. */
import { readLogMessage, LogMessageError } from '../../tse-export/log-message.ts';
import { TarError, TarReader } from '../../tse-export/tar.ts';
import { TseBroken, type Signed, type TransactionLogs, type TseOutcome } from './contract.ts';
import { done, notDone } from './outcomes.ts';

const LONGEST_LOG = 200_000;

/** Reads an export of one transaction, or more; null: it has none of that number. */
export async function readTransactionLogs(
  content: AsyncIterable<Buffer>,
  transaction: number,
): Promise<TseOutcome<TransactionLogs | null>> {
  const logs: TransactionLogs = { transaction, state: 'open', start: null, finish: null };
  let isThere = false;
  try {
    const reader = new TarReader((name) => (name.endsWith('.log') ? LONGEST_LOG : 0));
    for await (const piece of content) {
      for (const { content: bytes } of reader.push(piece)) {
        const log = bytes && readLogMessage(bytes);
        if (log?.transactionNumber !== transaction) continue;
        isThere = true;
        const { serial, counter, time, signature, processType, processData } = log;
        const plain = signature.toString('base64');
        const signed: Signed = { serial, transaction, counter, time: time * 1000, signature: plain };
        if (log.operation === 'StartTransaction') logs.start = signed;
        if (log.operation !== 'FinishTransaction') continue;
        logs.finish = { ...signed, processType, processData: processData.toString('utf8') };
        logs.state = 'finished';
      }
    }
    reader.end();
  } catch (error) {
    if (error instanceof TseBroken) return notDone(error.failure);
    if (!(error instanceof TarError || error instanceof LogMessageError)) throw error;
    return notDone('unreadable', `the export cannot be read: ${error.message}`);
  }
  return done(isThere ? logs : null);
}
