/** A line as lines that fit: of columns the gap between them becomes smaller first. */
export function fitted(line: string, most: number): string[] {
  const over = line.length - most;
  const narrow = over > 0 ? line.replace(/ {2,}/, (gap) => ' '.repeat(Math.max(1, gap.length - over))) : line;
  const parts = [];
  for (let at = 0; at === 0 || at < narrow.length; at += most) parts.push(narrow.slice(at, at + most));
  return parts;
}
