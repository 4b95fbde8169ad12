/**
 * GET /control/day: what a day of a register came to. POST /control/report: an X or Z
 * report, with the cash that was counted.
 */
import { Router } from 'express';
import { localTime } from '../../clock.ts';
import { ALL_FIELDS } from '../../countries/fields.ts';
import type { Journal } from '../../journal/journal.ts';
import { issue } from '../../receipt/issue.ts';
import { drawerCash, readCashCount, type CashCount, type CashFields } from '../../receipt/cash-count.ts';
import { amountText } from '../../receipt/money.ts';
import { readTra } from '../../receipt/read.ts';
import { isDate } from '../../receipt/time.ts';
import type { Tree } from '../../receipt/tree.ts';
import { DaySums } from '../../register/reports/day-sums.ts';
import type { Register } from '../../register/register.ts';
import type { Registers } from '../../register/registers.ts';
import type { DayOverview, ReportAnswer } from '../../register/wire.ts';
import { readBody, settingsBody } from '../request/body.ts';
import { refusedOnPage, refuseOnPage } from '../request/export-errors.ts';
import { languageOfPage } from '../request/language.ts';
import { namedRegister } from '../request/named-register.ts';
import { queryOf } from '../request/query.ts';

/** Days that are kept summed up: a page asks again with every sale. */
const MOST_KEPT = 8;
const AT_ONCE = 1000;
const SEARCH_MS = 5000;

/** A day of a register, as far as it was read. */
interface KeptDay {
  sums: DaySums;
  /** Last record that was read. */
  until: number;
  reading: Promise<void>;
}

/**
 * Routes of the page of the day.
 * @param now ms since 1970
 */
export function dayRoutes(journal: Journal, registers: Registers, now: () => number): Router {
  const router = Router();
  const kept = new Map<string, KeptDay>();

  /** The day with everything that is stored by now. */
  const summed = async (rn: string, day: string, digits: number): Promise<DaySums> => {
    const key = JSON.stringify([rn, day, digits]);
    const one = kept.get(key) ?? { sums: new DaySums(digits), until: 0, reading: Promise.resolve() };
    kept.delete(key);
    kept.set(key, one);
    for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest);
    one.reading = one.reading.catch(() => undefined).then(() => readOn(journal, { rn, day, digits }, one));
    await one.reading;
    return one.sums;
  };

  router.get('/control/day', async (request, response) => {
    const { rn, issues } = namedRegister(request);
    const register = issues.length === 0 ? await registers.find(rn) : null;
    const today = localTime(now()).slice(0, 10);
    const day = queryOf(request).get('d') ?? today;
    if (!register?.country) refuseOnPage(response, [issue('#NOT_FOUND', 'RN', `there is no register ${rn}`)]);
    else if (!isDate(day))
      refuseOnPage(response, [issue('#TYPE', 'd', 'must be an existing day YYYY-MM-DD')]);
    else {
      const { code: currency, digits } = register.country.currency;
      const sums = await summed(rn, day, digits);
      const content = sums.content(languageOfPage(request, register.country));
      const answer: DayOverview = { day, today, currency, ...content };
      response.set('cache-control', 'no-store').json(answer);
    }
  });

  router.post('/control/report', settingsBody, async (request, response) => {
    const { rn, issues } = namedRegister(request);
    const register = issues.length === 0 ? await registers.find(rn) : null;
    if (!register?.country) {
      refuseOnPage(response, [issue('#NOT_FOUND', 'RN', `there is no register ${rn}`)]);
      return;
    }
    const body = readBody(request);
    const tree = 'issue' in body ? {} : body.tree;
    const { kind } = tree;
    const { digits } = register.country.currency;
    const read = readCashCount(tree, digits);
    if ((kind !== 'X' && kind !== 'Z') || 'wrong' in read) {
      const field = 'wrong' in read ? read.wrong : 'kind';
      const text =
        'send {"kind": "X" or "Z", "start": "100.00", "counted": "123.45", "pieces": [{"value": "20.00", "count": 3}]}';
      refuseOnPage(response, [issue('#TYPE', field, text)]);
      return;
    }
    const { Result, SQ } = await reported(register, kind, read.count);
    const report = SQ === undefined ? null : await journal.bySq(rn, SQ + 1);
    if (Result.RC !== 'OK' || SQ === undefined || report?._ !== 'Rep') {
      refusedOnPage(response, Result);
      return;
    }
    const { CashDifference } = report as Partial<CashFields>;
    const answer: ReportAnswer = {
      sq: SQ,
      number: typeof report.Number === 'number' ? report.Number : null,
      total: report.ESR?.T ?? '0',
      cash: amountText(drawerCash(report.ESR?.PayA ?? [], digits, register.country.standardPayment), digits),
      difference: CashDifference ?? null,
    };
    response.json(answer);
  });
  return router;
}

async function readOn(
  journal: Journal,
  { rn, day, digits }: { rn: string; day: string; digits: number },
  one: KeptDay,
): Promise<void> {
  const until = await journal.lastSq(rn);
  // A register that was restored begins anew.
  if (until < one.until) Object.assign(one, { sums: new DaySums(digits), until: 0 });
  while (one.until < until) {
    const { records, continuation } = await journal.find({
      ...{ rn, where: { type: 'Tra', day }, properties: {}, sort: 'asc' as const },
      ...{ rows: AT_ONCE, ms: SEARCH_MS, after: one.until, endSq: until },
    });
    for (const record of records) one.sums.take(record);
    one.until = continuation ?? until;
  }
}

/** Has the register make a report, as a till would. */
function reported(register: Register, kind: 'X' | 'Z', cash: CashCount | null) {
  const ESR: Tree = {
    ...(kind === 'Z' ? { NFS: 'Z' } : { NF: 'X' }),
    ...{ PosA: [], PayA: [] },
  };
  const { tra, issues, warnings } = readTra(
    { Tra: { ESR } },
    { currencyDigits: register.country!.currency.digits, fields: ALL_FIELDS },
  );
  if (!tra) throw new Error(JSON.stringify(issues));
  return register.submit({ tra, warnings, restart: false, cash });
}
