/** Names that belong to one country: error constants. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';

/** What a country adds to the lists of the house. */
export interface CountryNames {
  /** Error constants of its own, beginning with its code; see `receipt/error-codes.ts`. */
  codes?: ErrorCodes;
  /** What operators read about them, by language and constant without `#`. */
  messages?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
