import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ActiveRow, compare, eventCode, LEVELS, type Trouble } from './notifications.ts';

const trouble = fc.record({
  code: fc.constantFrom('UNIT_FAILED', 'DISK_LOW', 'NO_CFG'),
  level: fc.constantFrom(...LEVELS),
  params: fc.dictionary(fc.constantFrom('unit', 'free'), fc.integer({ min: 0, max: 2 }), {
    noNullPrototype: true,
  }),
});

/** Active notifications kept in memory, by what compare() says. */
class Kept {
  rows: ActiveRow[] = [];
  private ids = 0;

  report(troubles: readonly Trouble[], now: number): void {
    const { begin, change, end } = compare(this.rows, troubles);
    this.rows = this.rows.filter(({ id }) => !end.includes(id));
    for (const { id, level, params } of change) {
      const at = this.rows.findIndex((row) => row.id === id);
      this.rows[at] = { ...this.rows[at]!, level, parameters: JSON.stringify(params) };
    }
    for (const { code, level, params } of begin) {
      const parameters = JSON.stringify(params);
      this.rows.push({ id: ++this.ids, register_id: 2, code, level, parameters, began_at: now });
    }
  }
}

const said = (troubles: readonly Trouble[]) =>
  troubles
    .map(({ code, level, params }) => JSON.stringify([code, level, Object.entries(params).sort()]))
    .sort();
const shown = (rows: readonly ActiveRow[]) =>
  said(
    rows.map(({ code, level, parameters }) => ({
      code: eventCode(code),
      level,
      params: JSON.parse(parameters),
    })),
  );

describe('active notifications', () => {
  it('are after each report exactly what was reported, each under a code of its own', () => {
    fc.assert(
      fc.property(fc.array(fc.array(trouble, { maxLength: 6 }), { maxLength: 6 }), (reports) => {
        const kept = new Kept();
        for (const [now, report] of reports.entries()) {
          kept.report(report, now);
          expect(shown(kept.rows)).toEqual(said(report));
          expect(new Set(kept.rows.map(({ code }) => code)).size).toBe(kept.rows.length);
        }
      }),
    );
  });

  it('go on as they began while they are reported, whatever else comes and goes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(trouble, { maxLength: 5 }), { minLength: 1, maxLength: 6 }),
        (reports) => {
          const kept = new Kept();
          const lasting = { code: 'UNIT_FAILED', level: 'error' as const, params: { unit: 9 } };
          for (const [now, report] of reports.entries()) {
            const at = now % (report.length + 1);
            kept.report([...report.slice(0, at), lasting, ...report.slice(at)], now);
          }
          const row = kept.rows.find(({ parameters }) => parameters === '{"unit":9}');
          expect(row).toMatchObject({ level: 'error', began_at: 0 });
        },
      ),
    );
  });

  it('stay the same when nothing changes', () => {
    fc.assert(
      fc.property(fc.array(trouble, { maxLength: 6 }), (report) => {
        const kept = new Kept();
        kept.report(report, 0);
        expect(compare(kept.rows, report.toReversed())).toEqual({ begin: [], change: [], end: [] });
      }),
    );
  });
});
