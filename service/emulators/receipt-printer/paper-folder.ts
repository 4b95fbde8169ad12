/** A folder that takes a picture for each piece of paper. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { sheetPng } from './draw.ts';
import type { PrinterModel } from './models.ts';
import type { Sheet } from './paper.ts';

const NAME = /^(\d{4,})\.png$/;

export class PaperFolder {
  private readonly folder: string;
  private last: number;

  private constructor(folder: string, last: number) {
    this.folder = folder;
    this.last = last;
  }

  /** Makes the folder where there is none; counts on from the pictures that are in it. */
  static async open(folder: string): Promise<PaperFolder> {
    await fs.mkdir(folder, { recursive: true });
    const numbers = (await fs.readdir(folder)).map((name) => Number(NAME.exec(name)?.[1] ?? 0));
    return new PaperFolder(
      folder,
      numbers.reduce((a, b) => Math.max(a, b), 0),
    );
  }

  /** @returns the name of the file */
  async put(sheet: Sheet, model: PrinterModel): Promise<string> {
    this.last += 1;
    const file = path.join(this.folder, `${String(this.last).padStart(4, '0')}.png`);
    await fs.writeFile(file, sheetPng(sheet, model), { flag: 'wx' });
    return file;
  }
}
