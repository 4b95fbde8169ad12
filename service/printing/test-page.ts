/** The page that shows whether a printer is set up right: width, characters, code, knife. */
import { printable } from '../render/code-page.ts';
import { writeCommands } from '../render/escpos.ts';
import { PAPERS } from '../render/papers.ts';

/** Letters of the languages that receipts are printed in. */
const LETTERS = ['ÄÖÜäöüß €', 'ÁÀÂÃÇÉÊÍÓÔÕÚ', 'áàâãçéêíóôõú', 'ČĆĐŠŽ čćđšž'];

/** ESC/POS of the page. @param rn name of the register */
export function testPage(paper: '58' | '80', rn: string): Uint8Array {
  const { columns } = PAPERS[paper];
  const ruler = Array.from({ length: columns }, (_, i) => String((i + 1) % 10)).join('');
  const lines = ['Tillmark', rn, ruler, ...LETTERS, '1234567890,.-+*/%#@'];
  return writeCommands([
    { do: 'initialise' },
    { do: 'codePage' },
    ...lines.flatMap((line) => [{ do: 'text', text: printable(line) } as const, { do: 'newline' } as const]),
    { do: 'qr', text: 'https://tillmark.org/', module: 5 },
    { do: 'newline' },
    { do: 'cut' },
  ]);
}
