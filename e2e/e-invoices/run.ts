/** `npm run samples:e-invoices -- FOLDER`: e-invoices of all kinds and forms, for validators of others. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { invoiceOf } from '../../service/e-invoicing/build.ts';
import { InvoiceDocuments } from '../../service/e-invoicing/documents.ts';
import { FORMATS, type InvoiceFormat } from '../../service/e-invoicing/formats.ts';
import { pdfAround } from '../../service/e-invoicing/hybrid.ts';
import { KINDS, samples, type Kind, type Sample } from '../../service/e-invoicing/testing/samples.ts';
import type { JournalRecord } from '../../service/receipt/tra.ts';

const usage = `npm run samples:e-invoices -- FOLDER [options]
  --each N   invoices of each kind and form, 3 unless given
  --seed N   the same again
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    each: { type: 'string', default: '3' },
    seed: { type: 'string', default: '20261123' },
    help: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
const [each, seed] = [Number(values.each), Number(values.seed)];
if (values.help || folder === undefined || !Number.isSafeInteger(each) || !Number.isSafeInteger(seed)) {
  process.stdout.write(usage);
  process.exit(values.help ? 0 : 1);
}

const documents = new InvoiceDocuments();
let written = 0;
for (const format of FORMATS.values()) {
  const place = resolve(folder, format.name);
  mkdirSync(place, { recursive: true });
  for (const kind of KINDS) await writeAll(place, kind, format);
}
await documents.close();
process.stdout.write(`${written} e-invoices in ${resolve(folder)}\n`);

async function writeAll(place: string, kind: Kind, { name, isPdf }: InvoiceFormat): Promise<void> {
  for (const [i, sample] of fc.sample(samples(kind, name), { numRuns: each, seed }).entries()) {
    const xml = await xmlOf(sample);
    const file = join(place, `${kind.replaceAll(' ', '-')}-${i + 1}`);
    writeFileSync(`${file}.xml`, xml);
    if (isPdf) writeFileSync(`${file}.pdf`, await pdfAround(xml, receiptOf(sample), sample.cfg));
    written++;
  }
}

async function xmlOf(sample: Sample, tries = 3): Promise<string> {
  const built = invoiceOf(sample);
  if ('issues' in built) throw new Error(`${sample.kind}: ${JSON.stringify(built.issues)}`);
  const made = await documents.write(built.invoice, sample.route);
  if ('xml' in made) return made.xml;
  // The library has not been read in time, on a busy machine.
  if ('mayRepeat' in made && made.mayRepeat && tries > 1) return xmlOf(sample, tries - 1);
  throw new Error(`${sample.kind} in ${sample.route.format.name}: ${JSON.stringify(made)}`);
}

function receiptOf({ esr }: Sample): JournalRecord {
  return { _: 'Tra', SQ: 1, RN: 'def', D: esr.D, ESR: esr };
}
