/**
 * `npm run dist:service -- [--deb] [--rpm] [--archive] [--draft] [--out DIR]`: Tillmark without a
 * window for this system, in `dist/release`. Without a choice all that can be made here.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildStale } from '../scripts/fresh.ts';
import { root } from '../scripts/root.ts';
import { makeDeb, makeRpm } from './linux-packages.ts';
import { tellSizes } from './sizes.ts';
import { stage, thisMachine, version } from './stage.ts';

const { values } = parseArgs({
  options: {
    archive: { type: 'boolean' },
    deb: { type: 'boolean' },
    rpm: { type: 'boolean' },
    draft: { type: 'boolean' },
    out: { type: 'string', default: join(root, 'dist', 'release') },
  },
});
const { platform, arch } = thisMachine();
const out = resolve(values.out);
const hasChoice = Boolean(values.archive ?? values.deb ?? values.rpm);
const has = (command: string): boolean =>
  platform === 'linux' && spawnSync(command, ['--version']).status === 0;

/** The folder in an archive of its own name, so that unpacking it makes one folder. */
function makeArchive(staged: string): string {
  const name = `tillmark-${version()}-${platform}-${arch}`;
  const file = join(out, `${name}${platform === 'win32' ? '.zip' : '.tar.gz'}`);
  const folder = join(out, name);
  rmSync(folder, { recursive: true, force: true });
  renameSync(staged, folder);
  // Windows has a tar that writes zip files by their name.
  const kind = platform === 'win32' ? ['-a', '-cf'] : ['-czf'];
  const owner = platform === 'linux' ? ['--owner=0', '--group=0', '--numeric-owner'] : [];
  const { status, stderr } = spawnSync('tar', [...kind, file, ...owner, '-C', out, name], {
    encoding: 'utf8',
  });
  renameSync(folder, staged);
  if (status !== 0) throw new Error(`tar: ${stderr}`);
  return file;
}

buildStale(['service', 'renderer']);
mkdirSync(out, { recursive: true });
const staged = join(out, 'service');
tellSizes(stage(staged));
const wanted = { staged, version: version(), arch, out, isDraft: values.draft ?? false };
const made = [
  ...(values.archive || !hasChoice ? [makeArchive(staged)] : []),
  ...(values.deb || (!hasChoice && has('dpkg-deb')) ? [makeDeb(wanted)] : []),
  ...(values.rpm || (!hasChoice && has('rpmbuild')) ? [makeRpm(wanted)] : []),
];
for (const file of made) process.stdout.write(`${(statSync(file).size / 1e6).toFixed(1)} MB  ${file}\n`);
