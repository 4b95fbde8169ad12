/** The export `dsfinvk` of a shop. */
import os from 'node:os';
import { localTime } from '../../../clock.ts';
import { openSource } from '../../../exports/sources.ts';
import type { Shop } from '../../testing/shop.ts';
import { dsfinvk } from '../dsfinvk/export.ts';
import type { Files } from '../dsfinvk/testing/exported.ts';

/** Its files by name. @param open with the period that is not closed yet @param asked days; all there are unless told otherwise */
export async function exportOf(
  { room, register, clock }: Shop,
  open = false,
  asked: { from?: string; till?: string } = {},
): Promise<Files> {
  const now = localTime(clock.now());
  const days = { from: '2000-01-01', till: now.slice(0, 10), ...asked };
  const source = await openSource(room.journal, register, days, { kind: dsfinvk, open, today: days.till });
  const scope = {
    ...{ ...days, open, comment: undefined, sources: [source], whole: false },
    ...{ folder: os.tmpdir(), progress: () => undefined },
  };
  const files: Files = {};
  for await (const { name, content } of dsfinvk.files(scope, { ...register.context!, now })) {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    files[name] = Buffer.concat(pieces).toString();
  }
  return files;
}
