/** Events of the journal export in the order of time: articles are registered before the receipt that tells of them. */

/** An event of the file. */
export interface TimedEvent {
  /** Local, `YYYY-MM-DDThh:mm:ss`. */
  time: string;
  xml: string;
}

/** Events that wait for earlier ones: more than three busy tills have between an article and its receipt. */
const MOST_WAITING = 1000;

/** Puts events into the order of time; those of one time stay as they come. @param most that wait */
export async function* inOrder(
  events: AsyncIterable<TimedEvent>,
  most = MOST_WAITING,
): AsyncGenerator<string> {
  let waiting: TimedEvent[] = [];
  for await (const event of events) {
    let at = waiting.length;
    while (at > 0 && waiting[at - 1]!.time > event.time) at--;
    waiting.splice(at, 0, event);
    if (waiting.length <= most) continue;
    const half = waiting.length >> 1;
    for (const { xml } of waiting.slice(0, half)) yield xml;
    waiting = waiting.slice(half);
  }
  for (const { xml } of waiting) yield xml;
}
