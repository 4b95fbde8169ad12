import type { EntityState } from '../../api/types.ts';

/** What was sold on a day. */
export interface Day {
  /** `YYYY-MM-DD`, where the company is. */
  day: string;
  sums: { currency: string | null; receipts: number; total: string }[];
}

/** What was sold lately. */
export interface Turnover {
  today: Day;
  yesterday: Day;
  /** False while the portal is still adding up records of an older version. */
  complete: boolean;
  /** Records of these days are sealed: the sums say nothing. */
  sealed: boolean;
}

/** An error of a register, in the language that was asked for. */
export interface RegisterError {
  companyId: number;
  companyName: string;
  registerId: number;
  registerNumber: string;
  name: string | null;
  code: string;
  title: string;
  fix: string;
  sinceTimestamp: string;
}

/** A company among others. */
export type CompanyLine = Turnover & {
  companyId: number;
  name: string;
  state: EntityState;
  newest: { registerId: number; sq: number; fiscalNumber: string | null; time: string } | null;
};

/** What there is to see of many companies. */
export interface Overview {
  /** The newest ones. */
  errors: RegisterError[];
  /** All of them, 1000 at most. */
  errorCount: number;
  companies: { items: CompanyLine[]; totalCount: number };
}
