/** Local times of Spain with their offset: that of the Canaries is one hour behind. */
import type { Cfg } from '../../receipt/cfg.ts';
import { withOffset, zoneTime } from '../base/online/zone-time.ts';
import { taxOf } from './region.ts';

const peninsula = withOffset(zoneTime('Europe/Madrid'));
const canaries = withOffset(zoneTime('Atlantic/Canary'));

/** A local time of the shop (`YYYY-MM-DDThh:mm:ss`) with its offset. */
export function spanishMoment(local: string, cfg: Cfg): string {
  return taxOf(cfg) === 'IGIC' ? canaries(local) : peninsula(local);
}
