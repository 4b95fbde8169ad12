import fc from 'fast-check';
import { expect, it } from 'vitest';
import { logoProblem } from './logo.ts';
import { pngOf } from '../testing/picture.ts';

const url = (kind: 'png' | 'jpeg', bytes: Uint8Array) =>
  `data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`;

/** Start, a segment of the application, the frame of a size, and the end. */
function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8ffe000044a46', 'hex'), frame, Buffer.from('ffd9', 'hex')]);
}

it('takes small pictures whose files are whole', () => {
  expect(logoProblem(url('png', pngOf(384, 168)))).toBeNull();
  expect(logoProblem(url('jpeg', jpegOf(384, 168)))).toBeNull();
});

it('refuses pictures that would take the memory of a phone', () => {
  expect(logoProblem(url('png', pngOf(1025, 1)))).toBe('pictureSize');
  expect(logoProblem(url('png', pngOf(0, 1)))).toBe('pictureSize');
  expect(logoProblem(url('jpeg', jpegOf(1, 65_535)))).toBe('pictureSize');
});

it('refuses what only begins like a picture, or has something behind it', () => {
  const script = Buffer.from('<script>alert(1)</script>');
  expect(logoProblem(url('png', Buffer.concat([pngOf(1, 1), script])))).toBe('picture');
  expect(logoProblem(url('jpeg', Buffer.concat([jpegOf(1, 1), script])))).toBe('picture');
  expect(logoProblem(url('png', pngOf(1, 1).subarray(0, 8)))).toBe('picture');
  expect(logoProblem(url('jpeg', pngOf(1, 1)))).toBe('picture');
});

it('answers whatever the bytes are', () => {
  fc.assert(
    fc.property(fc.constantFrom('png', 'jpeg'), fc.uint8Array({ maxLength: 100 }), (kind, bytes) => {
      const whole = kind === 'png' ? pngOf(2, 2) : jpegOf(2, 2);
      expect([null, 'picture', 'pictureSize']).toContain(logoProblem(url(kind, bytes)));
      // Changed anywhere.
      const at = bytes[0] ?? 0;
      expect([null, 'picture', 'pictureSize']).toContain(
        logoProblem(url(kind, Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at)]))),
      );
    }),
  );
});
