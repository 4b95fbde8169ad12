/** Who makes room when the quota is exceeded: the journal, while there is one that is open. */

/** Makes room as long as it is asked to go on; yields bytes that the disk has won. */
export type MakeRoom = (signal: AbortSignal) => AsyncIterable<number>;

/** The place of the journal in the cleaning. */
export class Room {
  private current: { makeRoom: MakeRoom; ending: AbortController } | null = null;
  private working: Promise<void> = Promise.resolve();

  /** From now on this journal makes room. */
  open(makeRoom: MakeRoom): void {
    this.current = { makeRoom, ending: new AbortController() };
  }

  /** The journal makes no more room; resolves when it is done with what it had begun. */
  async close(): Promise<void> {
    this.current?.ending.abort();
    this.current = null;
    await this.working;
  }

  /** Has the journal make room; ends when the journal is closed. */
  async *make(signal: AbortSignal): AsyncGenerator<number> {
    if (!this.current) return;
    const { makeRoom, ending } = this.current;
    const done = Promise.withResolvers<void>();
    this.working = done.promise;
    try {
      for await (const bytes of makeRoom(AbortSignal.any([signal, ending.signal]))) yield bytes;
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    } finally {
      done.resolve();
    }
  }
}
