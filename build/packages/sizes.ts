import type { Staged } from './stage.ts';

/** Says how large a folder is and what in it. */
export function tellSizes({ total, packages }: Staged): void {
  const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  const largest = packages.map(({ name, bytes }) => `  ${mb(bytes).padStart(8)}  ${name}`);
  process.stdout.write(`service, portal, pages and Node: ${mb(total)}, of that\n${largest.join('\n')}\n`);
}
