/** Any character that Unicode has, for texts of properties. */
import fc from 'fast-check';

/**
 * One code point, surrogates left out: what `unit: 'binary'` of fast-check is,
 * which makes a table of a million characters for each arbitrary.
 */
export const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((point) => String.fromCodePoint(point));
