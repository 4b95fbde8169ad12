/** The control units that there are drivers for. */
import { ccsp } from './ccsp.ts';
import { cleanCash } from './cleancash.ts';
import type { ControlUnits } from './contract.ts';
import { posplus } from './posplus.ts';
import { controlServer, enrol } from './tcs.ts';

/** See above. Nothing is opened before a unit is asked. */
export const CONTROL_UNITS: ControlUnits = {
  open(settings, timeoutMs) {
    switch (settings.kind) {
      case 'cleancash':
        return cleanCash(settings, timeoutMs);
      case 'ccsp':
        return ccsp(settings.at, timeoutMs);
      case 'posplus':
        return posplus(settings.at, timeoutMs);
      case 'tcs':
        return controlServer(settings, timeoutMs);
    }
  },
  enrol,
};
