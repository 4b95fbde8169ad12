/**
 * Receipt printers by the name that the profile gives (`Printer`). Numbers of
 * code pages are those of the makers' tables; a page whose number is in doubt is
 * left out, so that its letters come from another one.
 */

/** What printers of a kind can do. */
export interface PrinterModel {
  /** Name in the profile. */
  name: string;
  /** What people call it. */
  title: string;
  /** What is sent to it: ESC/POS, or files of PDF for a folder. */
  makes: 'escpos' | 'pdf';
  /** Columns of font A and dots of a line, by the width of the paper in mm. */
  widths: Readonly<Record<'58' | '80', { columns: number; dots: number }>>;
  /** It says which job is on paper (GS ( H). */
  hasProcessId: boolean;
  /** Numbers of `ESC t` by code page, as iconv-lite names it. */
  codePages: Readonly<Record<string, number>>;
  /** It draws QR codes itself (GS ( k). */
  hasQr: boolean;
  /** It has a knife. */
  hasCutter: boolean;
  /** It takes bytes above 7F for halves of ideograms until it is told otherwise (FS .). */
  startsInTwoBytes: boolean;
}

/** Pages that nearly all makers have under the same number. */
const COMMON = { cp437: 0, cp860: 3, cp865: 5, win1252: 16, cp866: 17, cp852: 18, cp858: 19 };

/** 203 dpi: nearly all. */
const FINE = { '58': { columns: 32, dots: 384 }, '80': { columns: 48, dots: 576 } };
/** 180 dpi: the TM-T88 of all years. */
const COARSE = { '58': { columns: 30, dots: 360 }, '80': { columns: 42, dots: 512 } };

const PLAIN = {
  makes: 'escpos',
  widths: FINE,
  ...{ hasProcessId: false, hasQr: true, hasCutter: true, startsInTwoBytes: false },
} as const;
/** Copies of larger makers: two-byte mode, and pictures are what they surely print. */
const CLONE = { ...PLAIN, hasQr: false, startsInTwoBytes: true } as const;
const POS_PAGES = { ...COMMON, cp850: 2, cp857: 61, win1250: 72, win1251: 23, win1253: 90, win1257: 25 };

/** What every printer can do, as far as one can know. */
export const ANY_MODEL: PrinterModel = { ...CLONE, name: 'escpos', title: 'ESC/POS', codePages: COMMON };

/** TM-m30, TM-T20. */
const EPSON: PrinterModel = {
  ...PLAIN,
  name: 'epson',
  title: 'Epson TM-m30, TM-T20',
  hasProcessId: true,
  codePages: {
    ...{ ...COMMON, cp850: 2, cp857: 13, iso88592: 39, iso885915: 40 },
    ...{ win1250: 45, win1251: 46, win1253: 47, win1257: 51 },
  },
};

/** A till without paper: its receipts are files in a folder. */
export const PDF_MODEL: PrinterModel = { ...ANY_MODEL, name: 'pdf', title: 'PDF', makes: 'pdf' };

/** All kinds. */
export const MODELS: readonly PrinterModel[] = [
  ANY_MODEL,
  EPSON,
  // TM-T88IV and newer.
  { ...EPSON, name: 'epson-t88', title: 'Epson TM-T88IV–VII', widths: COARSE },
  // TM-T88II and III.
  {
    ...PLAIN,
    name: 'epson-old',
    title: 'Epson TM-T88II, TM-T88III',
    widths: COARSE,
    hasQr: false,
    codePages: { ...COMMON, cp850: 2 },
  },
  { ...PLAIN, name: 'star', title: 'Star', codePages: { ...COMMON, cp850: 2 } },
  { ...PLAIN, name: 'citizen', title: 'Citizen', codePages: { ...COMMON, cp857: 8 } },
  {
    ...PLAIN,
    name: 'bixolon',
    title: 'Bixolon',
    codePages: {
      ...{ ...COMMON, cp850: 2, cp857: 37, win1250: 47, win1251: 28, win1253: 24, win1257: 26 },
    },
  },
  { ...CLONE, name: 'pos58', title: 'POS-58', hasCutter: false, codePages: POS_PAGES },
  { ...CLONE, name: 'pos80', title: 'POS-80', codePages: POS_PAGES },
  {
    ...CLONE,
    name: 'xprinter',
    title: 'Xprinter',
    hasQr: true,
    codePages: { ...COMMON, cp850: 2, win1251: 23, win1253: 7, win1257: 25 },
  },
  {
    ...PLAIN,
    name: 'hp',
    title: 'HP',
    hasQr: false,
    codePages: {
      ...{ cp437: 0, cp850: 1, cp852: 2, cp860: 3, cp865: 5, cp858: 6, cp866: 7 },
      ...{ win1252: 8, cp857: 12, win1251: 13 },
    },
  },
  PDF_MODEL,
];

/** The kind with this name in any case; null for others. */
export function printerModel(name: string): PrinterModel | null {
  return MODELS.find((model) => model.name === name.trim().toLowerCase()) ?? null;
}

/** Columns of font A that printers can be set to. */
const COLUMNS = [32, 42, 48];

/** The same with the columns that somebody has set it to (a TM-T20 in its 42-column mode); as it is with any other text. */
export function withColumns(model: PrinterModel, text: string): PrinterModel {
  const columns = COLUMNS.find((each) => String(each) === text.trim());
  if (columns === undefined) return model;
  const { widths } = model;
  return { ...model, widths: { '58': { ...widths['58'], columns }, '80': { ...widths['80'], columns } } };
}
