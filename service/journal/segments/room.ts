/** Makes room on the disk: archives segments, over all registers the oldest ones first. */
import type { Log } from '../../log.ts';
import type { Archiver, Candidate, OnDamaged } from '../archive/archiver.ts';
import { segmentName } from './name.ts';

/** What room is made with. */
export interface RoomServices {
  archiver: Archiver;
  registerNames: readonly string[];
  log: Log;
  /** Takes a step when it is its turn; rejects when there is none any more. */
  turn<T>(step: () => Promise<T>): Promise<T>;
  onDamaged: OnDamaged;
  /** Told of each segment that was left in the middle. */
  onFailed(rn: string, segment: number): void;
}

/**
 * Archives one segment after the other as long as it is asked to go on. What
 * fails is logged and left for the next time.
 * @returns bytes that the disk has won by each segment
 */
export async function* roomOf(services: RoomServices): AsyncGenerator<number> {
  const { archiver, log } = services;
  const toEnd = async (steps: AsyncGenerator<void, number>): Promise<number> => {
    for (;;) {
      const step = await services.turn(() => steps.next());
      if (step.done) return step.value;
    }
  };
  const left = await toEnd(archiver.shrink());
  if (left > 0) yield left;
  const waiting = new Map<string, Candidate>();
  const look = async (rn: string) => {
    const next = await archiver.next(rn);
    if (next) waiting.set(rn, next);
    else waiting.delete(rn);
  };
  for (const rn of services.registerNames) await look(rn);
  while (waiting.size > 0) {
    if (!(await services.turn(() => archiver.settle()))) {
      log.warn('disk: another program reads the database; nothing more is archived before it has ended');
      return;
    }
    const { rn, segment } = oldestOf(waiting);
    let won: number;
    try {
      won = await toEnd(archiver.archive(waiting.get(rn)!, services.onDamaged));
    } catch (error) {
      // Ends here when there is no turn any more.
      await services.turn(() => Promise.resolve());
      log.error(`register ${rn}: ${segmentName(segment)} was not archived`, error);
      services.onFailed(rn, segment);
      waiting.delete(rn);
      continue;
    }
    await look(rn);
    yield won;
  }
}

function oldestOf(waiting: ReadonlyMap<string, Candidate>): Candidate {
  return waiting.values().reduce((oldest, next) => (next.lastAt < oldest.lastAt ? next : oldest));
}
