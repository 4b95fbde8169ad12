/** Writes down an operation with what is usual left out. */
import { z } from 'zod';
import type { Operation, OperationSpec } from './operation.ts';

const NOTHING = z.object({});
type Nothing = typeof NOTHING;

/**
 * An operation of the table. Unless it says otherwise it takes no parameters,
 * it changes something when it is
 * not a GET, and whoever has a key or a session may ask.
 */
export function define<
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType | null = null,
>(spec: OperationSpec<P, Q, B>): Operation {
  return {
    ...spec,
    access: spec.access ?? 'caller',
    changes: spec.changes ?? spec.method !== 'GET',
    params: spec.params ?? NOTHING,
    query: spec.query ?? NOTHING,
    body: spec.body ?? null,
    // What it is given was checked against its own schemas.
    run: spec.run as Operation['run'],
  };
}
