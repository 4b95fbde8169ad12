/** Texts of a file as bytes in pieces of one size. */

/** Characters of a piece. */
const PIECE = 1 << 16;

/** Collects texts into pieces; nothing else is kept of them. Bytes go on as they are. */
export async function* pieces(texts: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  let piece = '';
  for await (const text of texts) {
    if (typeof text !== 'string') {
      if (piece !== '') yield Buffer.from(piece);
      piece = '';
      yield text;
      continue;
    }
    piece += text;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}
