/** A posted record: its body parsed, and read once it is known for which register. */
import type { Request } from 'express';
import { ALL_FIELDS } from '../../countries/fields.ts';
import { parseBody, type ReadBody } from '../../receipt/body.ts';
import { own, unwrap } from '../../receipt/envelope.ts';
import type { ReadContext } from '../../receipt/read-value.ts';
import { beyondSender, readSender, readTra, type ReadResult } from '../../receipt/read.ts';
import { isTree, type Tree } from '../../receipt/tree.ts';
import { bytesOf } from './body.ts';
import { LARGE_BYTES, LargeBodies } from './large-bodies.ts';

/** A record whose register is not known yet. */
export interface PostedRecord {
  /** As much of the body as says which register it is for. A terminal that is set in its ESR is the record's. */
  head: Tree;
  /** Checks every type; see {@link readTra}. */
  read(context: ReadContext): ReadResult | Promise<ReadResult>;
  /** The sender's data of a void; see {@link readSender}. */
  sender(context: ReadContext): ReturnType<typeof readSender>;
  /** What else was posted, before anything is filled in; see {@link beyondSender}. */
  beyondSender: string | null;
}

/** Of nearly all currencies: a large body is read before its register is known. */
const USUAL_DIGITS = 2;

const largeBodies = new LargeBodies();

/** Parses the body of a request: a large one on a thread of its own, where it is read too. */
export function readPosted(request: Request): PostedBody | Promise<PostedBody> {
  const bytes = bytesOf(request);
  const contentType = request.headers['content-type'];
  if (bytes.length > LARGE_BYTES) return readLarge(bytes, contentType);
  const body = parseBody(bytes, contentType);
  return 'tree' in body ? { format: body.format, ...recordOf(body.tree) } : body;
}

/** A body as record, or what is wrong with it; and its format either way. */
export type PostedBody = Exclude<ReadBody, { tree: Tree }> | ({ format: ReadBody['format'] } & PostedRecord);

/** A record that is there as a whole. */
export function recordOf(tree: Tree): PostedRecord {
  return {
    head: tree,
    read: (context) => readTra(tree, context),
    sender: (context) => readSender(tree, context),
    beyondSender: beyondSender(tree),
  };
}

async function readLarge(bytes: Buffer, contentType: string | undefined): Promise<PostedBody> {
  const body = { bytes, contentType };
  const first = await largeBodies.read({ ...body, currencyDigits: USUAL_DIGITS, fields: ALL_FIELDS });
  if ('issue' in first) return first;
  const { format, head, sender } = first;
  return {
    format,
    head,
    async read(context) {
      const isRight = context.currencyDigits === USUAL_DIGITS;
      const again = isRight ? first : await largeBodies.read({ ...body, ...context });
      // The same bytes; only the time may have run out.
      if ('issue' in again) return { type: first.read.type, tra: null, issues: [again.issue], warnings: [] };
      const { read } = again;
      if (read.tra) Object.assign(read.tra.ESR, terminalOf(head));
      return read;
    },
    // Its only amount is the original's, which counts.
    sender: () => sender,
    beyondSender: first.beyondSender,
  };
}

/** Company and terminal of a record as its head says them: an access token may have said so. */
function terminalOf(head: Tree): { TaxId?: string; TL?: string; TT?: string } {
  const esr = own(unwrap(head)?.tra ?? head, 'ESR');
  if (!isTree(esr)) return {};
  const named = (['TaxId', 'TL', 'TT'] as const).map((name) => [name, own(esr, name)] as const);
  return Object.fromEntries(named.filter(([, value]) => typeof value === 'string' && value !== ''));
}
