import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { folderKey } from './folder-key.ts';

it('knows every folder of the data root that is documented', () => {
  const text = readFileSync('docs/operators.md', 'utf8').split('## Data root')[1]!.split('\n## ')[0]!;
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  const folders = rows.flatMap((row) =>
    [...row.split('|')[1]!.matchAll(/`([a-z]+)\//g)].map(([, folder]) => folder!),
  );
  expect([...new Set(folders)].sort()).toEqual([
    'cer',
    'drill',
    'export',
    'gbl',
    'log',
    'portal',
    'req',
    'res',
    'rn',
    'tse',
  ]);
  expect(folders.filter((folder) => folderKey(folder) === null)).toEqual([]);
});

it('knows what is below a folder, and nothing of folders of others', () => {
  expect(folderKey('rn/1')).toBe('rn');
  expect(folderKey('.')).toBe('loose');
  expect(folderKey('holiday')).toBeNull();
  expect(folderKey('toString')).toBeNull();
});
