/** What Spain adds to electronic invoices, and to what is said of a configuration. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Tax } from '../../receipt/tra.ts';
import type { VatLine } from '../contract/vat.ts';
import { OWN_TREASURIES, provinceOf } from './region.ts';

const REASONS: Readonly<Record<string, VatLine>> = {
  Z: { category: 'E', reason: 'Exento (art. 20 LIVA)' },
  E1: { category: 'E', reason: 'Exento (art. 20 LIVA)' },
  E2: { category: 'G' },
  E3: { category: 'E', reason: 'Exento (art. 22 LIVA)' },
  E4: { category: 'E', reason: 'Exento (art. 23 y 24 LIVA)' },
  E5: { category: 'K' },
  E6: { category: 'E', reason: 'Exento' },
  E7: { category: 'E', reason: 'Exento' },
  E8: { category: 'E', reason: 'Exento' },
  S2: { category: 'AE' },
  N1: { category: 'O', reason: 'No sujeto (art. 7 y 14 LIVA)' },
  N2: { category: 'O', reason: 'No sujeto por reglas de localización' },
};

/** {@link Country.vatLine} of Spain. */
export function vatLine({ TaxG = '' }: Tax): VatLine | null {
  if (/^R[ABCT]$/.test(TaxG))
    return { problem: 'the equivalence surcharge has no place in an invoice of EN 16931' };
  return Object.hasOwn(REASONS, TaxG) ? REASONS[TaxG]! : null;
}

/** {@link Country.cfgWarnings} of Spain. */
export function cfgWarnings({ Cmp }: Cfg): string[] {
  const own = OWN_TREASURIES[provinceOf(Cmp.Zip)];
  if (own === undefined) return [];
  return [
    own === 'navarra'
      ? 'Cfg.Cmp.Zip: Navarra has its own treasury, and neither VERI*FACTU nor TicketBAI'
      : `Cfg.Cmp.Zip: this province has TicketBAI; set the attribute ES_Region to ${own}`,
  ];
}
