/** The systems by region. */
import type { Region } from './region.ts';
import type { FiscalSystem } from './system.ts';

/** The system of a region; null where this version has none yet. */
export function systemOf(region: Region): FiscalSystem | null {
  return SYSTEMS.find((system) => system.region === region) ?? null;
}

/** TicketBAI adds its three. */
const SYSTEMS: readonly FiscalSystem[] = [];
