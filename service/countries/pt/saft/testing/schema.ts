/** Validation against the tax authority's schema with xmllint, where both are at hand. */
import { spawnSync } from 'node:child_process';
import { lacksOfficial, NOT_HELD, officialPath } from '../../../../testing/official.ts';

const SCHEMA = 'schemas/pt/SAFTPT1.04_01-xsd10.xsd';

/** Why nothing can be validated; null when it can. */
export const noSchema: string | null =
  lacksOfficial(SCHEMA) ??
  (spawnSync('xmllint', ['--version']).error ? `${NOT_HELD}: there is no xmllint to validate with` : null);

/** What the schema finds wrong with a file, empty when nothing. */
export function schemaProblems(file: Uint8Array): string {
  if (noSchema !== null) throw new Error(noSchema);
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--schema', officialPath(SCHEMA), '-'], {
    input: file,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return status === 0 ? '' : stderr.slice(0, 2000);
}
