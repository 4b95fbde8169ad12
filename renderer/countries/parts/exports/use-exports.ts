import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import type { ExportJob, ExportOrder } from '../../../../service/wire.ts';
import { askExports, orderExport, removeExport } from '../../../api/exports.ts';
import type { Failure, Reply } from '../../../api/request.ts';
import { useReloader } from '../../../api/use-reloader.ts';
import { newlyDone } from './newly-done.ts';

/** How often a running export is looked at. */
const POLL_MS = 1000;

/** The exports of a register, and what can be done with them. */
export interface Exports {
  /** Newest first; null until they are known. */
  jobs: ExportJob[] | null;
  /** Why they could not be asked for. */
  failure: Failure | null;
  order: (order: ExportOrder) => Promise<Reply<unknown>>;
  /** Cancels a running one, removes a finished one. */
  remove: (id: string) => Promise<Reply<unknown>>;
}

/**
 * Exports of one type, live while one is running.
 * @param news whatever changes when another window may have started one
 * @param onDone told each export that was finished while it was looked at
 */
export function useExports(
  rn: string,
  type: string,
  news: unknown,
  onDone: (job: ExportJob) => void,
): Exports {
  const ask = useCallback(async () => {
    const reply = await askExports(rn);
    return reply.ok ? { ...reply, value: reply.value.filter((job) => job.type === type) } : reply;
  }, [rn, type]);
  const [{ value: jobs, failure }, reload] = useReloader(ask, news);

  const running = jobs?.some((job) => job.state === 'running') ?? false;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => void reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [running, reload]);

  const before = useRef<ExportJob[] | null>(null);
  const tellDone = useEffectEvent(onDone);
  useEffect(() => {
    for (const job of newlyDone(before.current, jobs)) tellDone(job);
    before.current = jobs;
  }, [jobs]);

  const afterwards = async (action: Promise<Reply<unknown>>) => {
    const reply = await action;
    await reload();
    return reply;
  };
  return {
    jobs,
    failure,
    order: (order) => afterwards(orderExport(rn, order)),
    remove: (id) => afterwards(removeExport(id)),
  };
}
