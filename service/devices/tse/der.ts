/** The little of DER that log messages of TSEs are made of (ITU-T X.690). */

/** An element: tag, length in as few bytes as it takes, content. */
export function tlv(tag: number, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = unsigned(length);
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

function unsigned(value: number): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/** Content of an INTEGER that is not negative: as few bytes as it takes, the top bit clear. */
export function integerContent(value: number): Buffer {
  const bytes = unsigned(value);
  return bytes[0]! >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes;
}

/** Content of an OBJECT IDENTIFIER: `0.4.0.127.0.7.3.7.1.1`. */
export function oidContent(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return Buffer.from(bytes);
}
