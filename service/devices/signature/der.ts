/** DER encoding (X.690), as far as a certificate needs it. */

/** SEQUENCE. */
export const sequence = (...items: Buffer[]): Buffer => element(0x30, ...items);

/** SET. */
export const set = (...items: Buffer[]): Buffer => element(0x31, ...items);

/** INTEGER, not negative, from its bytes, most significant first. */
export function integer(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? Buffer.of(0) : bytes.subarray(start);
  // A first bit of 1 would mean a negative number.
  return element(0x02, digits[0]! > 0x7f ? Buffer.concat([Buffer.of(0), digits]) : digits);
}

/** OBJECT IDENTIFIER from its dotted text. */
export function oid(text: string): Buffer {
  const [first, second, ...rest] = text.split('.').map(Number);
  return element(0x06, Buffer.from([first! * 40 + second!, ...rest.flatMap(base128)]));
}

/** UTF8String. */
export const utf8 = (text: string): Buffer => element(0x0c, Buffer.from(text, 'utf8'));

/** PrintableString. */
export const printable = (text: string): Buffer => element(0x13, Buffer.from(text, 'ascii'));

/** BOOLEAN true. */
export const yes = (): Buffer => element(0x01, Buffer.of(0xff));

/** BIT STRING; `unused` counts the bits at the end that mean nothing. */
export const bits = (bytes: Buffer, unused = 0): Buffer => element(0x03, Buffer.of(unused), bytes);

/** OCTET STRING. */
export const octets = (bytes: Buffer): Buffer => element(0x04, bytes);

/** UTCTime, for years up to 2049. */
export function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '');
  return element(0x17, Buffer.from(`${digits.slice(2, 14)}Z`, 'ascii'));
}

/** Context-specific element around others. */
export const explicit = (number: number, ...items: Buffer[]): Buffer => element(0xa0 + number, ...items);

/** Context-specific element in place of a plain one. */
export const implicit = (number: number, bytes: Buffer): Buffer => element(0x80 + number, bytes);

function element(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), length(content.length), content]);
}

function length(size: number): Buffer {
  if (size < 0x80) return Buffer.of(size);
  const hex = size.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.of(0x80 + bytes.length), bytes]);
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift(0x80 | (rest & 0x7f));
  return digits;
}
