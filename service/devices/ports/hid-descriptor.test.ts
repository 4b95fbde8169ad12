import fc from 'fast-check';
import { expect, it } from 'vitest';
import { outputReport } from './hid-descriptor.ts';
import {
  DISPLAY_DESCRIPTOR,
  KEYBOARD_DESCRIPTOR,
  MOUSE_DESCRIPTOR,
  POSIFLEX_DESCRIPTOR,
  SCANNER_DESCRIPTOR,
} from './testing/hid-descriptors.ts';

it.each([
  ['one report without a number', POSIFLEX_DESCRIPTOR, 0xffa0, { id: 0, bytes: 120 }],
  ['behind a feature report', DISPLAY_DESCRIPTOR, null, { id: 5, bytes: 32 }],
  ['bits of several fields', KEYBOARD_DESCRIPTOR, 1, { id: 0, bytes: 1 }],
  ['none that is written', MOUSE_DESCRIPTOR, null, null],
  ['only read', SCANNER_DESCRIPTOR, 0x8c, null],
  ['of another collection', KEYBOARD_DESCRIPTOR, 0x8c, null],
  ['cut off', POSIFLEX_DESCRIPTOR.subarray(0, 13), null, null],
  ['absurdly long', Uint8Array.of(0x75, 0xff, 0x97, 0xff, 0xff, 0xff, 0xff, 0x91, 2), null, null],
])('finds the output report: %s', (_, descriptor, page, expected) => {
  expect(outputReport(descriptor, page)).toEqual(expected);
});

it('reads whatever a device may send', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (descriptor) => {
      const report = outputReport(descriptor, null);
      expect(report === null || (report.bytes > 0 && report.bytes <= 4096 && report.id <= 255)).toBe(true);
    }),
  );
});
