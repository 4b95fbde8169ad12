/** Times of Spain with their offset: that of the Canaries is one hour behind. */
import type { Cfg } from '../../receipt/cfg.ts';
import { zoneMoment } from '../base/online/zone-time.ts';
import { taxOf } from './region.ts';

const peninsula = zoneMoment('Europe/Madrid');
const canaries = zoneMoment('Atlantic/Canary');

/** A moment (ms since 1970) as the clocks of the shop's place show it, with its offset: whatever zone the machine is set to. */
export function spanishTime(ms: number, cfg: Cfg): string {
  return taxOf(cfg) === 'IGIC' ? canaries(ms) : peninsula(ms);
}
