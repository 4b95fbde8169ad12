import { describe, expect, it } from 'vitest';
import type { SeriesRow } from '../../../../service/countries/pt/wire.ts';
import { arrange, seriesName, typesInUse } from './arrange.ts';

const row = (id: string, state: SeriesRow['state'], from: string, kind: SeriesRow['kind'] = 'N') =>
  ({ id, type: id.slice(0, 2), state, from, kind }) as SeriesRow;

const series = [
  row('FS 1_1.27', 'pending', '2027-01-01'),
  row('FS 1_1.26', 'open', '2026-01-02'),
  row('NC 1_1.26', 'closing', '2026-01-02'),
  row('FT 1_1.26', 'closed', '2026-01-02'),
  row('FS 1_1.25', 'closed', '2025-01-02'),
  row('FT 1_1.25', 'closed', '2025-01-02'),
  row('FR 1_1.26F', 'open', '2026-03-01', 'F'),
];

describe('series', () => {
  it('are those in use, and the closed ones by year, the newest first', () => {
    const { inUse, closed } = arrange(series);
    expect(inUse.map(({ id }) => id)).toEqual(['FS 1_1.27', 'FS 1_1.26', 'NC 1_1.26', 'FR 1_1.26F']);
    expect(closed.map(({ year, rows }) => [year, rows.map(({ id }) => id)])).toEqual([
      ['2026', ['FT 1_1.26']],
      ['2025', ['FS 1_1.25', 'FT 1_1.25']],
    ]);
    expect(arrange([])).toEqual({ inUse: [], closed: [] });
  });

  it('are in use by type while they take everyday documents', () => {
    expect([...typesInUse(series)]).toEqual(['FS']);
  });

  it('have a name besides their type', () => {
    expect(seriesName('FS 1_1.26')).toBe('1_1.26');
  });
});
