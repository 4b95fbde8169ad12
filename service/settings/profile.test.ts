import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { Profile } from './profile.ts';

/** Opens a profile that somebody has written by hand, and what the log says of it. */
async function opened(content: string) {
  const file = path.join(await temporaryFolder(), 'profile.cfg');
  await fs.writeFile(file, content);
  const lines: string[] = [];
  const vault = { get: () => undefined, set: () => Promise.resolve() };
  const parts = { file, vault, clock: new ManualClock(), log: recordingLog(lines) };
  return { profile: await Profile.open(parts), lines };
}

it.each(['[]', '"x"', 'null', '1'])('does not begin with %s, which is no profile', async (content) => {
  await expect(opened(content)).rejects.toThrow(/profile\.cfg must hold an object$/);
});

it('names the register whose list has a value that cannot be, and goes on without it', async () => {
  const { profile, lines } = await opened('{"Registers":{"bar":"Normalize_D=abc Print_Copies=1"}}');
  expect(lines).toEqual([
    expect.stringMatching(
      /profile\.cfg, register bar: Normalize_D="abc" must be a whole number.*; it is ignored/,
    ),
  ]);
  const own = profile.attributesOf('bar');
  expect([own.text('Normalize_D'), own.text('Print_Copies')]).toEqual([undefined, '1']);
});

it.each([
  ['{"Registers":{"bar":"Printer==x"}}', /profile\.cfg, register bar: cannot read the attributes/],
  ['{"Attributes":"Printer==x"}', /profile\.cfg: cannot read the attributes/],
])('says where a list stands that cannot be read: %s', async (content, text) => {
  await expect(opened(content)).rejects.toThrow(text);
});
