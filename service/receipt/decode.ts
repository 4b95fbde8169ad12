/**
 * Bytes to text (answers 4): a byte order mark, then the bytes themselves, then
 * the charset header, and last the XML declaration, which is often wrong.
 */

/** Thrown when the bytes fit no encoding we accept. */
export class EncodingError extends Error {}

const SINGLE_BYTE = /^(iso-?8859|latin|windows|cp)-?(\d{1,4})$|^us-ascii$/i;

/** Decodes a body. */
export function decodeBody(body: Buffer, contentType: string | undefined): string {
  if (body[0] === 0xff && body[1] === 0xfe) return decode('utf-16le', body);
  if (body[0] === 0xfe && body[1] === 0xff) return decode('utf-16be', body);
  // Without the mark: what an XML or JSON text begins with is below U+0100, and no UTF-8 text holds a zero.
  if (body.length > 1 && body[0] !== 0 && body[1] === 0) return decode('utf-16le', body);
  if (body[0] === 0 && body[1] !== 0) return decode('utf-16be', body);
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
  const named = singleByte(charset);
  if (named !== null) return decode(named, body);
  try {
    return decode('utf-8', body);
  } catch (error) {
    const declared = /^[^>]{0,100}encoding\s*=\s*["']([\w-]+)["']/.exec(
      body.subarray(0, 128).toString('latin1'),
    )?.[1];
    const said = singleByte(declared);
    if (said !== null) return decode(said, body);
    throw error;
  }
}

/** An encoding of one byte a letter as decoders call it, however it is spelled; null for all others. */
function singleByte(name = ''): string | null {
  const [ascii, family = '', number] = SINGLE_BYTE.exec(name.toLowerCase()) ?? [];
  if (ascii === undefined) return null;
  const hyphen = /^(iso|windows)/.test(family) ? '-' : '';
  const label = number === undefined ? ascii : `${family.replace('iso8859', 'iso-8859')}${hyphen}${number}`;
  try {
    // Latin-1 is the Windows encoding of its letters to all who read it, euro sign and all.
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function decode(encoding: string, body: Buffer): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(body);
  } catch {
    throw new EncodingError(
      `the body is not ${encoding.toUpperCase()} text; send UTF-8, or name the charset`,
    );
  }
}
