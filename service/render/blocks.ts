/**
 * What a receipt says, in the order in which it is printed. Text, ESC/POS and
 * the PDF of a roll lay out the same blocks, so that none of them can forget
 * something the law wants to see.
 */
import type { Paper, PaperBarcode, PaperLine, PaperTag } from '../wire.ts';

/** A piece of a receipt, from top to bottom. */
export type Block =
  | {
      kind: 'line';
      text: string;
      centred?: boolean;
      strong?: boolean;
      large?: boolean;
      indent?: number;
      /** At least twice as large as any amount. */
      heading?: boolean;
    }
  /** Text at the left, amount at the right, and a column for the tax group before the amount. */
  | {
      kind: 'row';
      left: string;
      middle?: string;
      right: string;
      strong?: boolean;
      large?: boolean;
      indent?: number;
    }
  /** Must not be overlooked. */
  | { kind: 'mark'; text: string; heading?: boolean }
  /** First column at the left, the others at the right. */
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'rule' }
  | { kind: 'gap' }
  /** The code; `text` is what it says. */
  | ({ kind: 'qr'; text: string } & CodeLook);

/** How the code is drawn: as QR code of this version or a higher one, or as bar code. */
export interface CodeLook {
  leastVersion: number;
  barcode?: PaperBarcode;
}

/** Indentation of modifiers and details, in characters. */
const INDENT = 2;

/** A receipt as blocks. */
export function blocksOf(paper: Paper): Block[] {
  const { words } = paper;
  const heading = paper.largeHeadings ?? false;
  const [name = '', ...address] = paper.seller;
  // Nothing may come between the last tag and the code: it may have to stand directly above.
  const code: Block[] = [
    ...paper.tags.map((tag): Block => ({ kind: 'line', text: printedTag(tag), centred: true })),
    ...(paper.qr === null
      ? []
      : [
          {
            ...{ kind: 'qr' as const, text: paper.qr, leastVersion: paper.leastQrVersion ?? 1 },
            ...(paper.barcode && { barcode: paper.barcode }),
          },
        ]),
    ...(paper.below ?? []).map((text): Block => ({ kind: 'line', text, centred: true })),
  ];
  return parts([
    [
      { kind: 'line', text: name, centred: true, strong: true, large: true },
      ...address.map((text): Block => ({ kind: 'line', text, centred: true })),
    ],
    paper.marks.map((text): Block => ({ kind: 'mark', text, heading })),
    paper.codeFirst ? code : [],
    [
      { kind: 'line', text: paper.title, strong: true, heading },
      ...lines(paper.number === '' ? [] : [paper.number], true),
      ...lines([paper.dateText]),
      ...lines(paper.operator === null ? [] : [`${words.operator} ${paper.operator}`]),
    ],
    lines(paper.buyer.length === 0 ? [] : [`${words.customer}:`, ...paper.buyer]),
    lines(paper.head),
    paper.lines.length === 0 ? [] : [{ kind: 'rule' }, ...paper.lines.flatMap(lineBlocks), { kind: 'rule' }],
    [
      ...(paper.total === null
        ? []
        : [
            {
              kind: 'row' as const,
              left: `${words.total} ${paper.currency}`,
              right: paper.total,
              strong: true,
              // The total is an amount, too.
              large: !heading,
            },
          ]),
      ...paper.payments.map(({ label, value }): Block => ({ kind: 'row', left: label, right: value })),
    ],
    paper.taxes.length === 0
      ? []
      : [
          {
            kind: 'table',
            head: [`${words.tax} ${words.rate}`, words.net, words.tax, words.gross],
            rows: paper.taxes.map((t) => [`${t.group} ${t.rate}%`.trim(), t.net, t.tax, t.gross]),
          },
        ],
    paper.codeFirst ? [] : code,
    paper.foot.map((text): Block => ({ kind: 'line', text, centred: true })),
  ]);
}

/** Groups of blocks with a gap between them. */
function parts(groups: readonly Block[][]): Block[] {
  const blocks: Block[] = [];
  for (const group of groups) {
    if (group.length === 0) continue;
    // A rule separates well enough.
    if (blocks.length > 0 && blocks.at(-1)!.kind !== 'rule') blocks.push({ kind: 'gap' });
    blocks.push(...group);
  }
  return blocks;
}

function lines(texts: readonly string[], strong = false): Block[] {
  return texts.map((text) => ({ kind: 'line', text, ...(strong && { strong }) }));
}

function lineBlocks(line: PaperLine): Block[] {
  const indent = line.kind === 'modifier' ? INDENT : 0;
  const first: Block =
    line.amount === undefined && line.taxGroup === undefined
      ? { kind: 'line', text: line.text, indent }
      : {
          kind: 'row',
          left: line.text,
          ...(line.kind !== 'text' && { middle: line.taxGroup ?? '' }),
          right: line.amount ?? '',
          indent,
        };
  return line.detail === undefined
    ? [first]
    : [first, { kind: 'line', text: line.detail, indent: indent + INDENT }];
}

/** A tag as one text. */
export function printedTag({ label, value, tight }: PaperTag): string {
  if (label === '' || label.endsWith(':')) return label + value;
  return tight ? `${label}:${value}` : `${label}: ${value}`;
}
