/**
 * How many sales are under way, over all registers. A sale on its own is answered
 * soonest when everything is done on one thread; many are when a signature that
 * takes long is made on another one while the next sale is read.
 */
export class Load {
  private sales = 0;

  /** More than one sale is under way. */
  get isBusy(): boolean {
    return this.sales > 1;
  }

  /** Sales that are not answered yet. */
  get underWay(): number {
    return this.sales;
  }

  /** Counts a sale until it is answered. */
  async with<T>(sale: () => Promise<T>): Promise<T> {
    this.sales++;
    try {
      return await sale();
    } finally {
      this.sales--;
    }
  }
}
