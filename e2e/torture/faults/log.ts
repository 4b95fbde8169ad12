import { readFileSync } from 'node:fs';

/** What the shim saw happen to a file; kinds and order as in shim.h. */
export type Event =
  | { kind: 'write'; file: bigint; offset: number; bytes: Buffer }
  | { kind: 'truncate'; file: bigint; size: number }
  | { kind: 'syncBegin' | 'syncDone' | 'syncFailed'; file: bigint; sync: number }
  | { kind: 'create' | 'unlink'; file: bigint; path: string }
  | { kind: 'rename'; file: bigint; path: string; to: string }
  | { kind: 'syncFolder'; path: string };

const headBytes = 24;
const undone = 10;

/**
 * Reads the log of a process that is dead. What it was about to do when it died
 * is the last event, and may not have happened.
 */
export function readLog(file: string): Event[] {
  const bytes = readFileSync(file);
  const events: Event[] = [];
  let at = 0;
  while (at + headBytes <= bytes.length) {
    const kind = bytes.readUInt32LE(at);
    const end = at + headBytes + bytes.readUInt32LE(at + 4);
    // A record that is cut off was never followed by its call.
    if (end > bytes.length) break;
    if (kind === undone) events.pop();
    else events.push(eventOf(kind, bytes.subarray(at, end)));
    at = end;
  }
  return events;
}

function eventOf(kind: number, record: Buffer): Event {
  const file = record.readBigUInt64LE(8);
  const number = Number(record.readBigUInt64LE(16));
  const bytes = record.subarray(headBytes);
  const [path = '', to = ''] = kind >= 6 ? bytes.toString('utf8').split('\0') : [];
  switch (kind) {
    case 1:
      return { kind: 'write', file, offset: number, bytes };
    case 2:
      return { kind: 'truncate', file, size: number };
    case 3:
      return { kind: 'syncBegin', file, sync: number };
    case 4:
      return { kind: 'syncDone', file, sync: number };
    case 5:
      return { kind: 'syncFailed', file, sync: number };
    case 6:
      return { kind: 'create', file, path };
    case 7:
      return { kind: 'unlink', file, path };
    case 8:
      return { kind: 'rename', file, path, to };
    case 9:
      return { kind: 'syncFolder', path };
    default:
      throw new Error(`the log of the shim has a record of kind ${kind}`);
  }
}
