/** Validation against the schema of the CIS with xmllint, where both are at hand. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lacksOfficial, NOT_HELD, officialPath } from '../../../testing/official.ts';

const SCHEMA = 'schemas/hr/v1.9/FiskalizacijaSchema.xsd';

/** Why nothing can be validated; null when it can. */
export const noSchema: string | null =
  lacksOfficial(SCHEMA) ??
  (spawnSync('xmllint', ['--version']).error ? `${NOT_HELD}: there is no xmllint to validate with` : null);

/** What the schema finds wrong with each of several texts, empty when nothing. */
export function schemaProblems(texts: readonly string[]): string[] {
  if (noSchema !== null) throw new Error(noSchema);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tillmark-cis-'));
  try {
    const files = texts.map((text, i) => {
      const file = path.join(folder, `${i}.xml`);
      fs.writeFileSync(file, text);
      return file;
    });
    const command = ['--nonet', '--noout', '--schema', officialPath(SCHEMA), ...files];
    const { stderr } = spawnSync('xmllint', command, { encoding: 'utf8', maxBuffer: 1 << 26 });
    return files.map((file) =>
      stderr
        .split('\n')
        .filter((line) => line.startsWith(`${file}:`))
        .join('\n'),
    );
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
