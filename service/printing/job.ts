/** Jobs of a printer: what is to be printed, and how far it has come. */

/** What a job prints. */
export type JobContent =
  /** A registered receipt. `again`: a person has asked for it once more. */
  | { kind: 'receipt'; sq: number; again?: true }
  /** The page that shows whether width, characters and codes come out right. */
  | { kind: 'test' };

/**
 * How far a job has come:
 * - `waiting`: nothing of it was sent
 * - `sending`: parts of it may be on paper
 * - `unknown`: it was sent, and nobody can tell whether it is on paper; a person has to look
 * - `ended`: kept on disk as long as it is the newest, so that the next start knows how far printing had come
 */
export type JobState = 'waiting' | 'sending' | 'unknown' | 'ended';

/** A job of a printer. */
export interface Job {
  /** Counts upwards for each register. */
  id: number;
  /** When it was ordered, ISO 8601 local time. */
  at: string;
  content: JobContent;
  state: JobState;
}

/** The four characters that a printer names a job by. */
export function processId(id: number): string {
  return (id % 36 ** 4).toString(36).padStart(4, '0');
}

/** Reads what was stored of a job; null for what is none. */
export function jobFrom(value: unknown): Job | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, at, content, state } = value as Record<string, unknown>;
  if (!isCount(id) || typeof at !== 'string') return null;
  if (!isState(state)) return null;
  const read = contentFrom(content);
  return read && { id, at, content: read, state };
}

function contentFrom(value: unknown): JobContent | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, sq, again } = value as Record<string, unknown>;
  if (kind === 'test') return { kind };
  return kind === 'receipt' && isCount(sq) ? { kind, sq, ...(again === true && { again }) } : null;
}

function isState(value: unknown): value is JobState {
  return value === 'waiting' || value === 'sending' || value === 'unknown' || value === 'ended';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
