/** Local times of Spain with their offset: that of the Canaries is one hour behind. */
import type { Cfg } from '../../receipt/cfg.ts';
import { withOffset, zoneTime } from '../base/online/zone-time.ts';
import { taxOf } from './region.ts';

const faces = { peninsula: zoneTime('Europe/Madrid'), canaries: zoneTime('Atlantic/Canary') };
const peninsula = withOffset(faces.peninsula);
const canaries = withOffset(faces.canaries);

/** A local time of the shop (`YYYY-MM-DDThh:mm:ss`) with its offset. */
export function spanishMoment(local: string, cfg: Cfg): string {
  return taxOf(cfg) === 'IGIC' ? canaries(local) : peninsula(local);
}

/** A moment (ms since 1970) as the clocks of the shop's place show it, with its offset: whatever zone the machine is set to. */
export function spanishTime(ms: number, cfg: Cfg): string {
  return spanishMoment(taxOf(cfg) === 'IGIC' ? faces.canaries(ms) : faces.peninsula(ms), cfg);
}
