import { expect, it } from 'vitest';
import { openRoom } from '../../testing/registers.ts';
import { PORTUGAL, tra } from '../../testing/sales.ts';
import { keptPaperOf } from './kept-paper.ts';
import { paperOf } from './paper.ts';

it('lays a receipt out once, and anew under another configuration or when it has changed', async () => {
  const { register } = await openRoom();
  const def = await register('def');
  await def.configuration.set(PORTUGAL);
  await def.submit({ tra: tra({}, '5.00'), warnings: [], restart: false });
  const [record, cfg] = [def.last!, def.cfg!];
  const paper = keptPaperOf(record, cfg);
  expect(paper).toEqual(paperOf(record, cfg));
  expect(keptPaperOf(def.last!, def.cfg!)).toBe(paper);
  const renamed = { ...cfg, Cmp: { ...cfg.Cmp, Nam: 'Another name' } };
  expect(keptPaperOf(record, renamed).seller[0]).toBe('Another name');
  expect(keptPaperOf({ ...record, SQ: 99 }, cfg).sq).toBe(99);
});
