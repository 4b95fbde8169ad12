import type { Failure, Reply } from './request.ts';

/** What is known of something that is asked for again and again. */
export interface Loaded<T> {
  /** Last good answer; kept when a later question fails. */
  value: T | null;
  /** Why the last question failed, null when it did not. */
  failure: Failure | null;
}

/**
 * Asks the same question again and again, one at a time.
 *
 * A question that is asked while another is on its way is asked once more after
 * it: an answer that was on its way may be older than what prompted the question.
 */
export class Reloader<T> {
  private readonly ask: () => Promise<Reply<T>>;
  private readonly listeners = new Set<() => void>();
  private loaded: Loaded<T> = { value: null, failure: null };
  private text = '';
  private running: Promise<void> | null = null;
  private next: Promise<void> | null = null;

  constructor(ask: () => Promise<Reply<T>>) {
    this.ask = ask;
  }

  /** For useSyncExternalStore: call `listener` after every change. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** For useSyncExternalStore: what is known now. */
  readonly getSnapshot = (): Loaded<T> => this.loaded;

  /** Ask. Resolves with an answer that is younger than the call. */
  readonly reload = (): Promise<void> => {
    if (this.running === null) {
      this.running = this.load().finally(() => (this.running = null));
      return this.running;
    }
    this.next ??= this.running.then(() => {
      this.next = null;
      return this.reload();
    });
    return this.next;
  };

  private async load(): Promise<void> {
    const reply = await this.ask();
    if (!reply.ok) {
      this.show({ ...this.loaded, failure: reply.failure });
      return;
    }
    // The same answer again is no news: nothing is drawn anew, and no open menu or selection is disturbed.
    const text = JSON.stringify(reply.value);
    if (text === this.text && this.loaded.failure === null) return;
    const value = text === this.text ? this.loaded.value : reply.value;
    this.text = text;
    this.show({ value, failure: null });
  }

  private show(loaded: Loaded<T>): void {
    this.loaded = loaded;
    for (const listener of this.listeners) listener();
  }
}
