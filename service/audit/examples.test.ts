import path from 'node:path';
import { expect, it } from 'vitest';
import { readExamples } from '../testing/examples.ts';
import { runService } from '../testing/running-service.ts';
import { PORTUGAL } from '../testing/sales.ts';
import { auditJournal } from './journal.ts';
import { keysOf } from './public-keys.ts';

it('finds nothing in a day of realistic sales, while the service runs', async () => {
  const running = await runService({ cfg: null });
  const registers = new Map<string, string>();
  for (const { cfg = PORTUGAL, route = '/register', request } of readExamples().values()) {
    const key = JSON.stringify(cfg);
    if (!registers.has(key)) {
      const rn = `till ${registers.size + 1}`;
      registers.set(key, rn);
      // A company for each, because no terminal has two registers.
      const TaxId = `${cfg.Cmp.Ctry}50000000${registers.size}`;
      await running.post(`/cfg?RN=${rn}`, { Cfg: { ...cfg, Cmp: { ...cfg.Cmp, TaxId } } });
    }
    // Some are to be refused, and some refer to sales of another day; what is stored counts.
    await running.post(`${route}${route.includes('?') ? '&' : '?'}RN=${registers.get(key)}`, request);
  }
  const report = await auditJournal(path.join(running.dataRoot, 'journal.db'), {
    publicKeys: await keysOf(path.join(running.dataRoot, 'cer')),
    rn: undefined,
    progress: () => undefined,
  });
  expect(report.registers.flatMap(({ rn, findings }) => findings.map((f) => ({ rn, ...f })))).toStrictEqual(
    [],
  );
  expect(report.ok).toBe(true);
  const counts = report.registers.map(({ records }) => records);
  expect(counts.reduce((a, b) => a + b)).toBeGreaterThan(50);
});
