/** Blocks laid out in columns of one width, as text editors and receipt printers have them. */
import type { Block, CodeLook } from './blocks.ts';
import { columnsOf } from './width.ts';
import { LINE_BREAK, wrap, wrapBalanced } from './wrap.ts';

/** A line of text, or the code between lines. */
export type ColumnLine =
  | { text: string; centred: boolean; strong: boolean; large: 'no' | 'tall' | 'double'; mark: boolean }
  | ({ qr: string } & CodeLook);

/** Least width of the amount column, so that the amounts of a receipt stand below each other. */
const AMOUNT_COLUMNS = { narrow: 7, wide: 9 };
const NARROW = 40;
const GROUP_COLUMNS = 3;
/** The text beside an amount keeps at least this part of the paper. */
const LEAST_TEXT = 0.4;

/** @param double for a printer: large lines may take twice the width, marks are printed inverted */
export function layOut(blocks: readonly Block[], columns: number, double: boolean): ColumnLine[] {
  return blocks.flatMap((block) => layOutBlock(withBlanks(block), columns, double));
}

/**
 * A tab is a blank here: how many columns it would take depends on who shows it; so it does with a soft hyphen, which
 * is left out. Amounts and cells are in one line.
 */
function withBlanks(block: Block): Block {
  const blank = (text: string) => text.replaceAll('\t', ' ').replaceAll('\u00AD', '');
  const inLine = (text: string) => blank(text).replace(LINE_BREAK, ' ');
  switch (block.kind) {
    case 'line':
    case 'mark':
      return { ...block, text: blank(block.text) };
    case 'row':
      return {
        ...{ ...block, left: blank(block.left), right: inLine(block.right) },
        ...(block.middle !== undefined && { middle: inLine(block.middle) }),
      };
    case 'table':
      return { ...block, head: block.head.map(inLine), rows: block.rows.map((cells) => cells.map(inLine)) };
    default:
      return block;
  }
}

function layOutBlock(block: Block, columns: number, double: boolean): ColumnLine[] {
  switch (block.kind) {
    case 'gap':
      return [line('')];
    case 'rule':
      return [line('-'.repeat(columns))];
    case 'qr':
      return [
        {
          ...{ qr: block.text, leastVersion: block.leastVersion },
          ...(block.barcode && { barcode: block.barcode }),
        },
      ];
    case 'mark': {
      // A printer inverts it, blanks at the ends included.
      const [start, end] = double ? [' ', ' '] : ['*** ', ' ***'];
      const style = { centred: true, strong: true, mark: true } as const;
      const large = block.heading ? largest(block.text, columns, double, 2 * start.length) : 'no';
      const width = large === 'double' ? Math.floor(columns / 2) : columns;
      return wrapBalanced(block.text, width - 2 * start.length, columnsOf).map((text) =>
        line(start + text + end, { ...style, large }),
      );
    }
    case 'line': {
      if (block.heading) return heading(block.text, columns, double);
      const indent = ' '.repeat(block.indent ?? 0);
      const half = Math.floor(columns / 2);
      const large = !block.large ? 'no' : double && columnsOf(block.text) <= half ? 'double' : 'tall';
      const style = { centred: block.centred ?? false, strong: block.strong ?? false, large } as const;
      const breakUp = block.centred ? wrapBalanced : wrap;
      return breakUp(block.text, columns - indent.length, columnsOf).map((text) =>
        line(indent + text, style),
      );
    }
    case 'row':
      return row(block, columns, double);
    case 'table':
      return table(block.head, block.rows, columns);
  }
}

/** Twice as high as an amount, and twice as wide where no word has to be broken. */
function heading(text: string, columns: number, double: boolean): ColumnLine[] {
  const large = largest(text, columns, double);
  return wrap(text, large === 'double' ? Math.floor(columns / 2) : columns, columnsOf).map((part) =>
    line(part, { strong: true, large }),
  );
}

/** @param around columns that are taken beside the text */
function largest(text: string, columns: number, double: boolean, around = 0): 'tall' | 'double' {
  const room = Math.floor(columns / 2) - around;
  return double && text.split(/\s+/).every((word) => columnsOf(word) <= room) ? 'double' : 'tall';
}

function line(text: string, style: Partial<Extract<ColumnLine, { text: string }>> = {}): ColumnLine {
  return { text, centred: false, strong: false, large: 'no', mark: false, ...style };
}

function row(block: Extract<Block, { kind: 'row' }>, columns: number, double: boolean): ColumnLine[] {
  const indent = ' '.repeat(block.indent ?? 0);
  const half = Math.floor(columns / 2);
  const shortest = columnsOf(block.left) + 1 + columnsOf(block.right);
  const large = !block.large ? 'no' : double && shortest <= half ? 'double' : 'tall';
  const width = large === 'double' ? half : columns;
  const style = { strong: block.strong ?? false, large } as const;
  const right =
    block.right === ''
      ? ''
      : atRight(block.right, large === 'double' ? 0 : AMOUNT_COLUMNS[columns < NARROW ? 'narrow' : 'wide']);
  const middle = block.middle === undefined ? '' : ` ${atRight(block.middle, GROUP_COLUMNS)}`;
  const end = `${middle} ${right}`;
  const left = width - columnsOf(end) - indent.length;
  if (left < width * LEAST_TEXT) {
    // No room side by side: the amount gets lines of its own.
    return [
      ...wrap(block.left, width - indent.length, columnsOf).map((text) => line(indent + text, style)),
      ...wrap(`${middle.trim()} ${block.right}`.trim(), width, columnsOf).map((text) =>
        line(atRight(text, width), style),
      ),
    ];
  }
  return wrap(block.left, left, columnsOf).map((text, i) =>
    line(i > 0 ? indent + text : indent + text + ' '.repeat(left - columnsOf(text)) + end, style),
  );
}

function table(head: readonly string[], rows: readonly string[][], columns: number): ColumnLine[] {
  const all = [head, ...rows];
  const widths = head.map((_, i) => Math.max(...all.map((cells) => columnsOf(cells[i] ?? ''))));
  const room = columns - widths.reduce((a, b) => a + b, 0);
  const gaps = widths.length - 1;
  if (room < gaps) return rows.flatMap((cells) => tableAsList(head, cells, columns));
  // Spare room goes between the columns, what cannot be shared to the first gap.
  const gap = Math.floor(room / gaps);
  const spare = room - gap * gaps;
  return all.map((cells) =>
    line(
      cells
        .map((cell, i) => {
          const pad = ' '.repeat(widths[i]! - columnsOf(cell));
          return i === 0 ? cell + pad : ' '.repeat(gap + (i === 1 ? spare : 0)) + pad + cell;
        })
        .join(''),
    ),
  );
}

/** A table that is too wide: one value per line, each with the title of its column. */
function tableAsList(head: readonly string[], cells: readonly string[], columns: number): ColumnLine[] {
  return cells.flatMap((cell, i) =>
    row({ kind: 'row', left: head[i] ?? '', right: cell, indent: i === 0 ? 0 : 2 }, columns, false),
  );
}

function atRight(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - columnsOf(text))) + text;
}
