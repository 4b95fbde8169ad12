/** Events of the journal export in the order of time: articles are registered before the receipt that tells of them. */

/** An event of the file. */
export interface TimedEvent {
  /** Local, `YYYY-MM-DDThh:mm:ss`. */
  time: string;
  xml: string;
}

/** Bytes of events that wait for earlier ones: a table is paid hours after it has ordered, and a busy day of several tills has less. */
const MOST_WAITING = 32 << 20;

interface Waiting {
  time: string;
  bytes: Buffer;
}

/**
 * Puts events into the order of time; those of one time stay as they come. What waits are bytes: texts
 * that are made of many pieces keep the garbage collector busy.
 * @param events of one record after the other
 * @param most bytes that wait
 */
export async function* inOrder(
  events: AsyncIterable<readonly TimedEvent[]>,
  most = MOST_WAITING,
): AsyncGenerator<Buffer> {
  const waiting: Waiting[] = [];
  let size = 0;
  for await (const some of events) {
    for (const { time, xml } of some) {
      const event = { time, bytes: Buffer.from(xml) };
      size += event.bytes.length;
      const last = waiting.at(-1);
      if (!last || last.time <= time) waiting.push(event);
      else waiting.splice(placeOf(waiting, time), 0, event);
    }
    if (size <= most) continue;
    for (const piece of joined(waiting.splice(0, Math.ceil(waiting.length / 2)))) {
      size -= piece.length;
      yield piece;
    }
  }
  yield* joined(waiting);
}

/** Bytes that are handed on together. */
const PIECE = 1 << 16;

function* joined(events: readonly Waiting[]): Generator<Buffer> {
  let [some, size] = [[] as Buffer[], 0];
  for (const { bytes } of events) {
    some.push(bytes);
    size += bytes.length;
    if (size < PIECE) continue;
    yield Buffer.concat(some, size);
    [some, size] = [[], 0];
  }
  yield Buffer.concat(some, size);
}

/** Behind the last event that is not later. */
function placeOf(waiting: readonly Waiting[], time: string): number {
  let [low, high] = [0, waiting.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (waiting[middle]!.time <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
