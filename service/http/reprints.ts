/** GET and POST /jou/reprintcnt: how often a receipt was printed again (doc 2). */
import { Router, type Request, type Response } from 'express';
import type { Registers } from '../register/registers.ts';
import type { ReceiptNumber } from '../register/records.ts';
import type { Register } from '../register/register.ts';
import { askedTerminal, namedRegister } from './named-register.ts';
import { queryOf } from './query.ts';

/** Routes of the counter; the answer is the bare number. */
export function reprintRoutes(registers: Registers): Router {
  const router = Router();
  const route =
    (work: (register: Register, number: ReceiptNumber) => Promise<number | null>) =>
    async (request: Request, response: Response) => {
      const query = queryOf(request);
      const TN = query.get('TN');
      const { rn, issues } = namedRegister(request);
      const missing =
        TN === undefined ? 'TN is missing: say which receipt by TL, TT and TN' : issues[0]?.text;
      response.type('text/plain');
      if (TN === undefined || missing !== undefined) {
        response.status(400).send(missing);
        return;
      }
      const register = await registers.find(rn);
      const number = { TL: undefined, TT: undefined, ...askedTerminal(query), TN };
      const count = register && (await work(register, number));
      if (count === null) response.status(404).send(`register ${rn} has no such receipt`);
      else response.send(String(count));
    };
  router.get(
    '/jou/reprintcnt',
    route((register, number) => register.prints.count(number)),
  );
  router.post(
    '/jou/reprintcnt',
    route((register, number) => register.prints.countAgain(number)),
  );
  return router;
}
