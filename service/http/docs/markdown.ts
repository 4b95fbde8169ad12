/** A page of docs/ as HTML: headings, paragraphs, lists and tables, as our pages use them. */
import { escaped } from '../form-page.ts';
import { inlineHtml } from './inline-html.ts';

/** Safe to be put into a page, whatever the text is; without its first heading. Links within the docs are words alone. */
export function markdownHtml(text: string): string {
  return text
    .replace(/^# .*\n/, '')
    .split(/\n{2,}/)
    .map((block) => blockHtml(block.trim().split('\n')))
    .join('\n');
}

function blockHtml(lines: readonly string[]): string {
  const [first = ''] = lines;
  const heading = /^(#{2,3}) (.*)$/.exec(first);
  if (heading) return `<h${heading[1]!.length}>${line(heading[2]!)}</h${heading[1]!.length}>`;
  if (first.startsWith('|')) return tableHtml(lines);
  const items = lines.map((each) => /^(?:-|\d+\.) (.*)$/.exec(each)?.[1]);
  if (items.every((item) => item !== undefined)) {
    const list = first.startsWith('-') ? 'ul' : 'ol';
    return `<${list}>\n${items.map((item) => `<li>${line(item)}</li>`).join('\n')}\n</${list}>`;
  }
  return first === '' ? '' : `<p>${line(lines.join(' '))}</p>`;
}

function tableHtml([head = '', , ...rows]: readonly string[]): string {
  const cells = (row: string, name: string) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => `<${name}>${line(cell.trim())}</${name}>`)
      .join('');
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
  return `<div class="table"><table>\n<tr>${cells(head, 'th')}</tr>\n${body}\n</table></div>`;
}

/** Words of a line: bold, code and emphasis; of a link its words. */
function line(text: string): string {
  return text
    .replace(/\[([^[\]]{0,200})\]\([^()]{0,200}\)/g, '$1')
    .split('**')
    .map((part, at) => (at % 2 === 0 ? inlineHtml(part) : `<strong>${escaped(part)}</strong>`))
    .join('');
}
