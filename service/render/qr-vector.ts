/** QR codes as drawings for documents that are set by others: PDF and EPS. */
import { qrSymbol, type QrLevel, type QrSymbol } from './qr.ts';

/** How a drawing looks. */
export interface QrVectorLook {
  type: 'pdf' | 'eps';
  level: QrLevel;
  /** Points per module. */
  size: number;
  /** Modules of the quiet zone. */
  margin: number;
}

/**
 * Draws a text as QR code with its quiet zone, black on white.
 * @returns the file
 * @throws when the text is too long for any symbol
 */
export function qrVector(text: string, { type, level, size, margin }: QrVectorLook): Buffer {
  const symbol = qrSymbol(text, 1, level);
  const modules = symbol.size + 2 * margin;
  const runs = runsOf(symbol, margin);
  return Buffer.from(type === 'pdf' ? pdf(modules, size, runs) : eps(modules, size, runs), 'latin1');
}

/** Dark modules beside each other, in modules from the lower left corner. */
interface Run {
  x: number;
  y: number;
  width: number;
}

function runsOf({ rows, size }: QrSymbol, margin: number): Run[] {
  return rows.flatMap((row, line) => {
    const runs: Run[] = [];
    for (let x = 0; x < size; x++) {
      const start = x;
      while (row[x]) x++;
      if (x > start) runs.push({ x: start + margin, y: size - 1 - line + margin, width: x - start });
    }
    return runs;
  });
}

function eps(modules: number, size: number, runs: readonly Run[]): string {
  const side = modules * size;
  return [
    '%!PS-Adobe-3.0 EPSF-3.0',
    `%%BoundingBox: 0 0 ${side} ${side}`,
    '%%EndComments',
    'gsave',
    `${size} ${size} scale`,
    `1 setgray 0 0 ${modules} ${modules} rectfill`,
    '0 setgray',
    ...runs.map(({ x, y, width }) => `${x} ${y} ${width} 1 rectfill`),
    'grestore',
    '%%EOF',
    '',
  ].join('\n');
}

function pdf(modules: number, size: number, runs: readonly Run[]): string {
  const side = modules * size;
  const drawing = [
    `${size} 0 0 ${size} 0 0 cm`,
    `1 g 0 0 ${modules} ${modules} re f`,
    '0 g',
    ...runs.map(({ x, y, width }) => `${x} ${y} ${width} 1 re`),
    'f',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${side} ${side}] /Resources << >> /Contents 4 0 R >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((content, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${content}\nendobj\n`;
    return place;
  });
  const start = text.length;
  const rows = [
    '0000000000 65535 f ',
    ...places.map((place) => `${String(place).padStart(10, '0')} 00000 n `),
  ];
  return `${text}xref\n0 ${rows.length}\n${rows.join('\n')}\ntrailer\n<< /Size ${rows.length} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}
