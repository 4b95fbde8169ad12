/** Embedded TrueType fonts: how wide their glyphs are (OpenType 1.9: head, hhea, hmtx, maxp). */

/** Widths of all glyphs of a font, in thousandths of its size. */
export function glyphWidths(font: Buffer): number[] {
  const table = tablesOf(font);
  const unitsPerEm = table('head').readUInt16BE(18);
  const measured = table('hhea').readUInt16BE(34);
  const glyphs = table('maxp').readUInt16BE(4);
  const hmtx = table('hmtx');
  return Array.from({ length: glyphs }, (_, glyph) => {
    const units = hmtx.readUInt16BE(Math.min(glyph, measured - 1) * 4);
    return (units * 1000) / unitsPerEm;
  });
}

function tablesOf(font: Buffer): (name: string) => Buffer {
  const places = new Map<string, Buffer>();
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const entry = 12 + 16 * i;
    const [offset, length] = [font.readUInt32BE(entry + 8), font.readUInt32BE(entry + 12)];
    places.set(font.toString('latin1', entry, entry + 4), font.subarray(offset, offset + length));
  }
  return (name) => {
    const found = places.get(name);
    if (!found) throw new Error(`the font has no table ${name}`);
    return found;
  };
}
