/** All values of a record, one by one, so that nothing of it is missing whatever it is. */
import { VALUE_LENGTH } from './tables.ts';

/** A piece of a value. */
export interface ValuePiece {
  /** Where it stands in the record: `ESR.PosA[0].Dsc`. */
  path: string;
  /** From 1. */
  part: number;
  /** As JSON writes it. */
  text: string;
}

/**
 * The values in the order of the record, as JSON: so a text is told from a number, and line
 * ends stand as `\n`.
 */
export function* valuesOf(value: unknown, path = ''): Generator<ValuePiece> {
  const inner = Array.isArray(value)
    ? value.map((entry: unknown, i) => [`${path}[${i}]`, entry] as const)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).map(([name, entry]) => [path === '' ? name : `${path}.${name}`, entry] as const)
      : null;
  if (inner === null || inner.length === 0) yield* piecesOf(path, JSON.stringify(value ?? null));
  else for (const [at, entry] of inner) yield* valuesOf(entry, at);
}

function* piecesOf(path: string, text: string): Generator<ValuePiece> {
  const characters = text.length > VALUE_LENGTH ? [...text] : null;
  if (!characters) yield { path, part: 1, text };
  else
    for (let at = 0, part = 1; at < characters.length; at += VALUE_LENGTH, part++)
      yield { path, part, text: characters.slice(at, at + VALUE_LENGTH).join('') };
}
