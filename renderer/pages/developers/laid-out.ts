/** A body for reading: JSON indented, each element of XML on a line of its own. What is cut stays as it is. */
export function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.startsWith('<') ? xmlLines(text) : text;
  }
}

function xmlLines(text: string): string {
  let depth = 0;
  const lines = text.replace(/>\s*</g, '>\n<').split('\n');
  return lines
    .map((line) => {
      if (line.startsWith('</')) depth = Math.max(depth - 1, 0);
      const shown = '  '.repeat(depth) + line;
      if (/^<[^?!/]/.test(line) && !/\/>$|<\/[^<]*$/.test(line)) depth += 1;
      return shown;
    })
    .join('\n');
}
