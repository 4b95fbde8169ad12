/** How many columns a text takes where every character has the same width. */
import { characters } from './wrap.ts';

/** East Asian wide and fullwidth characters, and emoji: two columns. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\uFE0F/u;
/** Vowels that are no marks though they belong to the letter before: AM of Thai and Lao. */
const BESIDE = /[\u0E33\u0EB3]/u;
const NO_WIDTH = /^[\p{M}\p{Cf}\p{Cc}]+$/u;

const PLAIN = /^[\u0020-\u007E\u00A0-\u02FF]*$/;

/** Columns of a text on a terminal or in a text editor. */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of characters(text)) {
    if (WIDE.test(character)) columns += 2;
    else if (!NO_WIDTH.test(character)) columns += 1;
    if (character.length > 1 && BESIDE.test(character)) columns += 1;
  }
  return columns;
}
