/**
 * `npm run build`: build.ts [--if-stale] [part ...]
 *
 * Builds all parts or the named ones, with --if-stale only those whose sources
 * changed. Says nothing when all is well.
 */
import { stripVTControlCharacters } from 'node:util';
import { buildPart, isStale, type PartName, parts } from './parts.ts';

const all = Object.keys(parts) as PartName[];

/** Names of those of the given parts (default: all) that must be built. */
export function staleParts(names = all): PartName[] {
  return names.filter((name) => isStale(name, parts[name]));
}

/** Builds the named parts side by side; throws an Error with one readable message. */
async function buildParts(names: PartName[]): Promise<void> {
  const results = await Promise.allSettled(
    names.map(async (name) => {
      try {
        await buildPart(name, parts[name]);
      } catch (error) {
        throw new Error(`${name} cannot be built: ${describeFailure(error)}`, { cause: error });
      }
    }),
  );
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as Error).message] : [],
  );
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

/** What esbuild and Vite tell about a failed build; they name the place differently. */
interface BundlerFailure {
  message?: string;
  errors?: {
    text?: string;
    message?: string;
    location?: { file: string; line: number; column: number } | null;
    loc?: { file?: string; line: number; column: number } | undefined;
  }[];
}

/** The first thing a bundler complains about, with its place. */
export function describeFailure(error: unknown): string {
  return stripVTControlCharacters(firstComplaint(error as BundlerFailure)).trim();
}

function firstComplaint(error: BundlerFailure): string {
  const [first, ...more] = error.errors ?? [];
  if (first === undefined) return error.message ?? 'unknown failure';
  const at = first.location ?? first.loc;
  const place = at?.file === undefined ? '' : `${at.file}:${at.line}:${at.column + 1}: `;
  const rest = more.length > 0 ? ` (and ${more.length} more)` : '';
  return `${place}${first.text ?? first.message ?? ''}${rest}`;
}

async function runFromCommandLine(args: string[]): Promise<void> {
  const names = args.filter((arg) => !arg.startsWith('--')) as PartName[];
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    throw new Error(`no part is called ${unknown}; there are ${all.join(', ')}`);
  }
  const wanted = names.length > 0 ? names : all;
  await buildParts(args.includes('--if-stale') ? staleParts(wanted) : wanted);
}

if (import.meta.main) {
  try {
    await runFromCommandLine(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`tillmark: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
