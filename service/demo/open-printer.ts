/**
 * Whether a data root has an emulated printer. A file says so, which only a demo
 * writes: no other installation can come by a printer that prints nothing.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { DemoPrinter } from './printer.ts';

/** What printing in a demo needs of its installation. */
export interface PrinterPlace {
  /** Where the file is. */
  folder: string;
  /** An attribute of the profile. */
  attribute: (name: string) => string | undefined;
  /** Sets attributes of the profile, by name. */
  setAttributes: (values: Readonly<Record<string, string>>) => Promise<void>;
}

const FILE = 'demo-printer.json';

/**
 * Switches the emulated printer of a data root on, and has the profile find it.
 * @param isNew a demo begins
 * @returns null where there is none
 */
export async function openDemoPrinter(place: PrinterPlace, isNew: boolean): Promise<DemoPrinter | null> {
  const file = path.join(place.folder, FILE);
  const known = isNew ? { port: 0 } : await readPort(file);
  if (known === null) return null;
  // What other installations do not need is not loaded there.
  const { DemoPrinter } = await import('./printer.ts');
  const printer = await DemoPrinter.start(known.port);
  const { port, address } = printer;
  if (port !== known.port) await fs.writeFile(file, `${JSON.stringify({ port })}\n`);
  if (isNew) {
    await place.setAttributes({ Printer: 'epson', Printer_Port: address, Printer_Drawer: 'low' });
  } else if (port !== known.port && place.attribute('Printer_Port') === `127.0.0.1:${known.port}`) {
    await place.setAttributes({ Printer_Port: address });
  }
  return printer;
}

/** The port that it had last; null where there is no printer. */
async function readPort(file: string): Promise<{ port: number } | null> {
  const text = await fs.readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const port = Number(/"port":\s*(\d{1,5})\b/.exec(text)?.[1] ?? 0);
  return { port: port <= 65_535 ? port : 0 };
}
