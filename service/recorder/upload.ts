/** Handing in the records of a register behind what the portal has (docs/recorder.md, Records). */
import { digestOfLine, readBatch, signedText, type LineSource } from './batches.ts';
import type { Connection } from './connection.ts';
import type { Identities, Identity } from './identities.ts';
import type { Lanes } from './lanes.ts';
import { numberIn, refusalOf, textIn, type Refusal } from './read.ts';

/** What an upload works with. */
export interface UploadParts {
  source: LineSource;
  connection: Connection;
  identities: Identities;
  /** Shared by all registers: reading, packing and sending at a time. */
  lanes: Lanes;
  /** Resolves when sales leave room. */
  room: () => Promise<void>;
}

/** What came of a batch. */
export type Uploaded =
  /** The record that the portal waits for now. */
  | { nextSq: number; lastLine: string | null }
  | { unreachable: string }
  /** The secret is not in force any more. */
  | 'activate'
  /** The portal has another record with this number. */
  | { conflict: number }
  | { refused: string; why: Refusal };

/**
 * Hands in one batch. Nothing is remembered here: what is sent again because an answer
 * was lost is known to the portal.
 * @param previous digest of the line before, where it is known
 * @throws Error when the journal cannot be read
 */
export function uploadBatch(
  portal: URL,
  parts: UploadParts,
  register: { rn: string; identity: Identity; from: number; until: number; previous: string | null },
): Promise<Uploaded> {
  return parts.lanes.with(async () => {
    await parts.room();
    const { source, connection, identities } = parts;
    const { rn, identity, from, until } = register;
    const previous = register.previous ?? (await digestOfLine(source, rn, from - 1));
    const batch = await readBatch(source, rn, from, until);
    const answered = await connection.ask(portal, {
      method: 'POST',
      path: '/records',
      secret: identity.secret,
      headers: {
        'content-encoding': 'gzip',
        'tillmark-signature': await identities.sign(signedText(identity.registerId, batch)),
        ...(previous !== null && { 'tillmark-previous': previous }),
      },
      body: batch.packed,
    });
    if ('unreachable' in answered) return answered;
    const { status, body } = answered;
    const nextSq = numberIn(body, 'nextSq');
    const sq = numberIn(body, 'sq');
    // Whoever says less than what was just handed in has not taken it.
    if (status === 200 && nextSq !== null && nextSq > batch.lastSq) {
      // Its last line is told; another one than ours is another history.
      const told = textIn(body, 'lastLine');
      const isOther = nextSq === batch.lastSq + 1 && told !== null && told !== batch.lastLine;
      return isOther
        ? { conflict: batch.lastSq }
        : { nextSq, lastLine: nextSq === batch.lastSq + 1 ? batch.lastLine : null };
    }
    if (status === 401) return 'activate';
    if (status === 409 && sq !== null) return { conflict: sq };
    if (status === 409 && nextSq !== null && nextSq > 0) return { nextSq, lastLine: null };
    return refusalOf(answered);
  });
}
