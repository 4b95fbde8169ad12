/** Prices for tests: without a price list nothing can be bought. */
import { PRODUCTS } from '../registers/products.ts';

/** A portal that answers requests with the key of its administrator. */
interface AskedPortal {
  ask<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** Puts everything on sale for one price. */
export async function testPrices(portal: AskedPortal, validFrom: string, price = '12.50'): Promise<void> {
  await portal.ask('PUT', '/PriceList', {
    ...{ validFrom, currency: 'EUR', terms: 'each month, without tax' },
    prices: PRODUCTS.map(({ id: productId }) => ({ productId, price })),
  });
}
