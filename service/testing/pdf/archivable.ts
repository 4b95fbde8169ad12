/**
 * What keeps a PDF file from being one of PDF/A-3b (ISO 19005-3:2012), as far as files like ours can break
 * it: no validator, but written by the standard and not by what the writer does. Numbers are its clauses.
 */
import { PDFArray, PDFDict, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { drawn } from './content.ts';
import {
  asBytes,
  asDict,
  attachmentsIn,
  dictOf,
  listOf,
  streamOf,
  textOf,
  valueOf,
  type PdfFile,
} from './file.ts';
import { checkFont, type Check } from './font.ts';
import { metadataOf, XMP } from './metadata.ts';

/** Keys of dictionaries that no object may have: encryption, programs, transparency, alternatives, forms. */
const FORBIDDEN =
  'JS JavaScript AA OpenAction A Launch XFA AcroForm Annots OCProperties SMask CA ca BM TR TR2 HTP OPI Alternates PS Ref AlternatePresentations PresSteps Requirements Perms FFilter FDecodeParms NeedAppearances'.split(
    ' ',
  );
const FILTERS = new Set([null, 'FlateDecode']);

/** Operators of colours in spaces of the device, by the colours that their output intent must have. */
const DEVICE_COLOURS: Readonly<Record<string, string>> = { rg: 'RGB ', RG: 'RGB ', k: 'CMYK', K: 'CMYK' };

/** What is wrong; empty for a file that can be one of PDF/A-3b. */
export function archivingFaults(file: PdfFile): string[] {
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string) => void (isRight || faults.push(fault));
  checkFrame(file, check);
  const colours = checkOutputIntent(file, check);
  checkObjects(file, check);
  checkMetadata(file, check);
  for (const page of file.pages) checkPage(page, colours, check);
  for (const { name, spec, file: embedded } of attachmentsIn(file)) {
    const about = `6.8: ${name}`;
    check(textOf(spec, 'F') === name && textOf(spec, 'UF') === name, `${about} has no F and UF`);
    check(textOf(spec, 'AFRelationship') !== null, `${about} has no AFRelationship`);
    check(/^\w+\/[\w.+-]+$/.test(textOf(embedded, 'Subtype') ?? ''), `${about} has no media type`);
    check(textOf(dictOf(embedded, 'Params'), 'ModDate') !== null, `${about} has no ModDate`);
    check(listOf(file.catalog, 'AF').includes(spec), `${about} is not associated with the document`);
  }
  return faults;
}

function checkFrame({ bytes, trailer, catalog }: PdfFile, check: Check): void {
  const text = bytes.toString('latin1');
  check(/^%PDF-1\.[0-7]\r?\n%[\x80-\xff]{4}/.test(text), '6.1.2: header');
  check(/%%EOF(\r\n|\n|\r)?$/.test(text), '6.1.3: something is behind the end');
  const [first, second] = trailer.ID instanceof PDFArray ? trailer.ID.asArray() : [];
  check(
    first !== undefined && second !== undefined && String(first).length > 2,
    '6.1.3: no ID in the trailer',
  );
  check(trailer.Encrypt === undefined, '6.1.3: encrypted');
  check(textOf(catalog, 'Type') === 'Catalog', '7.7.2: no catalog');
}

/** @returns the colours that it is about: `RGB `, `GRAY`, `CMYK` */
function checkOutputIntent({ catalog }: PdfFile, check: Check): string {
  const intents = listOf(catalog, 'OutputIntents').map(asDict);
  const [intent = null] = intents;
  check(intents.length === 1, '6.2.3: there must be one output intent');
  check(textOf(intent, 'S') === 'GTS_PDFA1', '6.2.3: the output intent is not of PDF/A');
  check(textOf(intent, 'OutputConditionIdentifier') !== null, '6.2.3: no OutputConditionIdentifier');
  const profile = streamOf(intent, 'DestOutputProfile') ?? Buffer.alloc(128);
  const colours = profile.toString('latin1', 16, 20);
  check(profile.toString('latin1', 36, 40) === 'acsp', '6.2.3: no ICC profile');
  check(profile.readUInt32BE(0) === profile.length, '6.2.3: the ICC profile is not whole');
  check(profile[8]! >= 2 && profile[8]! <= 4, '6.2.3: version of the ICC profile');
  check(['mntr', 'prtr'].includes(profile.toString('latin1', 12, 16)), '6.2.3: class of the ICC profile');
  const components = { 'RGB ': 3, GRAY: 1, CMYK: 4 }[colours];
  const N = valueOf(dictOf(intent, 'DestOutputProfile'), 'N');
  check(N instanceof PDFNumber && N.asNumber() === components, '6.2.3: N does not fit the ICC profile');
  return colours;
}

