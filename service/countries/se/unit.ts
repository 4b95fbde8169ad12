/** The control unit of a register: its settings in the vault, what it said last, turns. */
import type { Json } from '../../receipt/json.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import { isTree } from '../../receipt/tree.ts';
import { registerId } from '../base/cash-register/books.ts';
import type {
  ClientIdentity,
  ControlUnit,
  SerialUnitKind,
  UnitFailure,
  UnitSettings,
} from '../contract/control-unit.ts';
import type { CountryContext, Vault } from '../contract/services.ts';
import { KEYS } from './books.ts';
import { companyNumber } from './company.ts';

/** What a manager enters. The certificate of a control server comes apart. */
export type KeptUnit =
  | { kind: 'cleancash'; url: string; user: string; password: string }
  /** `url` is the address of a port. */
  | { kind: SerialUnitKind; url: string }
  | { kind: 'tcs'; url: string; application: string; ca: string };

/** A certificate with its key, PEM, as it is kept. */
export type KeptClient = ClientIdentity & Record<string, Json>;

/** What is known of the unit since the service started. */
export interface Seen {
  /** Milliseconds since 1970. */
  at: number;
  /** Serial number; empty where it did not tell. */
  unit: string;
  warning: string | null;
  failure: UnitFailure | null;
}

/** Longest time for a message unless `Fiscal_Timeout` says otherwise. */
const TIMEOUT_MS = 5000;

/** Designation of the register (kassabeteckning), which the unit knows it by. */
export function designation(cfg: Cfg): string {
  return registerId({ get: () => undefined }, cfg, KEYS);
}

/** A register of whatever company: several may be in one installation. */
const nameOf = (cfg: Cfg) => `${companyNumber(cfg)} ${designation(cfg)}`;
const unitKey = (cfg: Cfg) => `SE/unit ${nameOf(cfg)}`;
const clientKey = (cfg: Cfg) => `SE/client ${nameOf(cfg)}`;
const seenKey = (cfg: Cfg) => `SE/seen ${nameOf(cfg)}`;

/** The unit that a manager named; null for none. */
export function keptUnit(vault: Pick<Vault, 'get'>, cfg: Cfg): KeptUnit | null {
  const kept = vault.get(unitKey(cfg));
  return isTree(kept) ? (kept as unknown as KeptUnit) : null;
}

/** The certificate that the register shows to a control server; null for none. */
export function keptClient(vault: Pick<Vault, 'get'>, cfg: Cfg): KeptClient | null {
  const kept = vault.get(clientKey(cfg));
  return isTree(kept) ? (kept as unknown as KeptClient) : null;
}

/** Keeps the unit. */
export function keepUnit({ vault, cfg }: CountryContext, unit: KeptUnit): Promise<void> {
  return vault.set(unitKey(cfg), unit);
}

/** Keeps the certificate; null forgets it. */
export function keepClient({ vault, cfg }: CountryContext, client: KeptClient | null): Promise<void> {
  return vault.set(clientKey(cfg), client);
}

/** What was heard of the unit last; null before. */
export function seenUnit({ memory, cfg }: Pick<CountryContext, 'memory' | 'cfg'>): Seen | null {
  return (memory.get(seenKey(cfg)) ?? null) as Seen | null;
}

/** Notes what was heard of the unit. */
export function noteUnit(context: CountryContext, heard: Partial<Omit<Seen, 'at'>>): void {
  const before = seenUnit(context);
  const seen: Seen = {
    ...{ unit: before?.unit ?? '', warning: null, failure: null },
    ...heard,
    at: context.clock.now(),
  };
  context.memory.set(seenKey(context.cfg), seen);
}

/** The unit of a register. */
export interface UnitInUse {
  unit: ControlUnit;
  isServer: boolean;
}

/** How a unit is reached; null while something is missing. */
export function settingsOf({ vault, cfg }: Pick<CountryContext, 'vault' | 'cfg'>): UnitSettings | null {
  const kept = keptUnit(vault, cfg);
  if (!kept || kept.kind === 'cleancash') return kept;
  if (kept.kind !== 'tcs') return { kind: kept.kind, at: kept.url };
  const client = keptClient(vault, cfg);
  if (!client) return null;
  const { kind, url, application, ca } = kept;
  return { kind, url, application, client, ...(ca !== '' && { ca }) };
}

/** Opens the unit; null without one. @param share of the time limit */
export function unitOf(context: CountryContext, share = 1): UnitInUse | null {
  const settings = settingsOf(context);
  if (!settings || !context.controlUnits) return null;
  const timeoutMs = Math.max(1, context.attributes().number('Fiscal_Timeout', TIMEOUT_MS) * share);
  const unit = context.controlUnits.open(settings, timeoutMs);
  return { unit, isServer: settings.kind === 'tcs' };
}

/** Waits until no other register is at the same unit; the returned function lets the next one in. */
export async function turnAt(context: CountryContext): Promise<() => void> {
  const kept = keptUnit(context.vault, context.cfg);
  // A server takes many at a time.
  if (!kept || kept.kind === 'tcs') return () => undefined;
  const key = `SE/turn ${kept.url}`;
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = context.memory.get(key) as Promise<void> | undefined;
  context.memory.set(key, promise);
  await before;
  return resolve;
}
