/** GET /find and GET /tra: search in the journal (doc 2; answers 8). */
import { Router } from 'express';
import type { Journal } from '../journal/journal.ts';
import { configuredTerminal } from '../receipt/cfg.ts';
import { issue } from '../receipt/issue.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { XML_DECLARATION, writeXml } from '../receipt/xml.ts';
import { refusal } from '../register/outcomes.ts';
import type { Registers } from '../register/registers.ts';
import { readQuery, registerName } from './find-query.ts';
import { languageOf } from './language.ts';
import { acceptedFormat } from './negotiate.ts';
import { queryOf } from './query.ts';
import { sendRecord } from './send.ts';

/** Routes of the search. */
export function findRoutes(journal: Journal, registers: Registers): Router {
  const router = Router();
  router.get('/find', async (request, response) => {
    const format = acceptedFormat(request.headers.accept) ?? 'json';
    const query = queryOf(request);
    const read = readQuery(query, await registerName(query, registers));
    if ('issues' in read) {
      sendRecord(response, 400, 'TraC', refusal('BAD', read.issues, languageOf(request)), format);
      return;
    }
    const { records, continuation } = await journal.find(read);
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
    if (TN === undefined) {
      const missing = issue('#TN_MISSING', 'TN', 'say which transaction by TL, TT and TN');
      sendRecord(response, 400, 'TraC', refusal('BAD', [missing], languageOf(request)), format);
      return;
    }
    const named = query.get('RN') !== undefined || query.get('TaxId') !== undefined;
    const names = named ? [await registerName(query, registers)] : registers.names;
    const record = await firstByNumber(journal, registers, names, {
      TL: query.get('TL'),
      TT: query.get('TT'),
      TN,
    });
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
  number: { TL: string | undefined; TT: string | undefined; TN: string },
): Promise<JournalRecord | null> {
  for (const rn of names) {
    const cfg = (await registers.find(rn))?.cfg;
    const own = configuredTerminal(cfg);
    const found = await journal.byNumber(rn, number.TL ?? own.TL, number.TT ?? own.TT, number.TN);
    if (found) return found;
  }
  return null;
}
