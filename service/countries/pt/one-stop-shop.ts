/**
 * Sales to private customers of other member states under the VAT of their
 * country (one-stop shop, OSS): `ESR.PT_OSS=1`. Nothing but the POS knows that a
 * sale is one, since many percentages are those of Portugal too.
 */
import type { Issue } from '../../receipt/issue.ts';
import { decimalText } from '../../receipt/money.ts';
import type { CompleteEsr, Esr, Tax } from '../../receipt/tra.ts';
import { issue } from './codes.ts';
import { isZeroRate } from './exemptions.ts';
import { customerTaxId } from './tax-id.ts';
import { isStampDuty } from './taxes.ts';

/** Member states besides Portugal, ISO 3166. */
const MEMBER_STATES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL RO SE SI SK'.split(' '),
);
/** Least normal rate of a member state (Directive 2006/112/EC, article 97). */
const LEAST_NORMAL = 15;

function isSaid({ PT_OSS: said }: Esr): boolean {
  return said === '1' || said === 'true';
}

/** Checks that there is a private customer in another member state. */
export function checkOneStopShop(esr: Esr): Issue[] {
  if (!isSaid(esr)) return [];
  if (!MEMBER_STATES.has(esr.Ctm?.Ctry ?? ''))
    return [issue('#PT_OSS', 'ESR.Ctm.Ctry', 'PT_OSS needs the member state whose VAT it is, other than PT')];
  if (customerTaxId(esr) === null) return [];
  return [issue('#PT_OSS', 'ESR.Ctm.TaxId', 'PT_OSS is for customers without a tax id')];
}

/** The tax lines of a document; those under the VAT of another country say so. */
export function taxLinesOf(esr: Pick<CompleteEsr, 'TaxA'> & Esr): readonly Tax[] {
  if (!isSaid(esr)) return esr.TaxA;
  return esr.TaxA.map((tax) => {
    const rate = decimalText(tax.Prc ?? '') ?? '0';
    if (isZeroRate(rate) || tax.PT_Region !== undefined || isStampDuty(tax.TaxG ?? '')) return tax;
    const code = tax.PT_TaxCode ?? (Number(rate) >= LEAST_NORMAL ? 'NOR' : 'RED');
    return { ...tax, PT_Region: esr.Ctm?.Ctry, PT_TaxCode: code };
  });
}
