/** What the set-up assistant and the forms of a register's configuration ask and are told. Types only. */
import type { Cfg } from '../receipt/cfg.ts';
import type { Problem } from '../wire.ts';

export type { Cfg } from '../receipt/cfg.ts';

/** Steps of setting up a register, in their order. */
export type SetupStepName =
  'company' | 'place' | 'fiscal' | 'printer' | 'backup' | 'password' | 'portal' | 'receipt';

/**
 * How far a step is.
 * - `done`: it is configured
 * - `missing`: without it nothing can be sold, or it should not be left out
 * - `optional`: a shop can do without
 */
export type SetupState = 'done' | 'missing' | 'optional';

/** A step with its state. */
export interface SetupStep {
  name: SetupStepName;
  state: SetupState;
}

/**
 * A country to choose from.
 * - `fiscal`: its fiscal law is fulfilled; `free`: no fiscal law is known
 */
export interface SetupCountry {
  /** ISO 3166 alpha-2. */
  code: string;
  kind: 'fiscal' | 'free';
  /** How companies are known there, where the country says it. */
  taxId: { name: string; example: string } | null;
}

/** A register with where it stands. */
export interface PlacedCfg {
  rn: string;
  company: string;
  taxId: string;
  country: string;
  TL: string;
  location: string;
  TT: string;
}

/** Answer of `GET /control/setup`. */
export interface SetupOverview {
  rn: string;
  /** Number of the record that the configuration is from, 0 before the first: what is saved names it. */
  version: number;
  cfg: Cfg | null;
  steps: SetupStep[];
  /** What the country needs besides a configuration. */
  needs: {
    /** A signing key of this installation; it makes one for tests by itself. */
    key: boolean;
    /** Signature units: the page for them. */
    units: boolean;
    /** A fiscal printer, which numbers receipts. */
    device: boolean;
    /** It has a page of its own, or one that describes itself. */
    page: boolean;
  };
  /** What the country still misses, as the status page says it. */
  problems: Problem[];
  /** Folder that backups go to; null without one. */
  backupPath: string | null;
  /** Training that was registered, or a sale; null before. */
  lastReceipt: { sq: number } | null;
  /** Those that can be chosen, the ones with a fiscal law that is fulfilled first. */
  countries: SetupCountry[];
  /** All registers that are configured. */
  registers: PlacedCfg[];
  /** A number that no till at the location "1" has: for a register that has none yet. */
  freeTerminal: string;
}

/** A folder that backups could go to. */
export interface FolderProposal {
  /** Full path; it need not be there yet. */
  path: string;
  /** Bytes that are free there. */
  free: number;
  /** On another drive than the data: it is not lost together with them. */
  isElsewhere: boolean;
}

/** Fields of a configuration that the page has, by their place in the record. */
export type CfgField = `${'Cmp' | 'Loc' | 'Trm' | 'Doc'}.${string}`;

/**
 * What is wrong with a field.
 * - `required`: it must be filled in
 * - `taxId`: wrong length or check digit
 * - `prefix`: the tax id begins with the code of another country
 * - `long`: too many characters
 * - `days`: it must be a whole number of days
 * - `place`: the law of the country wants another form of location or terminal
 * - `taken`: another register numbers the terminal
 * - `fixed`: the register has receipts of another company, location or terminal
 * - `other`: `text` says it in English
 */
export type CfgProblem =
  'required' | 'taxId' | 'prefix' | 'long' | 'days' | 'place' | 'taken' | 'fixed' | 'other';

/** What there is to say about a field. */
export interface CfgRemark {
  field: CfgField;
  problem: CfgProblem;
  /** False: it may be saved all the same. */
  isRefused: boolean;
  /** English. */
  text: string;
}

/** Result of `POST /control/setup/check`. */
export interface CfgCheck {
  remarks: CfgRemark[];
}

/**
 * Actions of `POST /control/setup/{action}?RN=` with their bodies.
 */
export interface SetupActions {
  /** Says what is wrong with a configuration, and stores nothing. Records that are left out stay as they are. */
  check: { Cfg: Partial<Cfg> };
  /** Stores it, unless it was changed since `version`: 409 then. */
  save: { Cfg: Partial<Cfg>; version: number };
  /** Sets the folder for backups, which is made where only its last part is missing. */
  backup: { path: string };
  /** Registers a receipt for training. */
  receipt: Record<string, never>;
}
