/** The systems by region. */
import type { Region } from './region.ts';
import { signed } from './signed/system.ts';
import type { FiscalSystem } from './system.ts';
import { TICKETBAI } from './ticketbai/system.ts';
import { verifactu } from './verifactu/system.ts';

/** The system of a region; null where this version has none yet. */
export function systemOf(region: Region): FiscalSystem | null {
  return SYSTEMS.find((system) => system.region === region) ?? null;
}

const SYSTEMS: readonly FiscalSystem[] = [signed, verifactu, ...TICKETBAI];
