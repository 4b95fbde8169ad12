/** What a country sees of a register’s state. */
import type { Json } from '../../receipt/json.ts';

/** The register's state as the country sees it. Keys begin with the country code, e.g. `PT/FS 1_1.26`. */
export interface State {
  get(key: string): Json | undefined;
  keys(): Iterable<string>;
}
