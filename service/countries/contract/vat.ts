/** What a country knows of value added tax for electronic invoices (EN 16931). */
import type { Esr, Tax } from '../../receipt/tra.ts';

/**
 * VAT category codes of UNCL 5305 as far as EN 16931 has them: standard and reduced
 * rates, zero rated, exempt, reverse charge, supply within the Union, export, outside
 * of the scope, Canaries (IGIC), Ceuta and Melilla (IPSI), split payment (IT).
 */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B'] as const;

/** A category, see {@link VAT_CATEGORIES}. */
export type VatCategory = (typeof VAT_CATEGORIES)[number];

/** What a line of the tax table is; `problem` says in English why no invoice can show it. */
export type VatLine =
  | {
      category: VatCategory;
      /** Why it bears no tax, in words; missing where the category says enough. */
      reason?: string;
    }
  | { problem: string };

/** What a country adds to electronic invoices. */
export interface CountryVat {
  /** What a line of the tax table is, where the country's groups say so; null where the percentage or the POS does. */
  vatLine?(tax: Tax, esr: Esr): VatLine | null;
  /** The standard payment group (doc 3, PayG) that a national one stands for; undefined for none. */
  standardPayment?: (group: string) => string | undefined;
}
