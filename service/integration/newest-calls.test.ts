import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MOST_BODY_BYTES, passingPart, type PassingCall } from './call.ts';
import { NewestCalls } from './newest-calls.ts';

const call = (request: Buffer | string | null, answer: Buffer | string | null): PassingCall => ({
  ...{ at: 0, method: 'POST', target: '/register', status: 200, ms: 1, rn: null, from: '' },
  ...{ userAgent: null, accept: null },
  request: passingPart('text/plain', request),
  answer: passingPart('text/plain', answer),
});

const beginning = (body: Buffer | string | null) =>
  body === null ? null : Buffer.from(body as string).subarray(0, MOST_BODY_BYTES);

const body = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 6000 }).map((length) => Buffer.alloc(length, length % 251)),
  fc.integer({ min: 0, max: 6000 }).map((length) => String.fromCharCode(97 + (length % 26)).repeat(length)),
  fc.constantFrom('ãß', '漢字'.repeat(500), Buffer.alloc(MOST_BODY_BYTES * 2, 7)),
);

it('has the newest calls with their own bodies, whatever was written over the older ones', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(body, body), { minLength: 1, maxLength: 40 }), (bodies) => {
      const newest = new NewestCalls({ calls: 6, bytes: MOST_BODY_BYTES * 2 });
      bodies.forEach(([request, answer], id) => {
        newest.add(id, call(request, answer));
        const kept = [...newest.all()];
        const ids = kept.map((one) => one.id);
        expect(ids).toEqual(Array.from(ids, (_, i) => id - ids.length + 1 + i));
        expect(ids.length).toBeGreaterThan(0);
        expect(ids.length).toBeLessThanOrEqual(6);
        for (const one of kept) {
          expect([one.request.body, one.answer.body]).toEqual(bodies[one.id]!.map(beginning));
        }
      });
    }),
  );
});

it('keeps all calls there is room for', () => {
  const newest = new NewestCalls({ calls: 6, bytes: MOST_BODY_BYTES * 2 });
  for (let id = 0; id < 100; id++) newest.add(id, call('x'.repeat(300), Buffer.alloc(500)));
  expect([...newest.all()].map(({ id }) => id)).toEqual([94, 95, 96, 97, 98, 99]);
});
