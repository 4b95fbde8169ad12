/** The program of a restore drill: takes one order, tells how far it is, and ends with what it found. */
import { drill, reasonOf, type DrillMessage, type DrillOrder } from './drill-work.ts';

/** Progress is told at most this often. */
const TELL_MS = 200;

const send = (message: DrillMessage) =>
  new Promise<void>((resolve) => {
    process.send!(message, () => resolve());
  });

// Who started it is gone: nobody wants the answer.
process.on('disconnect', () => process.exit(1));
process.once('message', (order: DrillOrder) => {
  let told = -Infinity;
  const tell = (progress: (DrillMessage & { type: 'progress' })['progress']) => {
    if (performance.now() - told < TELL_MS) return;
    told = performance.now();
    void send({ type: 'progress', progress });
  };
  drill(order, tell)
    .then((found) => send({ type: 'done', ...found }))
    .catch((error: unknown) => send({ type: 'failed', reason: reasonOf(error) ?? (error as Error).message }))
    .finally(() => process.exit());
});
