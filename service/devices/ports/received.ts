/** What a device has sent, kept until somebody listens. */

/** Bytes kept for a listener that has not come yet: a device that talks without end must not fill the memory. */
const MOST_KEPT = 4096;

/** Hands what comes to one listener. */
export class Received {
  private listener: ((bytes: Uint8Array) => void) | null = null;
  private kept: Uint8Array[] = [];
  private size = 0;

  /** A piece has come. */
  readonly push = (bytes: Uint8Array): void => {
    if (this.listener) this.listener(bytes);
    else if (this.size < MOST_KEPT) {
      this.kept.push(bytes);
      this.size += bytes.length;
    }
  };

  /** From now on pieces go here, those that were kept first. */
  listen(listener: (bytes: Uint8Array) => void): void {
    this.listener = listener;
    const kept = this.kept;
    this.kept = [];
    this.size = 0;
    kept.forEach(listener);
  }
}
