/** What the recorder needs of the registers; service/run/recorder.ts gives it. */
import type { Json } from '../receipt/json.ts';
import type { Tree } from '../receipt/tree.ts';
import type { Problem } from '../wire.ts';
import type { Difference } from './difference.ts';
import type { PortalState } from './sign-of-life.ts';

/** What exports and audits of the country cannot read in the journal (docs/recorder.md, Records). */
export interface InstallationData {
  program: {
    product: string;
    version: string;
    producer: { name: string; taxId: string };
    certificate: string;
  };
  values: Record<string, Json>;
  /** PEM by file name. */
  publicKeys: Record<string, string>;
}

/** A register that has a configuration. */
export interface RecordedRegister {
  rn: string;
  taxId: string;
  /** ISO 3166 alpha-2. */
  country: string;
  tl?: string | undefined;
  tt?: string | undefined;
  /** Tag of the base data taken last, the state told last and its number at the portal; null before the first ones. */
  taken: { tag: string | null; state: PortalState | null; register: number | null };
  problems: readonly Problem[];
  /**
   * Takes base data of the portal, journaled.
   * @returns why they cannot be taken, in English; null when they were
   */
  takeBaseData(body: Tree, tag: string): Promise<string | null>;
  /** Journals its state and its number at the portal; false when that cannot be done now. */
  takeState(state: PortalState, registerId: number): Promise<boolean>;
  /** Journals that its records are begun anew at the portal; false when that cannot be done now. */
  beginRow(difference: Difference, registerId: number): Promise<boolean>;
  /** Journals that the portal has given it a licence. */
  takeLicense(productId: string): Promise<void>;
}

/** The registers of a service. */
export interface RecordedRegisters {
  /** Names of all that have records. */
  readonly names: readonly string[];
  /** Null for one without configuration. */
  find(rn: string): Promise<RecordedRegister | null>;
  /** Sequence number of the last record. */
  lastSq(rn: string): Promise<number>;
  installation(rn: string): Promise<InstallationData | null>;
}
