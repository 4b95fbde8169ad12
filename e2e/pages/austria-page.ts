import type { Locator } from '@playwright/test';
import { CountryPage } from './country-page.ts';

/** The page for Austria as a store manager sees it. */
export class AustriaPage extends CountryPage {
  /** A step of the start-up. */
  step(name: 'unit' | 'access' | 'report' | 'receipt' | 'check'): Locator {
    return this.page.locator(`[data-testid="step"][data-step="${name}"]`);
  }

  /** A report to FinanzOnline. */
  report(id: string): Locator {
    return this.page.locator(`[data-testid="report"][data-report="${id}"]`);
  }

  /** A tax group. */
  tax(group: string): Locator {
    return this.page.getByTestId('tax').filter({ has: this.page.getByText(group, { exact: true }) });
  }

  /** An annual receipt. */
  annual(year: string): Locator {
    return this.page.getByTestId('annual').filter({ has: this.page.getByRole('heading', { name: year }) });
  }
}
