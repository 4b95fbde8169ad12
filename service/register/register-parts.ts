/** What the parts of a register work with: its books, and its turns. */
import type { Country } from '../countries/contract/country.ts';
import type { CountryContext } from '../countries/contract/services.ts';
import type { StateChange } from '../countries/contract/work.ts';
import type { Cfg } from '../receipt/cfg.ts';
import type { TraC } from '../receipt/tra.ts';
import type { Ledger } from './ledger.ts';
import type { Pipeline } from './pipeline.ts';
import type { StepContext } from './receipt-checks.ts';
import type { RecordWriter } from './record-writer.ts';
import type { Records } from './records.ts';
import type { RegisterServices } from './requests.ts';
import type { Step } from './turns.ts';

/** A register, as its parts see it. */
export interface RegisterParts {
  readonly rn: string;
  readonly services: RegisterServices;
  readonly ledger: Ledger;
  readonly records: Records;
  readonly writer: RecordWriter;
  readonly pipeline: Pipeline;
  /** The configuration in force and its country; null before the first one. */
  readonly cfg: Cfg | null;
  readonly country: Country | null;
  /** What the country may use now; null before the first configuration. */
  readonly context: CountryContext | null;
  /** A step that needs a configuration. */
  inTurn(step: (stepContext: StepContext) => Promise<Step>): Promise<TraC>;
  /** A step of a sale, on a machine that registers sales. */
  selling(step: (stepContext: StepContext) => Promise<Step>): Promise<TraC>;
  /** Journals a change of state, unless there is nothing left to do when its turn comes. */
  journalChange(stateChange: StateChange): Promise<TraC>;
}
