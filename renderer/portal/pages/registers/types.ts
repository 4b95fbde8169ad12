import type { EntityState } from '../../api/types.ts';

/** How bad something is that is the matter with a register. */
export type Level = 'info' | 'warning' | 'error';

/** A register that is connected to the portal. */
export interface Register {
  registerId: number;
  registerNumber: string;
  companyId: number;
  locationId: number | null;
  name: string | null;
  tl: string | null;
  tt: string | null;
  state: EntityState;
  version: string | null;
  country: string | null;
  activatedTimestamp: string;
  lastContactTimestamp: string | null;
  online: boolean;
  /** Records that wait on the register for the portal. */
  queued: number | null;
  /** Megabytes. */
  diskUsage: number | null;
  /** Who made the till program. */
  softwareProvider: string | null;
  /** In the language that was asked for. */
  problems: { code: string; level: Level; title: string; fix: string; sinceTimestamp: string }[];
  archivedRecords: number;
  follows: { registerId: number; fromSq: number } | null;
  nextSq: number;
}

/** Something that is the matter with a register, in the language that was asked for. */
export interface Notification {
  RegisterNumber: string;
  EventCode: string;
  DescriptionShort: string;
  DescriptionLong: string;
  CurrentLevel: 'Info' | 'Warning' | 'Error';
  InitialTimestamp: string;
}

/** A licence of a register, or a device that signs for it. */
export type ProductKind = 'license' | 'fiscalUnit';

/** Something that was bought. */
export interface License {
  licenseId: number;
  productId: number;
  kind: ProductKind | null;
  licenseKey: string;
  registerId: number | null;
  state: 'Active' | 'Ending' | 'Ended';
  endsTimestamp: string | null;
}

/** Something that can be bought. */
export interface Product {
  productId: number;
  name: string;
  kind: ProductKind;
  /** For so many months it goes on after it was ended. */
  noticeMonths: number;
  /** ISO 3166; null: everywhere. */
  countries: string[] | null;
  /** Of one piece; null: it is not for sale. */
  price: string | null;
  currency: string | null;
}

/** What can be bought now. */
export interface Products {
  products: Product[];
  /** What belongs to the prices, in words of the operator. */
  terms: string | null;
}

/** What was bought at once. */
export interface Purchase {
  purchaseId: number;
  createdTimestamp: string;
  createdBy: string;
  customerReference: string | null;
  pieces: number;
  /** Null: it was bought before there were prices. */
  cost: {
    currency: string;
    terms: string | null;
    total: string;
    items: { productId: number; amount: number; price: string; sum: string }[];
  } | null;
}
