/** The list of what a package is made of (CycloneDX), as npm writes it. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { root } from '../scripts/root.ts';
import { IN_PAGES, nameAndVersion, withNeeds } from './production.ts';

interface Component {
  /** Name and version, `pg@8.23.1`. */
  'bom-ref': string;
  name: string;
}

/** What is read of npm's list. */
interface Sbom {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/**
 * Writes the list: packages that are carried, and those whose code the pages carry.
 * @param carried folders of packages that are carried, from the project's own
 * @throws Error where packages are missing or do not fit together
 */
export function writeSbom(file: string, carried: readonly string[]): void {
  const refs = new Set([...carried, ...withNeeds(IN_PAGES)].map(nameAndVersion));
  writeFileSync(file, `${JSON.stringify(keep(listAll(), refs), null, 1)}\n`);
}

/** Everything that is installed, for development too. */
function listAll(): Sbom {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
    {
      cwd: root,
      // Also under `npm run -s` it says what is the matter.
      env: { ...process.env, npm_config_loglevel: 'error' },
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      // Node starts npm's script on Windows through a shell only.
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0)
    throw new Error(`what is installed does not fit the lockfile, run npm ci: ${stderr.trim()}`);
  return JSON.parse(stdout) as Sbom;
}

/** The same list with these components alone. */
function keep(all: Sbom, wanted: ReadonlySet<string>): Sbom {
  const components = all.components.filter((one) => wanted.has(one['bom-ref']));
  const { component } = all.metadata;
  // The name of the folder that it is built in says nothing.
  component.name = 'tillmark';
  const refs = new Set([component['bom-ref'], ...components.map((one) => one['bom-ref'])]);
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((needed) => refs.has(needed)) }));
  return { ...all, components, dependencies };
}
