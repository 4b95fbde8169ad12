/** Business premises that are registered at FURS: kept in the vault, for all registers there. */
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import type { CountryServices } from '../contract/services.ts';
import { bareTaxNumber } from './tax-number.ts';

/** Where they are: a part of a building, or A movable, B at a permanent place without a building, C a device without premises. */
export type Place =
  | { type: 'A' | 'B' | 'C' }
  | {
      /** Digits: cadastral community, building and its part. */
      cadastral: string;
      building: string;
      section: string;
      street: string;
      house: string;
      /** `B` of `24 B`; empty without. */
      houseMore: string;
      community: string;
      city: string;
      /** Four digits. */
      postcode: string;
    };

/** What FURS is told. */
export interface Premises {
  /** As it stands in receipt numbers. */
  id: string;
  place: Place;
  /** First day, `YYYY-MM-DD`. */
  from: string;
  closed: boolean;
  /** Empty for none. */
  note: string;
}

/** What is known of the premises of a register. */
export interface Registered extends Record<string, string | boolean | Record<string, string> | null> {
  /** Null: registered by another program. */
  place: Record<string, string> | null;
  from: string;
  closed: boolean;
  note: string;
  /** When FURS was told, local. */
  at: string;
  /** The test system was told. */
  test: boolean;
}

function nameOf(cfg: Cfg): string {
  return `SI/premises ${bareTaxNumber(cfg.Cmp.TaxId)} ${configuredTerminal(cfg).TL}`;
}

/** The premises of a register as they were registered; null when they were not, or at the other system alone. */
export function premisesOf(
  { vault }: Pick<CountryServices, 'vault'>,
  cfg: Cfg,
  test: boolean,
): Registered | null {
  const kept = (vault.get(nameOf(cfg)) as Registered | undefined | null) ?? null;
  return kept?.test === test ? kept : null;
}

/** Keeps what FURS was told. */
export function keepPremises(
  { vault }: Pick<CountryServices, 'vault'>,
  cfg: Cfg,
  registered: Registered,
): Promise<void> {
  return vault.set(nameOf(cfg), registered);
}
