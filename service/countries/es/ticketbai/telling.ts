/** Tells a province of records: one by one, or many at once in the book of Bizkaia. */
import type { Delivered } from '../../contract/delivery.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { JournalRecord } from '../../../receipt/tra.ts';
import { CERTIFICATES } from '../credentials.ts';
import { keptOf, type Kept } from '../system.ts';
import type { Said } from './answers.ts';
import { sendFile, sendToBook, type Asking } from './exchange.ts';
import { tbaiRecord, type TbaiRecord } from './fingerprint.ts';
import { MOST_FILES, type BookOperation } from './lroe.ts';
import { outcomeOf } from './outcome.ts';
import type { Province } from './provinces.ts';
import { bookOf, isComplete } from './settings.ts';

/** How many files the next message to the book may have. */
const MOST_KEY = 'ES/lroe most';

/** A record with what was made of it. */
interface Waiting {
  record: JournalRecord;
  kept: Kept;
  made: TbaiRecord;
}

/** {@link FiscalSystem.telling} of a province. */
export async function tell(
  province: Province,
  records: readonly JournalRecord[],
  context: CountryContext,
  { signal }: { signal: AbortSignal },
): Promise<Delivered[]> {
  const certificate = CERTIFICATES.of(context, context.cfg);
  if (!certificate) return [unanswered('there is no certificate')];
  const waiting: Waiting[] = [];
  for (const record of records) {
    const kept = keptOf(record);
    const made = kept && tbaiRecord(kept.record);
    const isOther = waiting.length > 0 && kept?.test !== waiting[0]!.kept.test;
    if (!kept || !made || isOther) break;
    waiting.push({ record, kept, made });
  }
  const [first] = waiting;
  if (!first) return [unanswered('the record does not have what was to be told')];
  const asking: Asking = { province, certificate, test: first.kept.test, signal };
  return province.paths === null ? tellBook(waiting, asking, context) : tellEach(waiting, asking, context);
}

/** One after the other, in order: what has no answer ends it. */
async function tellEach(
  waiting: readonly Waiting[],
  asking: Asking,
  context: CountryContext,
): Promise<Delivered[]> {
  const delivered: Delivered[] = [];
  for (const { record, kept, made } of waiting) {
    const said = await sendFile(made.xml, made.sent, asking, context);
    delivered.push(outcomeOf(said, record, kept));
    if ('unanswered' in said) break;
  }
  return delivered;
}

/** Those at the beginning that one message may have. */
async function tellBook(
  waiting: readonly Waiting[],
  asking: Asking,
  context: CountryContext,
): Promise<Delivered[]> {
  const [first] = waiting;
  const { issuer, id } = first!.kept.document;
  const book = bookOf(context, issuer.nif);
  if (!isComplete(book)) return [unanswered('the activity (ES_LROE_Activity) of the person is missing')];
  const kindOf = ({ made, kept }: Waiting) =>
    [made.sent, kept.document.id.date.slice(0, 4), kept.document.issuer.nif, kept.test].join();
  const until = waiting.findIndex((one) => kindOf(one) !== kindOf(first!));
  const most = Number(context.memory.get(MOST_KEY) ?? MOST_FILES);
  const together = waiting.slice(0, Math.min(most, until < 0 ? Infinity : until));
  const operation: BookOperation = first!.made.sent === 'cancel' ? 'AN0' : 'A00';
  const send = (some: readonly Waiting[]) =>
    sendToBook(
      {
        ...{ book, operation, year: id.date.slice(0, 4), owner: { nif: issuer.nif, name: issuer.name } },
        files: some.map(({ made, kept }) => ({ id: kept.document.id, xml: made.xml })),
      },
      asking,
      context,
    );
  let said: readonly Said[] = await send(together);
  // One that cannot be read spoils the message: the first one alone shows whether it is that one.
  if (together.length > 1 && 'whole' in said[0]!) said = await send([first!]);
  // A message that takes longer than anybody waits would be sent again for ever.
  const isAnswered = said.every((one) => !('unanswered' in one));
  const next = isAnswered ? most * 4 : Math.ceil(together.length / 4);
  context.memory.set(MOST_KEY, Math.min(MOST_FILES, next));
  return said.map((one, i) => outcomeOf(one, together[i]!.record, together[i]!.kept));
}

function unanswered(text: string): Delivered {
  return { outcome: 'unanswered', text };
}
