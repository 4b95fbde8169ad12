/** Portuguese tax numbers (NIF): nine digits, the last one a check digit. */
import { validate } from 'stdnum/lib/cjs/pt/nif.js';
import type { Esr } from '../../receipt/tra.ts';

/** Number that stands for an unnamed final consumer. */
export const FINAL_CONSUMER = '999999990';

/** How an unnamed final consumer is called. */
export const FINAL_CONSUMER_NAME = 'Consumidor final';

/** Drops blanks and the prefix PT. */
export function bareTaxId(taxId: string): string {
  return taxId.replace(/\s+/g, '').replace(/^PT/i, '');
}

/** The customer's tax id without PT prefix; null for the final consumer. */
export function customerTaxId(esr: Esr): string | null {
  const bare = bareTaxId(esr.Ctm?.TaxId ?? '');
  return bare === '' || bare === FINAL_CONSUMER ? null : bare;
}

/** The customer's country: stated, else from the prefix of the tax id, else Portugal. */
export function customerCountry(esr: Esr): string {
  const stated = esr.Ctm?.Ctry?.toUpperCase();
  if (stated !== undefined) return stated;
  const prefix = /^([A-Z]{2})\w{2,}$/i.exec(esr.Ctm?.TaxId?.replace(/\s+/g, '') ?? '');
  return prefix ? isoCountry(prefix[1]!) : 'PT';
}

/** A foreign tax id as QR code and SAF-T want it: without the prefix of its country. */
export function withoutPrefix(taxId: string, country: string): string {
  const prefix = isoCountry(taxId.slice(0, 2));
  return prefix === country && taxId.length > 2 ? taxId.slice(2) : taxId;
}

/** The country of a VAT prefix; Greece alone has one of its own. */
function isoCountry(prefix: string): string {
  const code = prefix.toUpperCase();
  return code === 'EL' ? 'GR' : code;
}

/** Verifies length and check digit of a number without prefix and blanks. */
export function isTaxId(nif: string): boolean {
  return /^\d{9}$/.test(nif) && validate(nif).isValid;
}
