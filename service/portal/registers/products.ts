/** What can be bought for registers (`resources/portal/products.json`). */
import { fromLocalTime, localTime } from '../entities/year-end.ts';
import table from '../../../resources/portal/products.json' with { type: 'json' };

/** A product. */
export interface Product {
  id: number;
  /** Its name in words is in the locale files. */
  name: string;
  /** Fiscal units are devices or services that sign for a register. */
  kind: 'license' | 'fiscalUnit';
  /** For so many months it goes on after it was ended. */
  noticeMonths: number;
  /** ISO 3166 codes of the countries where it can be used; null: everywhere. */
  countries: readonly string[] | null;
}

/** All products. */
export const PRODUCTS = table as readonly Product[];

/** A product by its id. */
export function productOf(id: number): Product | undefined {
  return PRODUCTS.find((product) => product.id === id);
}

/**
 * When something ends that was ended at a point in time: months later at the same time of the place where the
 * company is; on the last day of a month that is too short.
 */
export function noticeEnd(
  from: number,
  { noticeMonths }: Pick<Product, 'noticeMonths'>,
  country: string | null,
): number {
  const date = new Date(localTime(from, country));
  const month = date.getUTCMonth() + noticeMonths;
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return fromLocalTime(date.setUTCMonth(month, Math.min(date.getUTCDate(), lastDay)), country);
}
