/** VERI*FACTU: records that are told to the AEAT at once (RD 1007/2023; Orden HAC/1177/2024). */
import type { JournalRecord } from '../../../receipt/tra.ts';
import type { Delivered } from '../../contract/delivery.ts';
import type { CountryContext } from '../../contract/services.ts';
import { cleaned } from '../../base/clean.ts';
import { CERTIFICATES } from '../credentials.ts';
import type { IssuedDocument } from '../document.ts';
import { keptOf, type FiscalSystem } from '../system.ts';
import { outcomeOf } from './answers.ts';
import { send, type Sending } from './exchange.ts';
import { flowOf } from './flow.ts';
import { makeAlta, makeCancel, recordOf, recordProblems } from './make.ts';
import type { Answer } from './message.ts';

/** Records of one message (Orden HAC/1177/2024, art. 17). */
const MOST_RECORDS = 1000;
/** Records that are told later than this come late because something failed, ms. */
const LATE_MS = 240_000;
/** The message does not fit the schema. */
const SCHEMA_FAULT = '4102';

/** See {@link FiscalSystem}. */
export const verifactu: FiscalSystem = {
  region: 'verifactu',
  issue: (document, making) => makeAlta(document, making),
  cancel: (document, making, _original, wasRefused) =>
    makeCancel(document, making, { withoutRecord: wasRefused }),
  correct: (document, making, before, state) =>
    'kind' in document
      ? makeAlta(document, making, {
          // S: a correction was refused; X: nothing is registered under this number yet.
          correction: { rejected: state !== 'rejected' ? 'N' : before.operation === 'correct' ? 'S' : 'X' },
        })
      : makeCancel(document, making, { rejected: state === 'rejected' }),
  telling: {
    most: MOST_RECORDS,
    mayTell: (waiting, context) => waiting >= MOST_RECORDS || flowOf(context).mayTell(context.clock.now()),
    tell,
  },
  problems: recordProblems,
};

/** Tells the AEAT of records of one company, which is that of the register. */
async function tell(
  records: readonly JournalRecord[],
  context: CountryContext,
  { signal }: { signal: AbortSignal },
): Promise<Delivered[]> {
  const certificate = CERTIFICATES.of(context, context.cfg);
  if (!certificate) return [{ outcome: 'unanswered', text: 'there is no certificate' }];
  const [first] = records;
  const kept = keptOf(first!)!;
  // A message is of one sender and one service.
  const others = records.findIndex((record) => keptOf(record)?.test !== kept.test);
  const together = others < 0 ? records : records.slice(0, others);
  const { issuer } = kept.document;
  const oldest = Date.parse(`${first!.D}Z`);
  const incident = Date.parse(`${context.now}Z`) - oldest > LATE_MS;
  const header = { name: (kept.document as IssuedDocument).issuer.name, nif: issuer.nif, incident };
  return sendAll(together, { header, certificate, test: kept.test, signal }, context);
}

/** One record that does not fit the schema must not keep all others: they are sent by halves then. */
async function sendAll(
  records: readonly JournalRecord[],
  sending: Sending,
  context: CountryContext,
): Promise<Delivered[]> {
  const xml = records.map((record) => recordOf(keptOf(record)!).xml);
  const answer: Answer | { unreachable: string } = await send(sending, xml, context);
  if ('unreachable' in answer) return [{ outcome: 'unanswered', text: answer.unreachable }];
  if ('unreadable' in answer) return [{ outcome: 'unanswered', text: answer.unreadable }];
  if ('lines' in answer) {
    flowOf(context).answered(context.clock.now(), answer.waitSeconds);
    return records.map((record) => outcomeOf(record, answer));
  }
  const { code, text } = answer.fault;
  if (code !== SCHEMA_FAULT) return [{ outcome: 'unanswered', text: cleaned(text, []) }];
  if (records.length === 1) return [outcomeOf(records[0]!, { csv: '', lines: [] }, text)];
  const half = Math.ceil(records.length / 2);
  const left = await sendAll(records.slice(0, half), sending, context);
  if (left.length < half) return left;
  return [...left, ...(await sendAll(records.slice(half), sending, context))];
}
