/** Reads the next page while the one before is worked on. */
export async function* ahead<Page>(pages: AsyncGenerator<Page>): AsyncGenerator<Page> {
  const read = () => {
    const next = pages.next();
    // It may fail while nobody waits for it yet.
    next.catch(() => undefined);
    return next;
  };
  let next = read();
  try {
    for (let page = await next; !page.done; page = await next) {
      next = read();
      yield page.value;
    }
  } finally {
    // Whoever leaves early may close the journal next.
    await next.catch(() => undefined);
    await pages.return(undefined);
  }
}
