import type { Locator } from '@playwright/test';
import { CountryPage } from './country-page.ts';

/** The page for Portugal as a store manager sees it. */
export class PortugalPage extends CountryPage {
  /** A row of the series table. */
  series(id: string): Locator {
    return this.page.getByTestId('series').filter({ has: this.page.getByText(id, { exact: true }) });
  }

  /** A row of the table of taxes. */
  tax(group: string): Locator {
    return this.page.getByTestId('tax').filter({ has: this.page.getByText(group, { exact: true }) });
  }
}
