/** Report descriptors in the form that devices of these kinds have them. */

const bytes = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');

/** One report of 120 bytes each way on usage page FFA0, without numbers. */
export const POSIFLEX_DESCRIPTOR = bytes(`
  06 a0 ff 09 01 a1 01 15 00 26 ff 00 75 08
  09 02 95 78 81 02 09 03 95 78 91 02 c0`);

/** Output report 5 of 32 bytes; a feature report in front of it. */
export const DISPLAY_DESCRIPTOR = bytes(`
  06 00 ff 09 01 a1 01 15 00 26 ff 00 75 08
  85 03 95 04 09 01 b1 02 85 05 95 20 09 02 91 02 c0`);

/** Bar code scanner (HID POS usage tables): length, AIM identifier, data, more to come. */
export const SCANNER_DESCRIPTOR = bytes(`
  05 8c 09 02 a1 01 85 02 15 00 26 ff 00 75 08 95 01 05 01 09 3b 81 02
  05 8c 09 fb 95 01 81 02 09 fc 95 01 81 02 09 fd 95 01 81 02
  09 fe 95 38 82 02 01 95 02 81 03 75 01 95 01 25 01 09 ff 81 02 95 07 81 03
  85 fe 25 01 09 00 75 01 95 01 b1 02 95 07 b1 03 c0`);

/** A mouse as it boots: no output report. */
export const MOUSE_DESCRIPTOR = bytes(`
  05 01 09 02 a1 01 09 01 a1 00 05 09 19 01 29 03 15 00 25 01 95 03 75 01 81 02
  95 01 75 05 81 01 05 01 09 30 09 31 15 81 25 7f 75 08 95 02 81 06 c0 c0`);

/** A keyboard as it boots: five lights in one byte. */
export const KEYBOARD_DESCRIPTOR = bytes(`
  05 01 09 06 a1 01 05 07 19 e0 29 e7 15 00 25 01 75 01 95 08 81 02 95 01 75 08 81 01
  95 05 75 01 05 08 19 01 29 05 91 02 95 01 75 03 91 01
  95 06 75 08 15 00 25 65 05 07 19 00 29 65 81 00 c0`);
