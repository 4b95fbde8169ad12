/** Jobs of a printer: what is to be printed, and how far it has come. */

/** What a job prints. */
export type JobContent =
  /** A registered receipt. `again`: it may be on paper already, and comes out marked as a copy. */
  | { kind: 'receipt'; sq: number; again?: true }
  /** The page that shows whether width, characters and codes come out right. */
  | { kind: 'test' };

/**
 * How far a job has come:
 * - `waiting`: nothing of it was sent
 * - `sending`: parts of it may be on paper
 * - `unknown`: it was sent, and nobody can tell whether it is on paper; a person has to look
 * - `failed`: nothing can be made of it, and nothing was sent; a person has to decide
 * - `ended`: nothing more becomes of it. The newest of them are kept, to be looked at and so that the next start knows how far printing had come
 */
export type JobState = (typeof JOB_STATES)[number];
const JOB_STATES = ['waiting', 'sending', 'unknown', 'failed', 'ended'] as const;

/**
 * How a job has ended:
 * - `printed`: it is on paper, as the printer or a person says
 * - `sent`: the printer took it, and is one that tells nothing
 * - `again`: it was ordered once more, as another job
 * - `dropped`: a person gave it up
 * - `late`: too many waited, and it was the oldest
 * - `nothing`: there was nothing to print
 */
export type JobEnd = (typeof JOB_ENDS)[number];
const JOB_ENDS = ['printed', 'sent', 'again', 'dropped', 'late', 'nothing'] as const;

/** A job of a printer. */
export interface Job {
  /** Counts upwards for each register. */
  id: number;
  /** When it was ordered, ISO 8601 local time. */
  at: string;
  content: JobContent;
  state: JobState;
  /** How it has ended, and when (as `at`). */
  end?: { how: JobEnd; at: string };
}

/** The four characters that a printer names a job by. */
export function processId(id: number): string {
  return (id % 36 ** 4).toString(36).padStart(4, '0');
}

/** Reads what was stored of a job; null for what is none. */
export function jobFrom(value: unknown): Job | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, at, content, state, end } = value as Record<string, unknown>;
  if (!isCount(id) || typeof at !== 'string') return null;
  if (!isState(state)) return null;
  const read = contentFrom(content);
  const ended = endFrom(end);
  return read && { id, at, content: read, state, ...(ended && { end: ended }) };
}

function endFrom(value: unknown): Job['end'] | null {
  if (typeof value !== 'object' || value === null) return null;
  const { how, at } = value as Record<string, unknown>;
  const known = JOB_ENDS.find((each) => each === how);
  return known && typeof at === 'string' ? { how: known, at } : null;
}

function contentFrom(value: unknown): JobContent | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, sq, again } = value as Record<string, unknown>;
  if (kind === 'test') return { kind };
  return kind === 'receipt' && isCount(sq) ? { kind, sq, ...(again === true && { again }) } : null;
}

function isState(value: unknown): value is JobState {
  return JOB_STATES.some((state) => state === value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
