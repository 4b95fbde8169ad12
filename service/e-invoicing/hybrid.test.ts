/** Hybrid invoices as a program reads them that has not written them. */
import fc from 'fast-check';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { afterAll, expect, it } from 'vitest';
import type { JournalRecord } from '../receipt/tra.ts';
import { hybridFaults } from '../testing/pdf/factur-x.ts';
import { runs } from '../testing/runs.ts';
import { invoiceOf } from './build.ts';
import { InvoiceDocuments } from './documents.ts';
import { pdfAround } from './hybrid.ts';
import { KINDS, samples, type Sample } from './testing/samples.ts';
import { patientMaker } from './testing/maker.ts';

const documents = new InvoiceDocuments(patientMaker());
afterAll(() => documents.close());

const receiptOf = ({ esr }: Sample): JournalRecord => ({
  ...{ _: 'Tra', SQ: 2, RN: 'def', D: esr.D },
  ESR: esr,
});

/** A hybrid invoice and the XML that it is made around. */
async function made(sample: Sample): Promise<{ pdf: Buffer; xml: string }> {
  const built = invoiceOf(sample);
  if ('issues' in built) throw new Error(JSON.stringify(built.issues));
  const written = await documents.write(built.invoice, sample.route);
  if (!('xml' in written)) throw new Error(JSON.stringify(written));
  return { xml: written.xml, pdf: await pdfAround(written.xml, receiptOf(sample), sample.cfg) };
}

it('keeps what it claims: PDF/A-3b with the invoice inside, for receipts of all kinds', async () => {
  for (const kind of KINDS)
    await fc.assert(
      fc.asyncProperty(samples(kind, 'factur-x'), async (sample) => {
        const { pdf, xml } = await made(sample);
        expect(await hybridFaults(pdf, xml)).toEqual([]);
      }),
      { numRuns: runs(1), seed: 20_261_123 },
    );
});

it('keeps it over several pages, with letters of all of Europe and none that a font has', async () => {
  const [sample] = fc.sample(samples('plain', 'factur-x'), { numRuns: 1, seed: 1 });
  const { pdf, xml } = await made(sample!);
  const PosA = Array.from({ length: 90 }, (_, i) => ({
    ...{ _: 'Pos' as const, Amt: '1.00', TaxG: '19%' },
    Dsc: `${i} Žluťoučký ŵ Ωμέγα ђ ß „“ €½ 漢字 \u{1F600} مرحبا`,
  }));
  const cfg = { ...sample!.cfg, Cmp: { ...sample!.cfg.Cmp, Nam: 'Ö & <Söhne> "]]>" \u{1F600}' } };
  const long = await pdfAround(xml, { ...receiptOf(sample!), ESR: { ...sample!.esr, PosA } }, cfg);
  expect((await PDFDocument.load(long)).getPageCount()).toBeGreaterThan(1);
  expect(await hybridFaults(long, xml)).toEqual([]);
  expect(await hybridFaults(pdf, `${xml} `)).toEqual(['the XML is another one']);
});

/** A file that is changed by another program, and what must be noticed. */
const DAMAGES: readonly [fault: RegExp, damage: (document: PDFDocument) => void][] = [
  [/^6\.1\.3: no ID/, ({ context }) => void delete context.trailerInfo.ID],
  [/^6\.2\.3: there must be one/, ({ catalog }) => void catalog.delete(PDFName.of('OutputIntents'))],
  [/^6\.6\.4: pdfaid:part/, (document) => inMetadata(document, 'pdfaid:part>3<', 'pdfaid:part>1<')],
  [/^6\.6\.4: pdfaid:conf/, (document) => inMetadata(document, 'conformance>B<', 'conformance>A<')],
  [/fx:Version must/, (document) => inMetadata(document, 'fx:Version>1.0<', 'fx:Version>1.1<')],
  [
    /is not described/,
    (document) => inMetadata(document, /<pdfaExtension:schemas>.*<\/pdfaExtension:schemas>/s, ''),
  ],
  [/^\/JS /, (document) => document.addJavaScript('x', 'app.alert(1)')],
  [/^6\.8: .* is not associated/, ({ catalog }) => void catalog.delete(PDFName.of('AF'))],
  [/must be one file inside/, ({ catalog }) => void catalog.delete(PDFName.of('Names'))],
  [/must be an alternative/, (document) => inSpec(document, 'AFRelationship', PDFName.of('Data'))],
  [/^6\.8: .* F and UF/, (document) => inSpec(document, 'UF', PDFString.of('x.xml'))],
  [/^6\.2\.11\.4\.1/, (document) => inFonts(document, 'FontFile2')],
  [/^6\.2\.11\.5/, (document) => inFonts(document, 'W')],
  [/^6\.2\.11\.7\.2/, (document) => inFonts(document, 'ToUnicode')],
];

it.each(DAMAGES)('would be found out: %s', async (fault, damage) => {
  const [sample] = fc.sample(samples('plain', 'factur-x'), { numRuns: 1, seed: 1 });
  const { pdf, xml } = await made(sample!);
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  damage(document);
  const saved = Buffer.from(await document.save({ useObjectStreams: false }));
  expect(await hybridFaults(saved, xml)).toContainEqual(expect.stringMatching(fault));
});

function inMetadata({ context, catalog }: PDFDocument, from: string | RegExp, to: string): void {
  const stream = catalog.lookup(PDFName.of('Metadata'));
  if (!(stream instanceof PDFRawStream)) throw new Error('there are no metadata');
  const text = Buffer.from(stream.contents).toString('utf8');
  expect(text).toMatch(from);
  context.assign(
    context.getObjectRef(stream)!,
    PDFRawStream.of(stream.dict, Buffer.from(text.replace(from, to), 'utf8')),
  );
}

function inSpec({ context, catalog }: PDFDocument, key: string, value: PDFObject): void {
  const [ref] = catalog.lookup(PDFName.of('AF'), PDFArray).asArray();
  context.lookup(ref, PDFDict).set(PDFName.of(key), value);
}

function inFonts({ context }: PDFDocument, key: string): void {
  for (const [, object] of context.enumerateIndirectObjects())
    if (object instanceof PDFDict) object.delete(PDFName.of(key));
}
