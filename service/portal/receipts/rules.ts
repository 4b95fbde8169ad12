/** What a company wants of the pages of its digital receipts: whether there are any, for how long, with which logo. */
import { z } from 'zod';
import type { Queries } from '../database/database.ts';

/** Days that a receipt is shown where nobody has said otherwise: a year and a month. */
const USUAL_DAYS = 400;
const MOST_DAYS = 4000;
const MAX_LOGO = 100_000;
/** How pictures begin, in base64: no SVG, which is a program. What is behind it: receipts/logo.ts. */
const LOGO = /^data:image\/(png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/)[A-Za-z0-9+/]+={0,2}$/;

/** See above. */
export const receiptRules = z.object({
  active: z.boolean().default(true).describe('whether receipts of the company have pages'),
  days: z
    .int()
    .min(1)
    .max(MOST_DAYS)
    .default(USUAL_DAYS)
    .describe('days after its registration that a receipt is shown'),
  personal: z
    .enum(['asks', 'closed'])
    .default('asks')
    .describe(
      'receipts that name a customer: `asks` for something of the customer, `closed` shows them to nobody',
    ),
  logo: z
    .string()
    .max(MAX_LOGO)
    .regex(LOGO)
    .nullish()
    .transform((logo) => logo ?? null)
    .describe('PNG or JPEG as data URL'),
});

/** See {@link receiptRules}. */
export type ReceiptRules = z.output<typeof receiptRules>;

/** The rules of a company. */
export async function rulesOf(db: Queries, companyId: number): Promise<ReceiptRules> {
  const [row] = await db.select<{ data: string }>(
    'SELECT data FROM receipt_pages WHERE company_id = $companyId',
    { companyId },
  );
  return receiptRules.parse(row ? JSON.parse(row.data) : {});
}

/** Keeps the rules of a company. */
export async function keepRules(db: Queries, companyId: number, rules: ReceiptRules): Promise<void> {
  await db.run(
    `INSERT INTO receipt_pages (company_id, data) VALUES ($companyId, $data)
      ON CONFLICT (company_id) DO UPDATE SET data = excluded.data`,
    { companyId, data: JSON.stringify(rules) },
  );
}
