/** The form of refusals (problem.ts), for the description. */
import { z } from 'zod';

/** Problem details (RFC 9457). */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('English, says what to do'),
  errors: z
    .array(
      z.object({
        field: z.string().describe('With dots for fields of objects; empty for the body as a whole'),
        code: z.string().describe('Constant for programs and translations'),
        message: z.string(),
        params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      }),
    )
    .optional(),
});
