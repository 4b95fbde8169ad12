/** Which law a receipt is made by: Act 289/2008 up to 2025, Act 384/2025 from then on. */
import type { ProfileAttributes } from '../contract/services.ts';

/** What differs. */
export interface Rules {
  /** Bases and taxes are told; not in 2025 (letter of the authority of 7 October 2024). */
  hasRecap: boolean;
  /** Deposits and withdrawals are told. */
  tellsCash: boolean;
  /** How long a sale waits for eKasa before it is an off-line receipt, ms. */
  patience: number;
}

/** @param day of creation, `YYYY-MM-DD`; `Fiscal_Rules` (`289/2008`, `384/2025`) wins */
export function rulesFor(day: string, attributes: ProfileAttributes): Rules {
  const law = attributes.text('Fiscal_Rules')?.trim().slice(0, 3);
  const isNew = law === '384' || (law !== '289' && day >= '2026-01-01');
  return { hasRecap: isNew || !day.startsWith('2025'), tellsCash: !isNew, patience: isNew ? 5000 : 2000 };
}
