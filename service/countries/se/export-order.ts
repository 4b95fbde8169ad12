/** Events of the journal export in the order of time: articles are registered before the receipt that tells of them. */

/** An event of the file. */
export interface TimedEvent {
  /** Local, `YYYY-MM-DDThh:mm:ss`. */
  time: string;
  xml: string;
}

/** Events that wait for earlier ones: more than three busy tills have between an article and its receipt. */
const MOST_WAITING = 1000;

/**
 * Puts events into the order of time; those of one time stay as they come. What waits are bytes: texts
 * that are made of many pieces keep the garbage collector busy.
 * @param events of one record after the other
 * @param most that wait
 */
export async function* inOrder(
  events: AsyncIterable<readonly TimedEvent[]>,
  most = MOST_WAITING,
): AsyncGenerator<Buffer> {
  let waiting: { time: string; bytes: Buffer }[] = [];
  for await (const some of events) {
    for (const { time, xml } of some) {
      let at = waiting.length;
      while (at > 0 && waiting[at - 1]!.time > time) at--;
      waiting.splice(at, 0, { time, bytes: Buffer.from(xml) });
    }
    if (waiting.length <= most) continue;
    const half = waiting.length >> 1;
    yield Buffer.concat(waiting.slice(0, half).map(({ bytes }) => bytes));
    waiting = waiting.slice(half);
  }
  yield Buffer.concat(waiting.map(({ bytes }) => bytes));
}
