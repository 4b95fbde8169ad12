/** GET and POST /jou/reprintcnt: how often a receipt was printed again (doc 2). */
import { Router, type Request, type Response } from 'express';
import type { Registers } from '../register/registers.ts';
import type { Country } from '../countries/contract/country.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { isTree } from '../receipt/tree.ts';
import type { CountedReprint } from '../register/paper/reprint-count.ts';
import type { ReceiptNumber } from '../register/records.ts';
import type { Register } from '../register/register.ts';
import { refusal } from '../register/outcomes.ts';
import { languageOf } from './request/language.ts';
import { askedTerminal, namedRegister } from './request/named-register.ts';
import { queryOf } from './request/query.ts';

/** Routes of the counter; the answer is the bare number. */
export function reprintRoutes(registers: Registers): Router {
  const router = Router();
  const route =
    (
      work: (
        register: Register,
        number: ReceiptNumber,
        response: Response,
        request: Request,
      ) => Promise<number | 'refused' | null>,
    ) =>
    async (request: Request, response: Response) => {
      const query = queryOf(request);
      const TN = query.get('TN');
      const { rn, issues } = namedRegister(request);
      response.type('text/plain');
      if (TN === undefined || issues.length > 0) {
        const text = 'is missing: say which receipt by TL, TT and TN';
        refuseText(request, response, 400, TN === undefined ? [issue('#TYPE', 'TN', text)] : issues);
        return;
      }
      const register = await registers.find(rn);
      const number = { TL: undefined, TT: undefined, ...askedTerminal(query), TN };
      const count = register && (await work(register, number, response, request));
      if (count === 'refused') return;
      if (count === null)
        refuseText(request, response, 404, [issue('#NOT_FOUND', '', `register ${rn} has no such receipt`)]);
      else response.send(String(count));
    };
  router.get(
    '/jou/reprintcnt',
    route((register, number) => register.prints.count(number)),
  );
  router.post(
    '/jou/reprintcnt',
    route(async (register, number, response, request) => {
      const counted = await register.prints.countAgain(number);
      if (counted && 'issues' in counted) {
        refuseText(request, response, 406, counted.issues, register.country);
        return 'refused';
      }
      // The body is the number alone: what the law signs of a copy is beside it.
      for (const [name, value] of Object.entries(signatureOf(counted))) response.set(name, value);
      return counted?.count ?? null;
    }),
  );
  return router;
}

/**
 * Why there is no number: for the operator, in the language of the register, then for developers.
 * @param country of the register; left out: that of the one that the request names
 */
function refuseText(
  request: Request,
  response: Response,
  status: number,
  issues: readonly Issue[],
  country?: Country | null,
): void {
  const { UserMessage, Warning = [] } = refusal('BAD', issues, languageOf(request, country)).Result;
  response.status(status).send([UserMessage, ...Warning].join('\n'));
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
