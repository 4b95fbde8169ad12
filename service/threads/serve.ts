/** The program of a thread (`thread.ts`): answers requests in their order, and sleeps in between. */
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Answer, Request, ThreadData } from './messages.ts';

/**
 * Answers requests by their names until `isOver`.
 * @param failureOf what is told of an error, as something that can be handed over
 */
export function serve<Requests extends Record<keyof Requests, (...args: never[]) => unknown>, Failure>(
  requests: Requests,
  failureOf: (error: unknown) => Failure,
  isOver: () => boolean = () => false,
): void {
  const answer = ([name, ...args]: Request): Answer<Failure> => {
    try {
      return [null, requests[name as keyof Requests](...(args as never[]))];
    } catch (error) {
      return [failureOf(error)];
    }
  };
  const { port, bell } = workerData as ThreadData;
  // Asleep on a number instead of in an event loop: that wakes in a third of the time.
  for (let seen = 0; ; Atomics.wait(bell, 0, seen)) {
    seen = Atomics.load(bell, 0);
    for (let received; (received = receiveMessageOnPort(port));) {
      port.postMessage(answer(received.message as Request));
    }
    if (isOver()) break;
  }
}
