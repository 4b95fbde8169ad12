/** `info.csv` of an export: what its maker says of itself. */

/** What stands in it. */
export interface ExportInfo {
  description: string;
  manufacturer: string;
  version: string;
}

const TITLES = ['description', 'manufacturer', 'version'];

/** Reads it; null when it is another file. `isLoose`: values are not in quotes, as one maker writes them. */
export function readInfo(content: Buffer): (ExportInfo & { isLoose: boolean }) | null {
  const [before, ...parts] = content
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/"(description|manufacturer|version):",/);
  if (before !== '' || parts.length !== 6 || TITLES.some((title, i) => parts[2 * i] !== title)) return null;
  const values = [1, 3, 5].map((i) => parts[i]!.trim().replace(/,$/, '').trim());
  const [description, manufacturer, version] = values.map(unquoted);
  const isLoose = values.some((value) => !value.startsWith('"'));
  return { description: description!, manufacturer: manufacturer!, version: version!, isLoose };
}

function unquoted(value: string): string {
  return /^".*"$/s.test(value) ? value.slice(1, -1).replaceAll('""', '"') : value;
}
