import { qrcode } from 'bwip-js/generic';

/** A QR code as one SVG path in a square of `size` units, quiet zone included. */
export interface QrDrawing {
  path: string;
  size: number;
  /** Symbol version, 1 to 40. */
  version: number;
}

/** bwip-js draws a module this large at scale 1. */
const MODULE_SIZE = 2;

/** Light margin around a symbol, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Draw a QR code with error correction level M. Throws when the text is too long for any symbol. */
export function drawQr(text: string, leastVersion: number): QrDrawing {
  const drawing = drawSymbol(text, {});
  return drawing.version < leastVersion ? drawSymbol(text, { version: String(leastVersion) }) : drawing;
}

function drawSymbol(text: string, options: { version?: string }): QrDrawing {
  let path = '';
  let side = 0;
  const margin = QUIET_ZONE * MODULE_SIZE;
  qrcode<void>(
    // bwip-js would raise the level where the symbol has room for it.
    { bcid: 'qrcode', text, scale: 1, eclevel: 'M', fixedeclevel: true, ...options } as Parameters<
      typeof qrcode
    >[0],
    {
      scale: () => null,
      measure: () => ({ width: 0, ascent: 0, descent: 0 }),
      init: (width) => {
        side = width;
      },
      polygon: (points) => {
        path += `M${points.map(([x, y]) => `${x + margin} ${y + margin}`).join('L')}Z`;
      },
      line: () => undefined,
      hexagon: () => undefined,
      ellipse: () => undefined,
      fill: () => undefined,
      text: () => undefined,
      end: () => undefined,
    },
  );
  return { path, size: side + 2 * margin, version: (side / MODULE_SIZE - 17) / 4 };
}
