/** Validation against an authority's schema with xmllint, where both are at hand. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
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
  return schema(name, () => officialPath(name));
}

/**
 * A schema of types that an authority has published without the elements that have them.
 * @param name of the file with the types, `schemas/es/...`
 * @param text the schema, which imports it from an address
 */
export function schemaOfTypes(name: string, text: (address: string) => string): Schema {
  return schema(name, (folder) => {
    const file = path.join(folder, 'schema.xsd');
    fs.writeFileSync(file, text(pathToFileURL(officialPath(name)).href));
    return file;
  });
}

function schema(name: string, fileIn: (folder: string) => string): Schema {
  return {
    lack:
      lacksOfficial(name) ??
      (spawnSync('xmllint', ['--version']).error
        ? `${NOT_HELD}: there is no xmllint to validate with`
        : null),
    problems: (messages) => problems(fileIn, messages),
  };
}

function problems(fileIn: (folder: string) => string, messages: readonly string[]): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'messages-'));
  try {
    const schemaFile = fileIn(folder);
    const files = messages.map((message, i) => {
      const file = path.join(folder, `${i}.xml`);
      fs.writeFileSync(file, message);
      return file;
    });
    const command = ['--nonet', '--noout', '--schema', schemaFile, ...files];
    const env = { ...process.env, XML_CATALOG_FILES: officialPath(CATALOG) };
    const { status, stderr } = spawnSync('xmllint', command, { encoding: 'utf8', maxBuffer: 1 << 26, env });
    return status === 0 ? '' : stderr.slice(0, 3000);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
