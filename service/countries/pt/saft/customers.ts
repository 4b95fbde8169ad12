/** Customers of a file, as they were on the documents. */
import { isCountry } from '../../../receipt/iso-countries.ts';
import type { Customer, Esr, Fis } from '../../../receipt/tra.ts';
import {
  customerCountry,
  customerTaxId,
  FINAL_CONSUMER,
  FINAL_CONSUMER_NAME,
  withoutPrefix,
} from '../tax-id.ts';
import { element, fit, UNKNOWN_TEXT } from './text.ts';
import { contentHash, UniqueIds } from './unique-ids.ts';

const HOME = 'PT';
/** Id of everyone who gave neither name nor tax id. */
const GENERIC_ID = '0';
const LONGEST_ID = 30;

/** Country in the file; a code that the schema does not know is as good as none. */
export function exportedCountry(code: string): string {
  return isCountry(code) ? code : UNKNOWN_TEXT;
}

/**
 * The customer's country, the same in the QR code and in the file. Without tax id it is that of the address
 * that was given with a name; whoever says nothing is a final consumer at home.
 */
export function buyerCountry(esr: Esr): string {
  const isUnknown = customerTaxId(esr) === null && nameOf(esr.Ctm) === '';
  return isUnknown ? HOME : exportedCountry(customerCountry(esr));
}

/** True for a document whose QR code says that its customer is at home, as those without tax id once were all. */
function isPrintedAtHome(fis: Fis | undefined): boolean {
  return fis?.Code?.includes(`*C:${HOME}*`) ?? false;
}

/** The customers of a file, each content once. */
export class Customers {
  private readonly ids = new UniqueIds(LONGEST_ID);
  /** Id by content; the content is all of the record but its id. */
  private readonly known = new Map<string, string>();

  constructor() {
    // Whoever has the customer number 0 must not become the final consumer.
    this.ids.claim(GENERIC_ID, GENERIC);
  }

  /** Id of the customer of a document. */
  idOf(esr: Esr, fis?: Fis): string {
    const taxId = customerTaxId(esr);
    const name = nameOf(esr.Ctm);
    const generic = taxId === null && name === '';
    const content = generic ? GENERIC : contentOf(esr, taxId, name, fis);
    const known = this.known.get(content);
    if (known !== undefined) return known;
    const wished = generic ? GENERIC_ID : fit(esr.Ctm?.CN, LONGEST_ID) || contentHash(content);
    const id = this.ids.claim(wished, content);
    this.known.set(content, id);
    return id;
  }

  /** The `Customer` elements. */
  *xml(): Iterable<string> {
    for (const [content, id] of this.known) {
      yield `<Customer>${element('CustomerID', id)}${content}</Customer>\n`;
    }
  }
}

function nameOf(customer: Customer | undefined): string {
  return fit([customer?.Nam, customer?.Nam2].filter(Boolean).join(' '), 100);
}

function contentOf(esr: Esr, taxId: string | null, name: string, fis: Fis | undefined): string {
  const { Adr, AdrNr, Adr2, Zip, City } = esr.Ctm ?? {};
  const country = taxId === null && isPrintedAtHome(fis) ? HOME : buyerCountry(esr);
  const street = [[Adr, AdrNr].filter(Boolean).join(', '), Adr2].filter(Boolean).join(', ');
  return content(
    taxId === null ? FINAL_CONSUMER : withoutPrefix(taxId, customerCountry(esr)),
    name,
    { street, City, Zip },
    country,
  );
}

function content(
  taxId: string,
  name: string,
  address: { street?: unknown; City?: unknown; Zip?: unknown },
  country: string,
): string {
  return [
    element('AccountID', UNKNOWN_TEXT),
    element('CustomerTaxID', fit(taxId, 30) || FINAL_CONSUMER),
    element('CompanyName', name || UNKNOWN_TEXT),
    '<BillingAddress>',
    element('AddressDetail', fit(address.street, 210) || UNKNOWN_TEXT),
    element('City', fit(address.City, 50) || UNKNOWN_TEXT),
    element('PostalCode', fit(address.Zip, 20) || UNKNOWN_TEXT),
    element('Country', country),
    '</BillingAddress>',
    '<SelfBillingIndicator>0</SelfBillingIndicator>',
  ].join('');
}

const GENERIC = content(FINAL_CONSUMER, FINAL_CONSUMER_NAME, {}, HOME);
