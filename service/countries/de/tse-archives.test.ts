import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { TarReader, type Member } from '../../tse-export/tar.ts';
import type { CountryServices } from '../contract/services.ts';
import type { TseArchive, Tses } from '../contract/tse.ts';
import { tse } from './tse-archives.ts';

const archive = (name: string, text: string): TseArchive => ({
  ...{ name, size: text.length },
  content: () => Readable.from([Buffer.from(text)]),
});

async function exported(...archives: TseArchive[]): Promise<Buffer> {
  const tses = { archives: () => Promise.resolve(archives) } as unknown as Tses;
  const parts: Buffer[] = [];
  for await (const { content } of tse.files({} as never, { tses } as CountryServices as never))
    for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

it('is the archive of the one TSE as it stands', async () => {
  expect((await exported(archive('a.tar', 'as it stands'))).toString()).toBe('as it stands');
});

it('is an archive of archives where there are several', async () => {
  const bytes = await exported(archive('a.tar', 'first'), archive('b.tar', 'x'.repeat(512)));
  const reader = new TarReader(() => 1000);
  const members: Member[] = reader.push(bytes);
  expect(reader.end()).toBe(true);
  expect(members.map(({ name, content }) => [name, content?.toString()])).toEqual([
    ['a.tar', 'first'],
    ['b.tar', 'x'.repeat(512)],
  ]);
});

it('lacks what it is made of where there is no TSE, or none that has signed', async () => {
  const lacks = (...archives: TseArchive[]) =>
    tse.lacks!({ tses: { archives: () => Promise.resolve(archives) } as unknown as Tses });
  expect([await tse.lacks!({}), await lacks(), await lacks(archive('a.tar', 'x'))]).toMatchObject([
    [{ code: '#DE_NO_TSE', rc: 'NO' }],
    [{ code: '#DE_NO_TSE', rc: 'NO' }],
    [],
  ]);
});
