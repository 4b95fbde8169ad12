/** What a demo is put into. */
import type { Registers } from '../register/registers.ts';

/** An empty data root that is open. */
export interface DemoPlace {
  registers: Registers;
  /** Where files may be kept. */
  folder: string;
  /** Sets up a signature unit with a test key for a company. */
  addTestUnit: (company: string) => Promise<void>;
  /** Sets attributes of the profile, by name. */
  setAttributes: (values: Readonly<Record<string, string>>) => Promise<void>;
}
