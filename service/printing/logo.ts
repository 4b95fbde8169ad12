/** The logo of the company on receipts: a PNG file that the profile names (`Print_Logo`). */
import fs from 'node:fs/promises';
import { readPng, type GreyPicture } from '../render/png-read.ts';

/** A logo has some kilobytes. */
const MOST_BYTES = 2_000_000;

interface Known {
  /** When it was changed last, and its size. */
  mark: string;
  picture: GreyPicture;
}

/** Logos by their file, read again when the file has changed. */
export class Logos {
  private readonly known = new Map<string, Known>();
  private readonly wrong = new Map<string, string>();

  /** The picture of a file; null where it cannot be used: a receipt is printed all the same. */
  async picture(file: string): Promise<GreyPicture | null> {
    try {
      const found = await fs.stat(file);
      // A pipe would be waited for without end.
      if (!found.isFile()) throw new Error('it is no file');
      const { mtimeMs, size } = found;
      const mark = `${mtimeMs} ${size}`;
      const known = this.known.get(file);
      if (known?.mark === mark) return known.picture;
      if (size > MOST_BYTES) throw new Error('it is larger than 2 MB');
      const picture = readPng(await fs.readFile(file));
      this.known.set(file, { mark, picture });
      this.wrong.delete(file);
      return picture;
    } catch (error) {
      this.known.delete(file);
      const { code, message } = error as NodeJS.ErrnoException;
      this.wrong.set(file, code ?? message);
      return null;
    }
  }

  /** Why a file cannot be used, in English; null where it was not tried or can. */
  problemOf(file: string): string | null {
    return this.wrong.get(file) ?? null;
  }
}
