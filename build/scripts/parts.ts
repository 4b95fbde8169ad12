import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { compressFiles } from './compress-files.ts';
import { built, programs } from './programs.ts';
import { root } from './root.ts';

/** Inputs of every part: a new lockfile or a changed way of building makes all of them stale. */
const shared = [
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'build/scripts/parts.ts',
  'build/scripts/compress-files.ts',
  'build/scripts/programs.ts',
];

/** Something that can be built. */
export interface Part {
  /** Files and folders; a change in them makes the part stale. */
  inputs: string[];
  /** The file that shows that the part was built. */
  output: string;
  build: () => Promise<void>;
}

export type PartName = 'service' | 'main' | 'preload' | 'updater' | 'renderer';

/** The bundlers are loaded when something is built: most starts find everything fresh. */
async function bundle(options: BuildOptions): Promise<void> {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node24',
    sourcemap: true,
    logLevel: 'silent',
    ...options,
  });
}

/**
 * One letter beyond ASCII makes Node keep the whole program at two bytes a letter. Those in
 * texts are escaped by the bundler, those in regular expressions must be by hand.
 * @throws Error naming the program and the place
 */
export function expectOneByteLetters(program: string, text: string): void {
  const at = text.search(/[^\u0000-\u007f]/u);
  if (at < 0) return;
  throw new Error(
    `${program}: write ${text[at]} as \\u escape: …${text.slice(Math.max(0, at - 40), at + 40)}…`,
  );
}

/** All parts of the program that need building. */
export const parts: Record<PartName, Part> = {
  service: {
    inputs: ['service'],
    output: 'dist/service/start.js',
    build: async () => {
      await bundle({
        entryPoints: Object.entries(programs).map(([out, source]) => ({ in: source, out })),
        outdir: 'dist/service',
        format: 'esm',
        packages: 'external',
        // V8 keeps the text of a program as long as it runs. Lines stay short enough for an error to name one.
        minifyWhitespace: true,
        lineLimit: 120,
      });
      for (const program of Object.keys(programs) as (keyof typeof programs)[]) {
        expectOneByteLetters(program, readFileSync(built(program), 'utf8'));
      }
    },
  },
  main: {
    inputs: [
      'main',
      'service/wire.ts',
      'service/log',
      'service/receipt/luhn.ts',
      'resources/authority-sites.json',
      'resources/locales/shell',
    ],
    output: 'dist/main/index.js',
    build: () =>
      bundle({
        entryPoints: ['main/index.ts'],
        outfile: 'dist/main/index.js',
        format: 'esm',
        external: ['electron'],
      }),
  },
  preload: {
    inputs: ['main', 'service/wire.ts'],
    output: 'dist/main/preload.cjs',
    build: () =>
      // A sandboxed preload script is one CommonJS file without imports of its own.
      bundle({
        entryPoints: ['main/preload.ts'],
        outfile: 'dist/main/preload.cjs',
        format: 'cjs',
        external: ['electron'],
      }),
  },
  updater: {
    inputs: ['main/update', 'resources/update-key.json'],
    output: 'dist/main/updater.cjs',
    build: () =>
      // With electron-updater in it: a packed app holds no node_modules. CommonJS, as that is.
      bundle({
        entryPoints: ['main/update/updater.ts'],
        outfile: 'dist/main/updater.cjs',
        format: 'cjs',
        external: ['electron'],
      }),
  },
  renderer: {
    inputs: [
      'renderer',
      'resources/locales',
      'resources/page-actions.json',
      'main/bridge.ts',
      'service/wire.ts',
    ],
    output: 'dist/renderer/index.html',
    build: async () => {
      const { build } = await import('vite');
      await build({ configFile: join(root, 'renderer/vite.config.ts'), logLevel: 'silent' });
      compressFiles(join(root, 'dist/renderer'));
    },
  },
};

/** Paths, sizes and times of the files under `inputs` as one short text; tests do not count. */
function fingerprint(base: string, inputs: string[]): string {
  const hash = createHash('sha256');
  const visit = (path: string): void => {
    const stat = statSync(join(base, path), { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (stat.isDirectory()) {
      const names = readdirSync(join(base, path)).sort();
      for (const name of names) visit(`${path}/${name}`);
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
    }
  };
  for (const input of inputs) visit(input);
  return hash.digest('hex');
}

const stampOf = (base: string, name: string): string => join(base, 'dist', '.stamps', name);

/** True when the part's output is missing or its inputs changed since it was built. */
export function isStale(name: string, part: Part, base = root): boolean {
  const stamp = stampOf(base, name);
  if (!existsSync(join(base, part.output)) || !existsSync(stamp)) return true;
  return readFileSync(stamp, 'utf8') !== fingerprint(base, [...shared, ...part.inputs]);
}

/** Builds a part and remembers from what. A change made meanwhile leaves it stale. */
export async function buildPart(name: string, part: Part, base = root): Promise<void> {
  const stamp = stampOf(base, name);
  const inputs = fingerprint(base, [...shared, ...part.inputs]);
  rmSync(stamp, { force: true });
  await part.build();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, inputs);
}
