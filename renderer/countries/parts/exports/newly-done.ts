import type { ExportJob } from '../../../../service/wire.ts';

/** Exports that are done now and were not before. The first list is no news. */
export function newlyDone(before: ExportJob[] | null, now: ExportJob[] | null): ExportJob[] {
  if (before === null || now === null) return [];
  const known = new Set(before.filter((job) => job.state === 'done').map((job) => job.id));
  return now.filter((job) => job.state === 'done' && !known.has(job.id));
}
