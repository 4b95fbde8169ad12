/** All changes of the portal's schema, in the order in which they are made. Ones that were released are never changed. */
import type { Dialect, Transaction } from '../database.ts';
import { portal } from './0001-portal.ts';
import { renewSearchTexts } from '../../entities/store.ts';
import { origins } from './0002-origins.ts';
import { lateData } from './0004-late-data.ts';
import { receiptPages } from './0005-receipt-pages.ts';
import { hiddenReceipts } from './0006-hidden-receipts.ts';
import { notificationMails } from './0007-notification-mails.ts';
import { dayTotalsTables } from './0008-day-totals.ts';
import { priceLists } from './0009-price-lists.ts';
import { notificationPaths } from './0010-notification-paths.ts';
import { followingRegisters } from './0011-following-registers.ts';
import { sealedRecords } from './0012-sealed-records.ts';
import { cloudRegisters } from './0013-cloud-registers.ts';
import { searchIndexes } from './0014-search-indexes.ts';

/** A change of the schema, made in one transaction. */
export interface Migration {
  name: string;
  statements: (dialect: Dialect) => readonly string[];
  /** What no statement can do, afterwards. */
  finish?: (transaction: Transaction) => Promise<void>;
}

/** See {@link Migration}. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-portal', statements: portal },
  { name: '0002-origins', statements: origins },
  // Searches for text do without accents.
  { name: '0003-search-texts', statements: () => [], finish: renewSearchTexts },
  { name: '0004-late-data', statements: lateData },
  { name: '0005-receipt-pages', statements: receiptPages },
  { name: '0006-hidden-receipts', statements: hiddenReceipts },
  { name: '0007-notification-mails', statements: notificationMails },
  { name: '0008-day-totals', statements: dayTotalsTables },
  { name: '0009-price-lists', statements: priceLists },
  { name: '0010-notification-paths', statements: notificationPaths },
  { name: '0011-following-registers', statements: followingRegisters },
  { name: '0012-sealed-records', statements: sealedRecords },
  { name: '0013-cloud-registers', statements: cloudRegisters },
  { name: '0014-search-indexes', statements: searchIndexes },
  // They take sharp s and final sigma as what they are in capitals.
  { name: '0015-search-texts', statements: () => [], finish: renewSearchTexts },
];
