/** What leaves the database when its segment is archived. */
import { LATE } from '../../receipt/late.ts';

/**
 * Types of the records that come with every sale. All others are few, and stay: the
 * last configuration must not need a file.
 */
export const LEAVING: ReadonlySet<string> = new Set(['Tra', LATE]);

/** {@link LEAVING} for SQL. */
export const IS_LEAVING = `type IN ('Tra', '${LATE}')`;
