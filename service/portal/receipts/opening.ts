/** What a digital receipt is opened with. */
import { z } from 'zod';

/** Body of the requests under `/receipt/v1`. */
export const receiptOpening = z.object({
  handle: z.string().max(100).describe('With or without its five last characters, in either case'),
  proof: z
    .string()
    .max(500)
    .default('')
    .describe('What was asked for, such as the postal code of the customer'),
  format: z.enum(['json', 'xml']).default('json').describe('Of the data'),
});
