/** How the authority of an example is told of its receipts. */
import type { CountryDelivery } from '../contract/delivery.ts';
import { countryOf } from '../list.ts';
import type { CountryExample } from './example.ts';

/** Undefined where nobody is told of the example's receipts. */
export function deliveryOf({ cfg, untold }: CountryExample): CountryDelivery['delivery'] {
  return untold ? undefined : countryOf(cfg.Cmp.Ctry).delivery;
}
