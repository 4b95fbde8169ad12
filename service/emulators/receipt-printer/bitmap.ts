/** A picture of dots, white at first. What is drawn beside it is cut off. */
import type { Dots } from './paper.ts';

export class Bitmap {
  readonly width: number;
  readonly height: number;
  private readonly stride: number;
  private readonly data: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.stride = Math.ceil(width / 8);
    this.data = new Uint8Array(this.stride * height);
  }

  readonly isDark = (x: number, y: number): boolean =>
    (this.data[y * this.stride + (x >> 3)]! & (0x80 >> (x & 7))) !== 0;

  /** Turns black what is white in a rectangle, and white what is black. */
  flip(left: number, top: number, width: number, height: number): void {
    for (let y = Math.max(0, top); y < Math.min(this.height, top + height); y += 1) {
      for (let x = Math.max(0, left); x < Math.min(this.width, left + width); x += 1) {
        this.data[y * this.stride + (x >> 3)]! ^= 0x80 >> (x & 7);
      }
    }
  }

  /** Blackens a rectangle. */
  fill(left: number, top: number, width: number, height: number): void {
    for (let y = Math.max(0, top); y < Math.min(this.height, top + height); y += 1) {
      for (let x = Math.max(0, left); x < Math.min(this.width, left + width); x += 1) {
        this.data[y * this.stride + (x >> 3)]! |= 0x80 >> (x & 7);
      }
    }
  }

  /** Blackens where dots are black, each of them so many wide and high. */
  stamp({ width, rows }: Dots, left: number, top: number, times = { x: 1, y: 1 }): void {
    rows.forEach((row, y) => {
      for (let x = 0; x < width; x += 1) {
        if ((row[x >> 3]! & (0x80 >> (x & 7))) === 0) continue;
        this.fill(left + x * times.x, top + y * times.y, times.x, times.y);
      }
    });
  }
}
