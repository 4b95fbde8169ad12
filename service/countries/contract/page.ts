/** What the control page shows and does for a country. */
import type { Json } from '../../receipt/json.ts';
import type { Tree } from '../../receipt/tree.ts';
import type { Problem } from '../../wire.ts';
import type { DescribedPage } from './described-page/page.ts';
import type { CountryContext } from './services.ts';
import type { State } from './state.ts';
import type { Outcome, Work } from './work.ts';

/** What the control page shows and does for a country. */
export interface CountryPage {
  /** What the control page shows of a register, in the country's own shape. */
  overview?(state: State, context: CountryContext): Json;
  /**
   * The same as data that the control page draws by itself: the country needs no
   * code of its own in the renderer. Without an `overview` beside it, only actions
   * that it offers as it stands reach `act`, with fields within their bounds.
   */
  page?(state: State, context: CountryContext): DescribedPage;
  /** An action of the control page; its state changes and own receipts are journaled one after the other. */
  act?(
    action: string,
    input: Tree,
    state: State,
    context: CountryContext,
  ): AsyncGenerator<Work, Outcome, void>;
  /** Reasons why a register cannot sell or should be looked after, beyond those of all countries. */
  problems?(state: State, context: CountryContext): Problem[];
}
