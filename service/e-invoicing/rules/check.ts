/**
 * Holds a written invoice against the business rules of EN 16931-1 (release 1.3.16 of the
 * validation artefacts) that can be checked without their XSLT: what must be there
 * (BR), sums (BR-CO), decimals (BR-DEC), VAT categories (BR-S, Z, E, AE, IC, G, O, AF, AG),
 * and the further ones of Peppol BIS Billing 3 and XRechnung 3. It reads the XML itself
 * and shares no arithmetic with what makes invoices.
 */
import type { InvoiceFormat } from '../formats.ts';
import { readCii } from './cii.ts';
import type { InvoiceContent } from './content.ts';
import { profileFaults } from './profiles.ts';
import { readInvoiceXml } from './read.ts';
import { requiredFaults } from './required.ts';
import { sumFaults } from './sums.ts';
import { readUbl } from './ubl.ts';
import { vatFaults } from './vat-rules.ts';

/** A rule that an invoice breaks. */
export interface Fault {
  /** E.g. `BR-CO-10`; of ours where it is no rule of the norm. */
  rule: string;
  /** English. */
  text: string;
}

/** Root elements, and what reads them. */
const READERS: Readonly<Record<string, typeof readUbl>> = {
  Invoice: readUbl,
  CreditNote: readUbl,
  CrossIndustryInvoice: readCii,
};

/** Reads an invoice; `problem` says in English why it is none. */
export function readInvoice(xml: string): { content: InvoiceContent } | { problem: string } {
  const read = readInvoiceXml(xml);
  if ('problem' in read) return read;
  const reader = READERS[read.root.name];
  return reader ? { content: reader(read.root) } : { problem: `${read.root.name} is no invoice` };
}

/** All rules that an invoice breaks; none for a valid one. */
export function faultsIn(xml: string, rules: InvoiceFormat['rules'] = 'none'): Fault[] {
  const read = readInvoice(xml);
  if ('problem' in read) return [{ rule: 'XML', text: read.problem }];
  const { content } = read;
  return [
    ...requiredFaults(content),
    ...sumFaults(content),
    ...vatFaults(content),
    ...profileFaults(content, rules),
  ];
}
