/** PDF files as a program sees them that has not written them: @cantoo/pdf-lib, where ours are written by pdfkit. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib';

/** A file that was read. */
export interface PdfFile {
  bytes: Buffer;
  catalog: PDFDict;
  trailer: { ID: PDFObject | undefined; Encrypt: PDFObject | undefined };
  pages: PDFDict[];
  /** All objects of the file, also those within others. */
  objects: PDFObject[];
}

/** An embedded file. */
export interface Attachment {
  name: string;
  /** The dictionary that describes it. */
  spec: PDFDict;
  /** What it is said to be; with its parameters. */
  file: PDFDict;
  bytes: Buffer;
}

/**
 * Reads a file.
 * @throws Error where an object of it cannot be read
 */
export async function readPdf(bytes: Buffer): Promise<PdfFile> {
  const options = { updateMetadata: false, throwOnInvalidObject: true, ignoreEncryption: true };
  const document = await PDFDocument.load(bytes, options);
  const { context, catalog } = document;
  const { ID, Encrypt } = context.trailerInfo;
  return {
    ...{ bytes, catalog, trailer: { ID, Encrypt } },
    pages: document.getPages().map(({ node }) => node),
    objects: context.enumerateIndirectObjects().flatMap(([, object]) => [...within(object)]),
  };
}

/** An object with all that is in it; what it refers to is an object of its own. */
function* within(object: PDFObject): Generator<PDFObject> {
  yield object;
  if (object instanceof PDFRawStream) yield* within(object.dict);
  if (object instanceof PDFDict) for (const [, value] of object.entries()) yield* within(value);
  if (object instanceof PDFArray) for (const value of object.asArray()) yield* within(value);
}

/** A value of a dictionary, where it refers to an object that one. */
export function valueOf(dict: PDFDict | null, name: string): PDFObject | undefined {
  return dict?.context.lookup(dict.get(PDFName.of(name)));
}

/** The same for a dictionary, also that of a stream; null for anything else. */
export function dictOf(dict: PDFDict | null, name: string): PDFDict | null {
  return asDict(valueOf(dict, name));
}

/** The same for a list, each item looked up; empty for anything else. */
export function listOf(dict: PDFDict | null, name: string): (PDFObject | undefined)[] {
  const list = valueOf(dict, name);
  return list instanceof PDFArray ? list.asArray().map((item) => dict!.context.lookup(item)) : [];
}

/** The same for a name without its slash, or a text; null for anything else. */
export function textOf(dict: PDFDict | null, name: string): string | null {
  return asText(valueOf(dict, name));
}

/** The content of a stream, unpacked; null for none. */
export function streamOf(dict: PDFDict | null, name: string): Buffer | null {
  return asBytes(valueOf(dict, name));
}

/** See {@link dictOf}. */
export function asDict(object: PDFObject | undefined): PDFDict | null {
  if (object instanceof PDFRawStream) return object.dict;
  return object instanceof PDFDict ? object : null;
}

/** See {@link textOf}. */
export function asText(object: PDFObject | undefined): string | null {
  if (object instanceof PDFName || object instanceof PDFString || object instanceof PDFHexString)
    return object.decodeText();
  return null;
}

/** See {@link streamOf}. */
export function asBytes(object: PDFObject | undefined): Buffer | null {
  return object instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(object).decode()) : null;
}

/** The files in the name tree of a document, in its order. */
export function attachmentsIn({ catalog }: PdfFile): Attachment[] {
  const found: Attachment[] = [];
  const read = (node: PDFDict | null) => {
    const names = listOf(node, 'Names');
    for (let i = 0; i + 1 < names.length; i += 2) {
      const spec = asDict(names[i + 1]);
      const embedded = dictOf(spec, 'EF');
      const bytes = streamOf(embedded, 'F');
      if (spec && bytes)
        found.push({ name: asText(names[i]) ?? '', spec, file: dictOf(embedded, 'F')!, bytes });
    }
    for (const kid of listOf(node, 'Kids')) read(asDict(kid));
  };
  read(dictOf(dictOf(catalog, 'Names'), 'EmbeddedFiles'));
  return found;
}

/** The files in a PDF file. */
export async function attachmentsOf(bytes: Buffer): Promise<Attachment[]> {
  return attachmentsIn(await readPdf(bytes));
}
