/** GET and POST /jou/reprintcnt: how often a receipt was printed again (doc 2). */
import { Router, type Request, type Response } from 'express';
import type { Registers } from '../register/registers.ts';
import { isTree } from '../receipt/tree.ts';
import type { CountedReprint } from '../register/reprint-count.ts';
import type { ReceiptNumber } from '../register/records.ts';
import type { Register } from '../register/register.ts';
import { askedTerminal, namedRegister } from './named-register.ts';
import { queryOf } from './query.ts';

/** Routes of the counter; the answer is the bare number. */
export function reprintRoutes(registers: Registers): Router {
  const router = Router();
  const route =
    (
      work: (
        register: Register,
        number: ReceiptNumber,
        response: Response,
      ) => Promise<number | 'refused' | null>,
    ) =>
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
      const count = register && (await work(register, number, response));
      if (count === 'refused') return;
      if (count === null) response.status(404).send(`register ${rn} has no such receipt`);
      else response.send(String(count));
    };
  router.get(
    '/jou/reprintcnt',
    route((register, number) => register.prints.count(number)),
  );
  router.post(
    '/jou/reprintcnt',
    route(async (register, number, response) => {
      const counted = await register.prints.countAgain(number);
      if (counted && 'issues' in counted) {
        response.status(406).send(counted.issues.map(({ text }) => text).join('\n'));
        return 'refused';
      }
      // The body is the number alone: what the law signs of a copy is beside it.
      for (const [name, value] of Object.entries(signatureOf(counted))) response.set(name, value);
      return counted?.count ?? null;
    }),
  );
  return router;
}

/** Headers with the signature of a copy, where its country signs copies. */
function signatureOf(counted: CountedReprint | null): Record<string, string> {
  const entries = counted?.details.Entries;
  const [entry] = Array.isArray(entries) ? entries : [];
  if (!isTree(entry)) return {};
  const { Payload, Signature } = entry;
  if (typeof Payload !== 'string' || typeof Signature !== 'string') return {};
  return { 'fis-payload': encodeURIComponent(Payload.toWellFormed()), 'fis-signature': Signature };
}
