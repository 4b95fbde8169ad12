import type { DescribedPage } from '../../service/countries/contract/described-page/page.ts';
import { controlUrl } from './control.ts';
import { type Reply, request } from './request.ts';

/** What a country has to show of a register. */
export interface CountryAnswer {
  /** ISO 3166 code. */
  country: string;
  /** In the country's own shape. */
  overview?: unknown;
  /** The page as its description, where the country has one. */
  page?: DescribedPage;
}

/** Ask for the country's own view of a register. */
export function askCountry(rn: string): Promise<Reply<CountryAnswer>> {
  return request(controlUrl('country', rn));
}

/** Ask a register for one of its country's actions. */
export function postAction(rn: string, action: string, body: object): Promise<Reply<unknown>> {
  return request(controlUrl(`country/${action}`, rn), {
    method: 'POST',
    body: JSON.stringify(body),
    type: 'application/json',
  });
}
