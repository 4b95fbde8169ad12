/** Validation against an authority's schema with xmllint, where both are at hand. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lacksOfficial, NOT_HELD, officialPath } from '../../../testing/official.ts';

/** Finds schemas that others import by their address. */
const CATALOG = 'schemas/catalog.xml';

/** An authority's schema. */
export interface Schema {
  /** Why nothing can be validated; null when it can. */
  lack: string | null;
  /** What the schema finds wrong with messages, empty when nothing. All at once: a process takes longer than a message. */
  problems: (messages: readonly string[]) => string;
}

/** @param name of the file, `schemas/hr/...` */
export function officialSchema(name: string): Schema {
  return {
    lack:
      lacksOfficial(name) ??
      (spawnSync('xmllint', ['--version']).error
        ? `${NOT_HELD}: there is no xmllint to validate with`
        : null),
    problems: (messages) => problems(name, messages),
  };
}

function problems(name: string, messages: readonly string[]): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'messages-'));
  try {
    const files = messages.map((message, i) => {
      const file = path.join(folder, `${i}.xml`);
      fs.writeFileSync(file, message);
      return file;
    });
    const command = ['--nonet', '--noout', '--schema', officialPath(name), ...files];
    const env = { ...process.env, XML_CATALOG_FILES: officialPath(CATALOG) };
    const { status, stderr } = spawnSync('xmllint', command, { encoding: 'utf8', maxBuffer: 1 << 26, env });
    return status === 0 ? '' : stderr.slice(0, 3000);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
