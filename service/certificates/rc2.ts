/**
 * RC2 in CBC mode (RFC 2268), decryption alone: key files of old Windows and of
 * OpenSSL before 3.0 have their certificates encrypted with it, by 40 bits, and
 * Node's OpenSSL leaves it out. Nothing is protected with it here.
 */

const BLOCK_BYTES = 8;
/** The permutation of RFC 2268, section 2. */
const PI = Buffer.from(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2179a59f587b34f1361456d8d09817d32' +
    'bd8f40eb86b77b0bf09521225c6b4e8254d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed708e8eade8052eef784aa72ac354d6a2a' +
    '961ad2715a1549744b9fd05e0418a4ecc2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a90d38341bab33ffb0bb480c5fb9b1cd2e' +
    'c5f3db47e5a59c770aa62068fe7fc1ad',
  'hex',
);
const ROTATIONS = [1, 2, 3, 5];

/**
 * Decrypts and removes the padding; null when the length or the padding is wrong, as it is with a wrong key.
 * @param key 1 to 128 bytes, all of whose bits count
 */
export function decryptRc2(key: Buffer, iv: Buffer, data: Buffer): Buffer | null {
  if (data.length === 0 || data.length % BLOCK_BYTES !== 0) return null;
  const words = expand(key);
  const plain = Buffer.alloc(data.length);
  let previous = iv;
  for (let at = 0; at < data.length; at += BLOCK_BYTES) {
    const block = data.subarray(at, at + BLOCK_BYTES);
    decryptBlock(words, block, plain.subarray(at, at + BLOCK_BYTES));
    for (let i = 0; i < BLOCK_BYTES; i += 1) plain[at + i]! ^= previous[i]!;
    previous = block;
  }
  const padding = plain.at(-1)!;
  const end = plain.length - padding;
  const isPadded = padding >= 1 && padding <= BLOCK_BYTES && plain.subarray(end).every((b) => b === padding);
  return isPadded ? plain.subarray(0, end) : null;
}

/** The 64 words that a key becomes. */
function expand(key: Buffer): number[] {
  const bytes = Buffer.alloc(128);
  key.copy(bytes);
  for (let i = key.length; i < 128; i += 1) bytes[i] = PI[(bytes[i - 1]! + bytes[i - key.length]!) & 0xff]!;
  bytes[128 - key.length] = PI[bytes[128 - key.length]!]!;
  for (let i = 127 - key.length; i >= 0; i -= 1) bytes[i] = PI[bytes[i + 1]! ^ bytes[i + key.length]!]!;
  return Array.from({ length: 64 }, (_, i) => bytes.readUInt16LE(2 * i));
}

function decryptBlock(words: readonly number[], block: Buffer, into: Buffer): void {
  const r = [0, 2, 4, 6].map((at) => block.readUInt16LE(at));
  const before = (i: number, back: number) => r[(i + 4 - back) & 3]!;
  let word = 63;
  for (let round = 16; round >= 1; round -= 1) {
    for (let i = 3; i >= 0; i -= 1, word -= 1) {
      const turn = ROTATIONS[i]!;
      const turned = ((r[i]! >>> turn) | (r[i]! << (16 - turn))) & 0xffff;
      const mixed = (before(i, 1) & before(i, 2)) + (~before(i, 1) & before(i, 3));
      r[i] = (turned - words[word]! - mixed) & 0xffff;
    }
    // The mashing rounds lie behind the fifth and the eleventh mixing round.
    if (round === 12 || round === 6) {
      for (let i = 3; i >= 0; i -= 1) r[i] = (r[i]! - words[before(i, 1) & 63]!) & 0xffff;
    }
  }
  r.forEach((value, i) => into.writeUInt16LE(value, 2 * i));
}
