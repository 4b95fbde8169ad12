/**
 * From which record on a register and the portal differ: after older data were put back, both have
 * the same records up to some number, and from there on each has its own.
 */
import { digestOfLine, type LineSource } from './batches.ts';
import type { Connection } from './connection.ts';
import { numberIn, textIn } from './read.ts';

/** Two rows of records that begin alike. */
export interface Difference {
  /** The first record that is not the same in both, or that only the portal has. */
  sq: number;
  /** Records from there on that the portal has. */
  theirs: number;
  /** When the portal's record with this number was registered, `YYYY-MM-DDThh:mm:ss`. */
  at: string;
}

/** What came of the search: null when all that both have is the same, and the register has no less. */
export type Compared = Difference | null | { unreachable: string };

interface TheirLine {
  line: string;
  at: string;
}

/**
 * Looks for the first difference by halves: records that differ once differ from there on.
 * @param lastSq of the register
 * @param nextSq that the portal waits for
 * @throws Error when the journal cannot be read
 */
export async function difference(
  portal: URL,
  { source, connection }: { source: LineSource; connection: Connection },
  register: { rn: string; secret: string; lastSq: number; nextSq: number },
): Promise<Compared> {
  const { rn, secret, lastSq, nextSq } = register;
  let same = 0;
  let other = Math.min(lastSq, nextSq - 1) + 1;
  while (other - same > 1) {
    const sq = same + Math.floor((other - same) / 2);
    const theirs = await lineAt(connection, portal, secret, sq);
    if ('unreachable' in theirs) return theirs;
    if (theirs.line === (await digestOfLine(source, rn, sq))) same = sq;
    else other = sq;
  }
  // The portal waits for it.
  if (other >= nextSq) return null;
  const theirs = await lineAt(connection, portal, secret, other);
  return 'unreachable' in theirs ? theirs : { sq: other, theirs: nextSq - other, at: theirs.at };
}

async function lineAt(
  connection: Connection,
  portal: URL,
  secret: string,
  sq: number,
): Promise<TheirLine | { unreachable: string }> {
  const answered = await connection.ask(portal, { method: 'GET', path: `/records/${sq}`, secret });
  if ('unreachable' in answered) return answered;
  const { status, body } = answered;
  const line = textIn(body, 'line');
  const at = textIn(body, 'at');
  if (status !== 200 || numberIn(body, 'sq') !== sq || line === null || at === null)
    return { unreachable: `the portal does not say what its record ${sq} is (${status})` };
  return { line, at };
}
