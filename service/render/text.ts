/** A receipt as plain text. */
import type { Paper } from '../wire.ts';
import { blocksOf, type Block } from './blocks.ts';
import { layOut } from './columns.ts';
import { PAPERS, type PaperKind } from './papers.ts';
import { columnsOf } from './width.ts';

/** Lines of at most the paper's columns, each ended by a line feed; the QR code appears as its content. */
export function renderText(paper: Paper, kind: PaperKind): string {
  const { columns } = PAPERS[kind];
  // A QR code cannot be drawn with letters; its content is what a scanner would say.
  const edge: Block = { kind: 'line', text: '='.repeat(columns) };
  const blocks = blocksOf(paper).flatMap((block): Block[] => {
    if (block.kind === 'qr') return pieces(block.text, columns).map((text) => ({ kind: 'line', text }));
    // Letters of a text have one size: what has to be large stands between lines.
    return 'heading' in block && block.heading ? [edge, block, edge] : [block];
  });
  const once = blocks.filter((block, i) => block !== edge || blocks[i - 1] !== edge);
  return layOut(once, columns, false)
    .map((line) => {
      if (!('text' in line)) return '';
      const start = line.centred ? Math.floor((columns - columnsOf(line.text)) / 2) : 0;
      return `${' '.repeat(start)}${line.text}`.trimEnd();
    })
    .map((line) => `${line}\n`)
    .join('');
}

/** Cut anywhere and nothing left out, so that the pieces make up the content again. */
function pieces(text: string, length: number): string[] {
  return text.match(new RegExp(`.{1,${length}}`, 'gsu')) ?? [];
}
