/** Messages of the Internet Printing Protocol (RFC 8010): what a queue of CUPS is asked, and its answer. */

/** Operations (RFC 8011, section 5.4.15; CUPS-Get-Printers is one of CUPS). */
export const OPERATION = {
  printJob: 0x0002,
  getJobAttributes: 0x0009,
  getPrinterAttributes: 0x000b,
  getPrinters: 0x4002,
} as const;

/** Kinds of values that are sent. */
const TAG = {
  integer: 0x21,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mime: 0x49,
};
const OPERATION_GROUP = 0x01;
const END = 0x03;
/** Tags below it begin a group, those from it on are of values. */
const FIRST_VALUE = 0x10;
const INTEGERS = new Set([0x21, 0x23]);
const BOOLEAN = 0x22;

/** An attribute of a request. */
export interface IppAttribute {
  tag: keyof typeof TAG;
  name: string;
  values: readonly (string | number)[];
}

/** Values of one printer or job by the name of the attribute; what is neither number, text nor flag is left out. */
export type IppGroup = ReadonlyMap<string, readonly (string | number | boolean)[]>;

/** An answer. */
export interface IppAnswer {
  /** Below 0x100 the request was done. */
  status: number;
  /** Groups with their tag: 1 operation, 2 job, 4 printer. */
  groups: { tag: number; values: IppGroup }[];
}

/** A request in UTF-8; documents follow it. */
export function ippRequest(operation: number, attributes: readonly IppAttribute[]): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt16BE(0x0101, 0);
  head.writeUInt16BE(operation, 2);
  head.writeUInt32BE(1, 4);
  head[8] = OPERATION_GROUP;
  const first: IppAttribute[] = [
    { tag: 'charset', name: 'attributes-charset', values: ['utf-8'] },
    { tag: 'language', name: 'attributes-natural-language', values: ['en'] },
  ];
  return Buffer.concat([head, ...[...first, ...attributes].flatMap(attributeBytes), Buffer.of(END)]);
}

function attributeBytes({ tag, name, values }: IppAttribute): Buffer[] {
  return values.flatMap((value, i) => {
    const bytes = typeof value === 'string' ? Buffer.from(value, 'utf8') : integerBytes(value);
    // Further values of an attribute come without its name.
    return [Buffer.of(TAG[tag]), counted(Buffer.from(i === 0 ? name : '', 'latin1')), counted(bytes)];
  });
}

function integerBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function counted(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/**
 * Reads an answer.
 * @throws RangeError where it ends too early or is none
 */
export function ippAnswer(bytes: Buffer): IppAnswer {
  const groups: { tag: number; values: Map<string, (string | number | boolean)[]> }[] = [];
  const status = bytes.readUInt16BE(2);
  let at = 8;
  const piece = () => {
    const length = bytes.readUInt16BE(at);
    const from = at + 2;
    at = from + length;
    if (at > bytes.length) throw new RangeError('the answer ends too early');
    return bytes.subarray(from, at);
  };
  let name = '';
  for (;;) {
    const tag = bytes.readUInt8(at);
    at += 1;
    if (tag === END) return { status, groups };
    if (tag < FIRST_VALUE) {
      groups.push({ tag, values: new Map() });
      continue;
    }
    name = piece().toString('latin1') || name;
    const value = valueOf(tag, piece());
    const group = groups.at(-1)?.values;
    if (!group || value === null) continue;
    const known = group.get(name);
    if (known) known.push(value);
    else group.set(name, [value]);
  }
}

function valueOf(tag: number, bytes: Buffer): string | number | boolean | null {
  if (INTEGERS.has(tag)) return bytes.length === 4 ? bytes.readInt32BE() : null;
  if (tag === BOOLEAN) return bytes.length === 1 ? bytes[0] === 1 : null;
  return tag >= 0x41 && tag <= 0x49 ? bytes.toString('utf8') : null;
}
