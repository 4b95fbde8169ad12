/** GET and POST /jou/reprintcnt: how often a receipt was printed again (doc 2). */
import { Router, type Request, type Response } from 'express';
import { checkName, DEFAULT_NAME, type Registers } from '../register/registers.ts';
import type { ReceiptNumber } from '../register/records.ts';
import type { Register } from '../register/register.ts';
import { registerName } from './find-query.ts';
import { queryOf } from './query.ts';

/** Routes of the counter; the answer is the bare number. */
export function reprintRoutes(registers: Registers): Router {
  const router = Router();
  const route =
    (work: (register: Register, number: ReceiptNumber) => Promise<number | null>) =>
    async (request: Request, response: Response) => {
      const query = queryOf(request);
      const TN = query.get('TN');
      const rn = await registerName(query, registers);
      const register = checkName(rn).length === 0 ? await registers.find(rn) : null;
      response.type('text/plain');
      if (TN === undefined) {
        response.status(400).send('TN is missing: say which receipt by TL, TT and TN');
        return;
      }
      const count = register && (await work(register, { TL: query.get('TL'), TT: query.get('TT'), TN }));
      if (count === null) response.status(404).send(`register ${rn || DEFAULT_NAME} has no such receipt`);
      else response.send(String(count));
    };
  router.get(
    '/jou/reprintcnt',
    route((register, number) => register.reprints(number)),
  );
  router.post(
    '/jou/reprintcnt',
    route((register, number) => register.countReprint(number)),
  );
  return router;
}
