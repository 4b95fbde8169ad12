/**
 * Calls of one kind, the newest ones. The beginnings of their bodies are copied into one piece
 * of memory, each over the oldest: buffers of their own would outlive V8's young generation,
 * so that each sale would leave something that only a collection of the whole heap takes.
 */
import { MOST_BODY_BYTES, type Call, type KeptPart, type PassingCall, type PassingPart } from './call.ts';

/** A part whose body lies in the memory; null where none is kept. */
interface StoredPart {
  type: string | null;
  bytes: number | null;
  at: { from: number; till: number } | null;
}

/** A call as it is stored: what is told of it, and where its bodies lie. */
interface StoredCall {
  call: Omit<Call, 'request' | 'answer'>;
  request: StoredPart;
  answer: StoredPart;
  /** What it takes of the memory. */
  from: number;
  till: number;
}

/** Keeps the newest calls, up to a number and up to the bytes of their bodies. */
export class NewestCalls {
  private readonly most: { calls: number; bytes: number };
  /** Oldest first. */
  private readonly stored: StoredCall[] = [];
  /** Made with the first call. */
  private memory: Buffer | null = null;
  private next = 0;

  /** @param most bytes: room for two bodies of `MOST_BODY_BYTES` at least */
  constructor(most: { calls: number; bytes: number }) {
    this.most = most;
  }

  /** Takes a call; what is oldest goes when there is no room. */
  add(id: number, { request, answer, ...call }: PassingCall): void {
    if (this.stored.length === this.most.calls) this.stored.shift();
    this.makeRoom(mostBytesOf(request) + mostBytesOf(answer) + 1);
    const from = this.next;
    const storedRequest = this.store(request);
    const storedAnswer = this.store(answer);
    // A byte at least: calls without bodies have their place in the order, too.
    this.next += 1;
    this.stored.push({
      call: { ...call, id },
      ...{ request: storedRequest, answer: storedAnswer, from, till: this.next },
    });
  }

  /** All that are kept, oldest first. Their bodies are overwritten by later calls: to be read at once. */
  *all(): Generator<Call> {
    for (const { call, request, answer } of this.stored) {
      yield { ...call, request: this.partOf(request), answer: this.partOf(answer) };
    }
  }

  /** Forgets all of them, and gives the memory free. */
  clear(): void {
    this.stored.length = 0;
    this.memory = null;
    this.next = 0;
  }

  /** Lets go of the oldest calls until there is room at `next`, which goes back to the beginning at the end. */
  private makeRoom(bytes: number): void {
    if (this.next + bytes > this.most.bytes) {
      while (this.stored[0] && this.stored[0].from >= this.next) this.stored.shift();
      this.next = 0;
    }
    const end = this.next + bytes;
    while (this.stored[0] && this.stored[0].from < end && this.stored[0].till > this.next)
      this.stored.shift();
  }

  private store({ type, bytes, body }: PassingPart): StoredPart {
    if (body === null) return { type, bytes, at: null };
    const memory = (this.memory ??= Buffer.allocUnsafeSlow(this.most.bytes));
    const from = this.next;
    this.next +=
      typeof body === 'string'
        ? memory.write(body.slice(0, MOST_BODY_BYTES), from, MOST_BODY_BYTES, 'utf8')
        : body.copy(memory, from, 0, MOST_BODY_BYTES);
    return { type, bytes, at: { from, till: this.next } };
  }

  private partOf({ type, bytes, at }: StoredPart): KeptPart {
    return { type, bytes, body: at && this.memory ? this.memory.subarray(at.from, at.till) : null };
  }
}

/** Bytes that the kept beginning of a body takes at most: a letter of a string takes three in UTF-8. */
function mostBytesOf({ body }: PassingPart): number {
  if (body === null) return 0;
  return Math.min(typeof body === 'string' ? body.length * 3 : body.length, MOST_BODY_BYTES);
}
