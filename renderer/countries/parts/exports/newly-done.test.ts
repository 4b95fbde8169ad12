import { describe, expect, it } from 'vitest';
import type { ExportJob } from '../../../../service/wire.ts';
import { newlyDone } from './newly-done.ts';

const job = (id: string, state: ExportJob['state']) => ({ id, state }) as ExportJob;

describe('newly done exports', () => {
  it('are those that were running, and those that were too quick to be seen running', () => {
    const before = [job('2', 'running'), job('1', 'done')];
    const now = [job('3', 'done'), job('2', 'done'), job('1', 'done')];
    expect(newlyDone(before, now).map(({ id }) => id)).toEqual(['3', '2']);
  });

  it('are not those that failed or still run', () => {
    expect(
      newlyDone([job('1', 'running'), job('2', 'running')], [job('1', 'failed'), job('2', 'running')]),
    ).toEqual([]);
  });

  it('are none when the list is seen for the first time', () => {
    expect(newlyDone(null, [job('1', 'done')])).toEqual([]);
    expect(newlyDone([job('1', 'running')], null)).toEqual([]);
  });
});
