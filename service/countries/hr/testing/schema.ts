/** Validation against the tax administration's schema with xmllint, where both are at hand. */
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

/** What the schema finds wrong with messages, empty when nothing. All at once: a process takes longer than a message. */
export function schemaProblems(messages: readonly string[]): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'messages-'));
  try {
    const files = messages.map((message, i) => {
      const file = path.join(folder, `${i}.xml`);
      fs.writeFileSync(file, message);
      return file;
    });
    const command = ['--nonet', '--noout', '--schema', officialPath(SCHEMA), ...files];
    const { status, stderr } = spawnSync('xmllint', command, { encoding: 'utf8', maxBuffer: 1 << 26 });
    return status === 0 ? '' : stderr.slice(0, 3000);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
