/** What a demo is put into. */
import type { Tree } from '../receipt/tree.ts';
import { act } from '../register/country-work.ts';
import type { Register } from '../register/register.ts';
import type { Registers } from '../register/registers.ts';
import type { FiscalPaper } from './fiscal-paper.ts';

/** An empty data root that is open. */
export interface DemoPlace {
  registers: Registers;
  /** The device that was chosen for it (`DEMO_DEVICES`); missing: the usual one. */
  device?: string | undefined;
  /** Where files may be kept. */
  folder: string;
  /** Sets up a signature unit with a test key for a company. */
  addTestUnit: (company: string) => Promise<void>;
  /** The page shows the paper of a fiscal printer in place of the receipt printer's. */
  showPaper: (paper: FiscalPaper) => void;
  /** Sets attributes of the profile, by name. */
  setAttributes: (values: Readonly<Record<string, string>>) => Promise<void>;
}

/** Does an action of a register's page. A mistake in the data is a defect, so it throws. */
export async function enter(register: Register, action: string, input: Tree): Promise<void> {
  const outcome = await act(register, action, input);
  if (!outcome || 'issues' in outcome)
    throw new Error(`${action} of the demo is refused: ${JSON.stringify(outcome)}`);
}