function checkObjects({ objects }: PdfFile, check: Check): void {
  for (const object of objects) {
    if (object instanceof PDFName) check(object.decodeText().length <= 127, '6.1.13: a name is too long');
    if (!(object instanceof PDFDict)) continue;
    for (const key of FORBIDDEN) check(!object.has(PDFName.of(key)), `/${key} is not for PDF/A-3b here`);
    const isStream = object.has(PDFName.of('Length'));
    check(!isStream || FILTERS.has(textOf(object, 'Filter')), '6.1.7.2: a filter other than FlateDecode');
    check(!isStream || !object.has(PDFName.of('F')), '6.1.7.1: a stream outside of the file');
    check(textOf(object, 'S') !== 'JavaScript' && textOf(object, 'S') !== 'Launch', '6.5.1: a program');
  }
}

function checkMetadata(file: PdfFile, check: Check): void {
  const xml = streamOf(file.catalog, 'Metadata')?.toString('utf8') ?? '';
  const dict = dictOf(file.catalog, 'Metadata');
  check(textOf(dict, 'Type') === 'Metadata' && textOf(dict, 'Subtype') === 'XML', '6.6.2.1: no metadata');
  check(
    /^<\?xpacket begin="[^"]*" id="W5M0MpCehiHzreSzNTczkc9d"\?>/.test(xml),
    '6.6.2.1: header of the packet',
  );
  check(!/<\?xpacket[^?]*(bytes|encoding)=/.test(xml), '6.6.2.1: attributes of the packet');
  check(/<\?xpacket end="[rw]"\?>\s*$/.test(xml), '6.6.2.1: end of the packet');
  const { property, schemas } = metadataOf(file);
  check(property(XMP.pdfaid, 'part') === '3', '6.6.4: pdfaid:part');
  check(property(XMP.pdfaid, 'conformance') === 'B', '6.6.4: pdfaid:conformance');
  for (const schema of schemas.used)
    check(schemas.described.has(schema), `6.6.2.3.1: ${schema} is not described`);
}

function checkPage(page: PDFDict, colours: string, check: Check): void {
  const contents = valueOf(page, 'Contents');
  const parts = contents instanceof PDFArray ? listOf(page, 'Contents') : [contents];
  const seen = drawn(Buffer.concat(parts.map((part) => asBytes(part) ?? Buffer.alloc(0))));
  check(seen.depth <= 28, '6.1.13: q is nested too deeply');
  for (const [operator, needed] of Object.entries(DEVICE_COLOURS))
    check(
      !seen.operators.has(operator) || needed === colours,
      `6.2.4.3: ${operator} without its output intent`,
    );
  check(!seen.operators.has('BI') && !seen.operators.has('Do'), 'images are not looked at here');
  const resources = dictOf(page, 'Resources');
  const spaces = [...seen.names].filter((name) => /^cs /i.test(name)).map((name) => name.slice(3));
  for (const name of spaces) {
    const isIn = name === 'DeviceRGB' || dictOf(resources, 'ColorSpace')?.has(PDFName.of(name)) === true;
    check(isIn && colours === 'RGB ', `6.2.4: colour space ${name}`);
  }
  const fonts = dictOf(resources, 'Font');
  for (const name of new Set(seen.texts.map(({ font }) => font)))
    checkFont(dictOf(fonts, name), name, seen, check);
}
