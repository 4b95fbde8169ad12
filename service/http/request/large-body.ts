/** What is made of a large posted record on the thread that reads it (body-thread.ts): no more than the way back is worth. */
import { parseBody, type ReadBody } from '../../receipt/body.ts';
import { own, RECORD_TYPES } from '../../receipt/envelope.ts';
import type { ReadContext } from '../../receipt/read-value.ts';
import { beyondSender, readSender, readTra, type ReadResult } from '../../receipt/read.ts';
import { emptyTree, isTree, type Tree, type TreeValue } from '../../receipt/tree.ts';

/** A body to be read. */
export interface LargeBody extends ReadContext {
  bytes: Uint8Array;
  contentType: string | undefined;
}

/** Entries of the lists of a receipt, as JSON texts of a thousand each. */
export type Lists = Record<string, string[]>;

/** A body that was read; its long lists apart. */
export type LargeRead =
  | Exclude<ReadBody, { tree: Tree }>
  | {
      format: ReadBody['format'];
      /** As much of the body as says which register it is for. */
      head: Tree;
      read: ReadResult;
      lists: Lists;
      sender: ReturnType<typeof readSender>;
      beyondSender: ReturnType<typeof beyondSender>;
    };

/** Entries that travel together: parsing them takes some milliseconds. */
const ENTRIES = 1000;
/** Nobody reads so many; the answer names the first hundred. */
const MOST_NOTES = 50_000;

/** Parses and reads a record, and takes it apart for the way back. */
export function readLarge({ bytes, contentType, ...context }: LargeBody): LargeRead {
  const body = parseBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), contentType);
  if (!('tree' in body)) return body;
  const { format, tree } = body;
  const read = readTra(tree, context);
  const sender = readSender(tree, context);
  const lists: Lists = {};
  for (const [name, value] of Object.entries(read.tra?.ESR ?? {})) {
    if (!Array.isArray(value) || value.length <= ENTRIES) continue;
    lists[name] = [];
    for (let i = 0; i < value.length; i += ENTRIES) {
      lists[name].push(JSON.stringify(value.slice(i, i + ENTRIES)));
    }
    // The place among the other names stays.
    read.tra!.ESR[name] = [];
  }
  const few = { issues: read.issues.slice(0, MOST_NOTES), warnings: read.warnings.slice(0, MOST_NOTES) };
  const head = headOf(tree);
  return { format, head, read: { ...read, ...few }, lists, sender, beyondSender: beyondSender(tree) };
}

/** The elements that say whose a record is, with no more than that. */
function headOf(body: Tree): Tree {
  const head = addressed(body);
  for (const type of RECORD_TYPES) {
    const inner = own(body, type);
    if (inner !== undefined) head[type] = isTree(inner) ? addressed(inner) : shell(inner);
  }
  return head;
}

function addressed(tra: Tree): Tree {
  const result = emptyTree();
  for (const name of ['ESR', 'SESR']) {
    const element = own(tra, name);
    if (element === undefined) continue;
    result[name] = shell(element);
    if (!isTree(element)) continue;
    for (const key of ['TaxId', 'TL', 'TT']) {
      const value = own(element, key);
      if (value !== undefined) (result[name] as Tree)[key] = shell(value);
    }
  }
  return result;
}

/** A value without what is inside of it. */
function shell(value: TreeValue): TreeValue {
  return Array.isArray(value) ? [] : isTree(value) ? emptyTree() : value;
}
