/**
 * GET /control/receipts, GET /control/receipt and POST /control/receipts/void: the
 * receipts of a register on the control page. What is looked for is that of `/find`,
 * receipts where no type is named; `operator` is a cashier by number or name.
 */
import { Router, type Request, type Response } from 'express';
import type { Journal } from '../../journal/journal.ts';
import { issue, type Issue } from '../../receipt/issue.ts';
import { detailOf, rowOf } from '../../register/receipt-list.ts';
import type { Register } from '../../register/register.ts';
import type { Registers } from '../../register/registers.ts';
import type { ReceiptList } from '../../register/wire.ts';
import { readBody, settingsBody } from '../request/body.ts';
import { refusedOnPage, refuseOnPage } from '../request/export-errors.ts';
import { readQuery } from '../request/find-query.ts';
import { asPrinted } from '../request/as-printed.ts';
import { namedRegister } from '../request/named-register.ts';
import { queryOf } from '../request/query.ts';
import { addToTrail, voidedReceipt } from '../door/trail-guard.ts';

/** Receipts of an answer, however many are asked for. */
const MOST_ROWS = 100;
/** As doc 3 has it for `Rsn`. */
const MOST_REASON = 200;

/**
 * Routes of the page of receipts.
 * @param publicKeys of the installation, PEM by file name
 */
export function receiptRoutes(
  journal: Journal,
  registers: Registers,
  publicKeys: () => Promise<ReadonlyMap<string, string>>,
): Router {
  const router = Router();

  /** The register that a request is for; null when it was refused. */
  const registerOf = async (request: Request, response: Response): Promise<Register | null> => {
    const { rn, issues } = namedRegister(request);
    const register = issues.length === 0 ? await registers.find(rn) : null;
    if (!register) refuseOnPage(response, [missing(`there is no register ${rn}`)]);
    return register;
  };

  router.get('/control/receipts', async (request, response) => {
    const register = await registerOf(request, response);
    if (!register) return;
    const { cfg, country, rn } = register;
    const read = readQuery(queryOf(request), { rn, issues: [] }, country?.currency.digits);
    if ('issues' in read) {
      refuseOnPage(response, read.issues);
      return;
    }
    const rows = Math.min(read.rows, MOST_ROWS);
    const { operator, ...properties } = read.properties;
    const { type = 'Tra' } = read.where;
    const numbered = await asPrinted(journal, register, read.where);
    const where = { ...numbered, type, ...(operator !== undefined && { operator }) };
    const { records, continuation } = await journal.find({ ...read, properties, where, rows });
    const list: ReceiptList = {
      currency: country?.currency.code ?? '',
      receipts: cfg ? records.map((record) => rowOf(register, record, cfg)) : [],
      continuation: continuation === undefined ? null : String(continuation),
    };
    response.set('cache-control', 'no-store').json(list);
  });

  router.get('/control/receipt', async (request, response) => {
    const register = await registerOf(request, response);
    if (!register) return;
    const sq = queryOf(request).get('SQ') ?? '';
    const record = /^\d{1,15}$/.test(sq) ? await journal.bySq(register.rn, Number(sq)) : null;
    const detail = await detailOf(journal, register, record, publicKeys);
    if (detail) response.set('cache-control', 'no-store').json(detail);
    else refuseOnPage(response, [missing(`register ${register.rn} has no receipt ${sq}`)]);
  });

  router.post('/control/receipts/void', settingsBody, async (request, response) => {
    const register = await registerOf(request, response);
    if (!register) return;
    const body = readBody(request);
    const { sq, reason } = 'issue' in body ? {} : body.tree;
    const why = typeof reason === 'string' ? reason.trim() : '';
    if (typeof sq !== 'number' || !Number.isSafeInteger(sq) || why === '' || why.length > MOST_REASON) {
      const text = `send {"sq": N, "reason": "…"}, the reason in ${MOST_REASON} letters at most`;
      refuseOnPage(response, [issue('#TYPE', why === '' ? 'reason' : 'sq', text)]);
      return;
    }
    const record = sq > 0 ? await journal.bySq(register.rn, sq) : null;
    const original = record?._ === 'Tra' ? record.ESR : undefined;
    if (!original) {
      refuseOnPage(response, [missing(`register ${register.rn} has no receipt ${sq}`)]);
      return;
    }
    addToTrail({ rn: register.rn, about: voidedReceipt(original, why) });
    const { Result, SQ } = await register.void({ original, sender: {}, reason: why, warnings: [] });
    if (Result.RC === 'OK' && SQ !== undefined) response.json({ sq: SQ });
    else refusedOnPage(response, Result);
  });
  return router;
}

function missing(text: string): Issue {
  return issue('#NOT_FOUND', '', text);
}
