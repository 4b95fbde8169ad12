import type { Level } from '../registers/types.ts';

/** Which notifications are shown. */
export const OPEN = ['open', 'ended', 'all'] as const;
/** See {@link OPEN}. */
export type Open = (typeof OPEN)[number];

/** Something that is or was the matter with a register, in the language that was asked for. */
export interface FoundNotification {
  notificationId: number;
  code: string;
  level: Level;
  title: string;
  fix: string;
  /** ISO 8601. */
  beganTimestamp: string;
  /** Null: it goes on. */
  endedTimestamp: string | null;
  companyId: number;
  companyName: string;
  /** False: only its location may be opened. */
  mayReadCompany: boolean;
  locationId: number | null;
  locationName: string | null;
  registerId: number;
  registerNumber: string;
  registerName: string | null;
}

/** Answer of a search. */
export interface FoundNotifications {
  items: FoundNotification[];
  totalCount: number;
  companies: { companyId: number; name: string; count: number }[];
}

/** Which mails somebody gets. */
export const MAIL_CHOICES = ['off', 'errors', 'daily', 'weekly'] as const;

/** See {@link MAIL_CHOICES}. */
export interface MailChoice {
  mails: (typeof MAIL_CHOICES)[number];
  timeZone: string;
}
