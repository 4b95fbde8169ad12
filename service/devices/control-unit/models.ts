/** The control units that there are drivers for. */
import { cleanCash } from './cleancash.ts';
import type { ControlUnits } from './contract.ts';
import { controlServer, enrol } from './tcs.ts';

/** See above. Nothing is opened before a unit is asked. */
export const CONTROL_UNITS: ControlUnits = {
  open: (settings, timeoutMs) =>
    settings.kind === 'cleancash' ? cleanCash(settings, timeoutMs) : controlServer(settings, timeoutMs),
  enrol,
};
