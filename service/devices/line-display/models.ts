/**
 * Line displays of two lines with twenty characters, by the name that the profile
 * gives (`Display`). They answer nothing.
 */

/** Characters beside each other that one code page has. */
export interface DisplayRun {
  /** Number of the code page, as the model counts. */
  page: number;
  bytes: Uint8Array;
}

/** What displays of a kind understand. */
export interface LineDisplayModel {
  /** Name in the profile. */
  name: string;
  /** Their code pages by number, as iconv-lite names them. */
  codePages: Readonly<Record<string, number>>;
  /** Clears the display and shows two lines; each has as many characters as there are columns. */
  show(lines: readonly [readonly DisplayRun[], readonly DisplayRun[]]): Uint8Array;
}

/** Characters of a line. */
export const COLUMNS = 20;

const CLEAR = 0x0c;
const ESC = 0x1b;
const US = 0x1f;
const CR = 0x0d;

/** Epson DM-D and others that speak ESC/POS: numbers of `ESC t` are those of the printers. */
const EPSON: LineDisplayModel = {
  name: 'epson',
  codePages: {
    ...{ cp437: 0, cp850: 2, cp860: 3, cp865: 5, win1252: 16, cp866: 17, cp852: 18, cp858: 19 },
  },
  show(lines) {
    const rows = lines.map((runs, i) => [
      ...[US, 0x24, 1, i + 1],
      ...runs.flatMap(({ page, bytes }) => [ESC, 0x74, page, ...bytes]),
    ]);
    // Overwrite mode, no cursor, no national letters in the place of ASCII.
    return Uint8Array.from([CLEAR, US, 0x01, US, 0x43, 0, ESC, 0x52, 0, ...rows.flat()]);
  },
};

/**
 * CD5220, which most displays without a maker imitate. Their code page is set by
 * switches or by commands that differ: only what all of them come with is used.
 */
const CD5220: LineDisplayModel = {
  name: 'cd5220',
  codePages: { cp437: 0 },
  show(lines) {
    const rows = lines.map((runs, i) => [
      ...[ESC, 0x51, 0x41 + i],
      ...runs.flatMap(({ bytes }) => [...bytes]),
      CR,
    ]);
    // Clearing ends the mode that writing whole lines leaves behind.
    return Uint8Array.from([CLEAR, ESC, 0x5f, 0, ...rows.flat()]);
  },
};

/** All kinds. */
export const DISPLAYS: readonly LineDisplayModel[] = [EPSON, CD5220];

/** The kind with this name in any case; null for others. */
export function displayModel(name: string): LineDisplayModel | null {
  return DISPLAYS.find((model) => model.name === name.trim().toLowerCase()) ?? null;
}
