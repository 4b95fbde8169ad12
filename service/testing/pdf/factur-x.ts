/**
 * What keeps a PDF file from being one of Factur-X 1.0 / ZUGFeRD 2 in the profile EN 16931, beyond what
 * PDF/A-3b asks for: one XML, where and by which name it is found, and what the metadata say of it.
 */
import { archivingFaults } from './archivable.ts';
import { attachmentsIn, listOf, readPdf, textOf } from './file.ts';
import { metadataOf } from './metadata.ts';

const FX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const NAME = 'factur-x.xml';
const SAID = {
  DocumentType: 'INVOICE',
  DocumentFileName: NAME,
  Version: '1.0',
  ConformanceLevel: 'EN 16931',
} as const;

/**
 * What is wrong with a hybrid invoice, PDF/A-3b included; empty for a right one.
 * @param xml that must be inside, byte for byte
 * @throws Error where the file cannot be read
 */
export async function hybridFaults(bytes: Buffer, xml: string): Promise<string[]> {
  const file = await readPdf(bytes);
  const faults = archivingFaults(file);
  const attachments = attachmentsIn(file);
  const [invoice] = attachments;
  if (attachments.length !== 1 || listOf(file.catalog, 'AF').length !== 1)
    faults.push('there must be one file inside');
  if (invoice?.name !== NAME) faults.push(`the file inside must be ${NAME}`);
  if (invoice && textOf(invoice.spec, 'AFRelationship') !== 'Alternative')
    faults.push('the XML must be an alternative of what is printed');
  if (invoice && textOf(invoice.file, 'Subtype') !== 'text/xml') faults.push('the XML must be text/xml');
  if (invoice?.bytes.equals(Buffer.from(xml, 'utf8')) !== true) faults.push('the XML is another one');
  const { property, schemas } = metadataOf(file);
  for (const [name, value] of Object.entries(SAID)) {
    if (property(FX, name) !== value) faults.push(`fx:${name} must be ${value}`);
    if (schemas.described.get(FX)?.has(name) !== true) faults.push(`fx:${name} is not described`);
  }
  return faults;
}
