/** Pictures as they come in, row by row: however large they say they are, only what fits on paper is kept. */

/** How a picture is sent. */
export interface RasterForm {
  /** Bytes of a row. */
  width: number;
  rows: number;
  /** Each dot is so many wide and high. */
  scale: { x: 1 | 2; y: 1 | 2 };
}

/** Takes the bytes of one picture. */
export class Raster {
  private readonly form: RasterForm;
  private readonly kept: number;
  /** Bytes that have not come yet. */
  left: number;
  private row: Uint8Array;
  private column = 0;
  private done: Uint8Array[] = [];

  /** @param dots what fits beside each other on the paper */
  constructor(form: RasterForm, dots: number) {
    this.form = form;
    this.kept = Math.min(form.width, Math.ceil(dots / 8 / form.scale.x));
    this.row = new Uint8Array(this.kept);
    this.left = form.width * form.rows;
  }

  /** Dots of a row as it is printed. */
  get width(): number {
    return this.kept * 8 * this.form.scale.x;
  }

  push(bytes: Uint8Array): void {
    this.left -= bytes.length;
    for (const byte of bytes) {
      if (this.column < this.kept) this.row[this.column] = byte;
      this.column += 1;
      if (this.column === this.form.width) this.endRow();
    }
  }

  private endRow(): void {
    const row = this.form.scale.x === 2 ? doubled(this.row) : this.row;
    for (let i = 0; i < this.form.scale.y; i += 1) this.done.push(row);
    this.row = new Uint8Array(this.kept);
    this.column = 0;
  }

  /** Rows that are complete and were not taken yet. */
  takeRows(): Uint8Array[] {
    const rows = this.done;
    this.done = [];
    return rows;
  }
}

/** Each dot twice as wide. */
function doubled(row: Uint8Array): Uint8Array {
  const wide = new Uint8Array(row.length * 2);
  for (let x = 0; x < row.length * 8; x += 1) {
    if ((row[x >> 3]! & (0x80 >> (x & 7))) === 0) continue;
    for (const at of [2 * x, 2 * x + 1]) wide[at >> 3]! |= 0x80 >> (at & 7);
  }
  return wide;
}

/**
 * A strip as `ESC *` sends it, column by column.
 * @param columns bytes of the columns, `bytes` for each
 * @param wide each column is two dots wide
 */
export function strip(
  columns: Uint8Array,
  bytes: 1 | 3,
  wide: boolean,
): { width: number; rows: Uint8Array[] } {
  const count = Math.floor(columns.length / bytes);
  const width = count * (wide ? 2 : 1);
  // Eight dots of a column are as high as 24: each is three dots.
  const high = bytes === 1 ? 3 : 1;
  const rows = Array.from({ length: 24 }, () => new Uint8Array(Math.ceil(width / 8)));
  for (let x = 0; x < width; x += 1) {
    const column = wide ? x >> 1 : x;
    for (let y = 0; y < 24; y += 1) {
      const bit = Math.floor(y / high);
      if ((columns[column * bytes + (bit >> 3)]! & (0x80 >> (bit & 7))) !== 0) {
        rows[y]![x >> 3]! |= 0x80 >> (x & 7);
      }
    }
  }
  return { width, rows };
}
