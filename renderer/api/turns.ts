/** Questions of which only the newest counts: an older answer may come after a newer one. */
export class Turns {
  private last = 0;

  /** Begins a new turn. The function tells whether it is still the newest. */
  readonly take = (): (() => boolean) => {
    const own = ++this.last;
    return () => own === this.last;
  };
}
