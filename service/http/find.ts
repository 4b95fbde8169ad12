/** GET /find and GET /tra: search in the journal, and for /tra in those of the shop's other machines (doc 2; answers 8). */
import { Router } from 'express';
import type { FindQuery, FindResult } from '../journal/find.ts';
import type { Journal } from '../journal/journal.ts';
import { configuredTerminal } from '../receipt/cfg.ts';
import { issue } from '../receipt/issue.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { XML_DECLARATION, writeXml } from '../receipt/xml.ts';
import { refusal } from '../register/outcomes.ts';
import type { Register } from '../register/register.ts';
import type { Registers } from '../register/registers.ts';
import { mayUse } from './door/access-guard.ts';
import { asPrinted } from './request/as-printed.ts';
import { readQuery } from './request/find-query.ts';
import { languageOf } from './request/language.ts';
import { askedTerminal, namedRegister } from './request/named-register.ts';
import { acceptedFormat } from './request/negotiate.ts';
import { queryOf } from './request/query.ts';
import { sendRecord } from './request/send.ts';

/** A transaction by its number; location and terminal default to the register's own. */
interface TransactionNumber {
  TL: string | undefined;
  TT: string | undefined;
  TN: string;
}

/** Asks the shop's other machines; null when none has the transaction. */
interface OtherMachines {
  transaction(sought: { TaxId?: string; TL: string; TT: string; TN: string }): Promise<JournalRecord | null>;
}

/** What is found; only where that is nothing, by what else a fiscal number may be on paper. */
async function search(journal: Journal, register: Register | null, query: FindQuery): Promise<FindResult> {
  const found = await journal.find(query);
  if (found.records.length > 0 || !register) return found;
  const where = await asPrinted(journal, register, query.where);
  return where === query.where ? found : journal.find({ ...query, where });
}

/** Routes of the search. */
export function findRoutes(journal: Journal, registers: Registers, others: OtherMachines): Router {
  const router = Router();
  router.get('/find', async (request, response) => {
    const format = acceptedFormat(request.headers.accept) ?? 'json';
    const query = queryOf(request);
    const named = namedRegister(request);
    const register = named.issues.length === 0 ? await registers.find(named.rn) : null;
    const read = readQuery(query, named, register?.country?.currency.digits);
    if ('issues' in read) {
      sendRecord(response, 400, 'TraC', refusal('BAD', read.issues, languageOf(request)), format);
      return;
    }
    // Nobody who asks for no rows wants to go on.
    const { records, continuation } =
      read.rows === 0 ? { records: [] } : await search(journal, register, read);
    if (format === 'json') {
      const answer = {
        Rec: records,
        ...(continuation !== undefined && { continuation: String(continuation) }),
      };
      response.type('application/json; charset=utf-8').send(JSON.stringify(answer));
    } else {
      const attribute = continuation === undefined ? '' : ` continuation="${continuation}"`;
      const written = records.map((record) => writeXml(record._, record)).join('');
      response.type('text/xml; charset=utf-8').send(`${XML_DECLARATION}<Rec${attribute}>${written}</Rec>`);
    }
  });

  router.get('/tra', async (request, response) => {
    const format = acceptedFormat(request.headers.accept) ?? 'json';
    const query = queryOf(request);
    const TN = query.get('TN');
    const isNamed = ['RN', 'RN_TT', 'TaxId'].some((name) => query.get(name) !== undefined);
    const { rn, issues: unclear } = namedRegister(request);
    const issues = [
      ...(TN === undefined ? [issue('#TN_MISSING', 'TN', 'say which transaction by TL, TT and TN')] : []),
      ...(isNamed ? unclear : []),
    ];
    if (TN === undefined || issues.length > 0) {
      sendRecord(response, 400, 'TraC', refusal('BAD', issues, languageOf(request)), format);
      return;
    }
    // The door has asked for the named register alone.
    const names = isNamed ? [rn] : registers.names.filter((name) => mayUse(response, name));
    const number = { TL: undefined, TT: undefined, ...askedTerminal(query), TN };
    const record =
      (await firstByNumber(journal, registers, names, number)) ??
      (await fromOthers(others, number, query.get('TaxId')));
    if (record) sendRecord(response, 200, 'Tra', record, format);
    else {
      const text = `no register here has the transaction ${query.get('TL') ?? '*'}/${query.get('TT') ?? '*'}/${TN}`;
      sendRecord(
        response,
        404,
        'TraC',
        refusal('BAD', [issue('#NOT_FOUND', '', text)], languageOf(request)),
        format,
      );
    }
  });
  return router;
}

/** The newest transaction with a number; TL and TT default to the register's own. */
async function firstByNumber(
  journal: Journal,
  registers: Registers,
  names: readonly string[],
  number: TransactionNumber,
): Promise<JournalRecord | null> {
  for (const rn of names) {
    const cfg = (await registers.find(rn))?.cfg;
    const own = configuredTerminal(cfg);
    const found = await journal.byNumber(rn, number.TL ?? own.TL, number.TT ?? own.TT, number.TN);
    if (found) return found;
  }
  return null;
}

/** What another machine has. Without TL and TT each machine would take its own terminal for the one that is meant. */
async function fromOthers(
  others: OtherMachines,
  { TL, TT, TN }: TransactionNumber,
  TaxId: string | undefined,
): Promise<JournalRecord | null> {
  if (TL === undefined || TT === undefined) return null;
  return others.transaction({ TL, TT, TN, ...(TaxId !== undefined && { TaxId }) });
}
