import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentHandle, isHandleOf, openHandle, readHandle, transactionHandle } from './document-handle.ts';

const key = () => fc.uint8Array({ minLength: 32, maxLength: 32 });
const sq = () => fc.integer({ min: 1, max: 2 ** 32 - 1 });
const record = (SQ: number, TN = String(SQ)) => ({ SQ, ESR: { D: '2026-11-22T10:00:00', TN } });

it('names a record and its register, and nobody reads it without the key', () => {
  fc.assert(
    fc.property(key(), key(), sq(), fc.integer({ min: 1, max: 2 ** 25 - 1 }), (own, other, number, id) => {
      const document = documentHandle(own, record(number));
      const handle = document + transactionHandle(document, id);
      expect(handle).toMatch(/^[0-9A-HJKMNP-TV-Z]{31}$/);
      const read = readHandle(handle.toLowerCase())!;
      expect(read.register).toBe(id);
      expect(isHandleOf(openHandle(own, read.block)!, record(number))).toBe(true);
      if (!Buffer.from(own).equals(Buffer.from(other))) expect(openHandle(other, read.block)).toBeNull();
      expect(readHandle(document)).toEqual({ block: read.block, register: null });
    }),
  );
});

it('is not that of another record with the same sequence number', () => {
  const own = randomBytes(32);
  const opened = openHandle(own, readHandle(documentHandle(own, record(7)))!.block)!;
  expect(isHandleOf(opened, record(7))).toBe(true);
  expect(isHandleOf(opened, record(7, '8'))).toBe(false);
});

it('opens nothing that was changed', () => {
  const own = randomBytes(32);
  const handle = documentHandle(own, record(7));
  for (let at = 1; at < handle.length; at++) {
    const changed = handle.slice(0, at) + (handle[at] === '0' ? '1' : '0') + handle.slice(at + 1);
    expect(openHandle(own, readHandle(changed)!.block)).toBeNull();
  }
});

it.each(['', 'A', 'Z'.repeat(26), 'U'.repeat(26), '0'.repeat(25), '0'.repeat(30), `${'0'.repeat(26)}IIIII`])(
  'takes %s for no handle',
  (text) => expect(readHandle(text)).toBeNull(),
);
