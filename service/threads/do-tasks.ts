/** The program of a thread for tasks (`task-thread.ts`): says that it is loaded, then answers each task. */
import { parentPort } from 'node:worker_threads';

/** Does tasks as they come. @param perform what it throws ends the thread, and is thrown where the task was asked */
export function doTasks<Task, Result>(perform: (task: Task) => Result | Promise<Result>): void {
  const answer = async (task: Task) => parentPort!.postMessage(await perform(task));
  parentPort!.on('message', (task: Task) => void answer(task));
  parentPort!.postMessage('loaded');
}
