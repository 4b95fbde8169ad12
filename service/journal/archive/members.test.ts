import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentLength, LINES_PER_MEMBER, membersOf, packMembers } from './members.ts';
import { runs } from '../../testing/runs.ts';

const linesOf = (count: number, text = 'line') =>
  Buffer.from(Array.from({ length: count }, (_, i) => `${text} ${i}\n`).join(''));

it('packs lines into what any gzip unpacks, and each member holds its part of them', async () => {
  const counts = fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.constantFrom(199, 200, 201, 400, 999));
  await fc.assert(
    fc.asyncProperty(counts, fc.string(), async (count, text) => {
      const lines = linesOf(count, text.replaceAll('\n', ' '));
      const packed = await packMembers(lines);
      expect(gunzipSync(packed)).toEqual(lines);
      const parts = membersOf(packed)!.map((member) => {
        const part = gunzipSync(member);
        expect(contentLength(member)).toBe(part.length);
        return part;
      });
      expect(Buffer.concat(parts)).toEqual(lines);
      expect(parts).toHaveLength(Math.ceil(count / LINES_PER_MEMBER));
      for (const part of parts.slice(0, -1)) {
        expect(part.filter((byte) => byte === 0x0a)).toHaveLength(LINES_PER_MEMBER);
        expect(part.at(-1)).toBe(0x0a);
      }
    }),
    { numRuns: runs(50) },
  );
});

it('knows files that another program has packed', () => {
  expect(membersOf(gzipSync(linesOf(300)))).toBeNull();
  expect(membersOf(Buffer.from('no gzip at all, but long enough'))).toBeNull();
});

it('does not read behind the end of a file that was cut off', async () => {
  const packed = await packMembers(linesOf(450));
  for (const length of [5, 19, 20, 100, packed.length - 1])
    expect(membersOf(packed.subarray(0, length))).toBeNull();
});
