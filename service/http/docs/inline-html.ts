/** A line of Markdown as HTML: of its signs our texts use code and emphasis. */
import { escaped } from '../form-page.ts';

/** Safe to be put into a page, whatever the text is. */
export function inlineHtml(text: string): string {
  return text
    .split(/(`[^`]+`|\b_[^_]+_\b)/)
    .map((part, at) => {
      if (at % 2 === 0) return escaped(part);
      const name = part.startsWith('`') ? 'code' : 'em';
      return `<${name}>${escaped(part.slice(1, -1))}</${name}>`;
    })
    .join('');
}
