/**
 * Bar code scanners in HID-POS mode (usage page 8C): input report 2 with the
 * length, three letters of the AIM identifier, up to 56 bytes, and in its last
 * byte whether more comes. Long codes come in several reports.
 */

/** A code that was read. */
export interface Scan {
  /** Control characters as their pictures (U+2400...), so that they can be shown. */
  text: string;
  /** AIM identifier, such as `]E0` for EAN-13; empty where the scanner sends none. */
  aim: string;
}

const REPORT_ID = 2;
const REPORT_BYTES = 64;
const HEAD = 5;
const DATA = 56;
/** Longer codes are none that exists. */
const MOST_BYTES = 8192;

/** Puts the reports of one scanner together. */
export class ScanReader {
  private parts: Uint8Array[] = [];

  /** Codes that are complete with this report; what is no such report is left out. */
  push(report: Uint8Array): Scan[] {
    if (report.length !== REPORT_BYTES || report[0] !== REPORT_ID) return [];
    const length = report[1]!;
    if (length > DATA) {
      this.parts = [];
      return [];
    }
    this.parts.push(report.subarray(HEAD, HEAD + length));
    const all = Buffer.concat(this.parts);
    const hasMore = (report[REPORT_BYTES - 1]! & 1) === 1;
    if (hasMore && all.length <= MOST_BYTES) return [];
    this.parts = [];
    if (hasMore || all.length === 0) return [];
    const aim = Buffer.from(report.subarray(2, HEAD)).toString('latin1');
    return [{ text: shown(all), aim: /^\][A-Za-z][\dA-Za-z]$/.test(aim) ? aim : '' }];
  }
}

function shown(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes);
  const readable = text.includes('\uFFFD') ? Buffer.from(bytes).toString('latin1') : text;
  return readable.replace(/\p{Cc}/gu, (c) => {
    const code = c.codePointAt(0)!;
    return code < 0x20 ? String.fromCodePoint(0x2400 + code) : '\u2421';
  });
}
