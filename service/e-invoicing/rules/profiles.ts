/** What profiles ask beyond EN 16931: Peppol BIS Billing 3, XRechnung 3. */
import type { InvoiceFormat } from '../formats.ts';
import type { Fault } from './check.ts';
import type { InvoiceContent } from './content.ts';

/** Rules of the profile that it breaks; of each only those that a register's invoice can break. */
export function profileFaults(content: InvoiceContent, rules: InvoiceFormat['rules']): Fault[] {
  const faults: Fault[] = [];
  const need = (rule: string, value: string, what: string) => {
    if (value === '') faults.push({ rule, text: `${what} is missing` });
  };
  const { seller, buyer, contact, due, terms, totals } = content;
  const isOpen = totals.due !== '' && !totals.due.startsWith('-') && /[1-9]/.test(totals.due);
  // Gone from release 1.3.16, and asked by all profiles that were made before.
  if (isOpen) need('BR-CO-25', due || terms, 'the day or the terms of payment');
  if (rules === 'peppol') {
    need('PEPPOL-EN16931-R001', content.process, 'the business process');
    need('PEPPOL-EN16931-R003', content.buyerReference || content.orderReference, 'a reference of the buyer');
    need('PEPPOL-EN16931-R020', seller.endpoint, 'the address of the seller');
    need('PEPPOL-EN16931-R010', buyer.endpoint, 'the address of the buyer');
    if (seller.scheme === 'EM' || buyer.scheme === 'EM')
      faults.push({ rule: 'PEPPOL-EN16931-CL008', text: 'a mail address is no address of the network' });
  }
  if (rules === 'xrechnung') {
    need('BR-DE-1', content.means[0]?.code ?? '', 'how it is paid');
    need('BR-DE-3', seller.city, 'the city of the seller');
    need('BR-DE-4', seller.zip, 'the postal code of the seller');
    need('BR-DE-5', contact.name, 'the contact of the seller (Cfg.Doc.ContactName)');
    need('BR-DE-6', contact.phone, 'the telephone of the seller (Cfg.Doc.ContactTelephone)');
    need('BR-DE-7', contact.mail, 'the mail address of the seller (Cfg.Doc.ContactElectronicMail)');
    need('BR-DE-8', buyer.city, 'the city of the buyer');
    need('BR-DE-9', buyer.zip, 'the postal code of the buyer');
    need('BR-DE-15', content.buyerReference, 'the reference of the buyer');
    need('PEPPOL-EN16931-R020', seller.endpoint, 'the address of the seller');
    need('PEPPOL-EN16931-R010', buyer.endpoint, 'the address of the buyer');
    if (contact.phone !== '' && contact.phone.replace(/\D/g, '').length < 3)
      faults.push({ rule: 'BR-DE-27', text: 'the telephone of the seller has less than three digits' });
  }
  return faults;
}
