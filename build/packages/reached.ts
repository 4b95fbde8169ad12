/** Which files of npm packages the programs of the service can load, found by following imports. */
import { build, type BuildOptions } from 'esbuild';
import { programs } from '../scripts/programs.ts';
import { root } from '../scripts/root.ts';

/** Loaded by name while the service runs, where nothing that is imported leads. */
const BY_NAME = ['ejs', 'pug', 'node-hid', 'usb', 'serialport', 'escpos-usb'];

/**
 * Packages that are tried and may be missing: native variants, and what Sequelize does for columns
 * that Tillmark does not have.
 */
const MAY_BE_MISSING = ['pg-hstore', 'pg-native', 'smartcard', '*.node'];

/**
 * @returns paths from `node_modules`, such as `pg/lib/index.js`
 * @throws Error (of esbuild) that names imports that lead nowhere
 */
export async function reachedFiles(): Promise<string[]> {
  const byName = BY_NAME.map((name) => `import(${JSON.stringify(name)});`).join('\n');
  const found = await Promise.all([
    inputsOf({ entryPoints: Object.values(programs) }),
    inputsOf({ stdin: { contents: byName, resolveDir: root } }),
  ]);
  const packages = 'node_modules/';
  return found
    .flat()
    .filter((file) => file.startsWith(packages))
    .map((file) => file.slice(packages.length));
}

async function inputsOf(from: BuildOptions): Promise<string[]> {
  const { metafile } = await build({
    ...from,
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    outdir: 'reached',
    write: false,
    metafile: true,
    logLevel: 'silent',
    // As Node finds files, not as bundlers do.
    conditions: [],
    mainFields: ['main'],
    external: MAY_BE_MISSING,
  });
  return Object.keys(metafile.inputs);
}
