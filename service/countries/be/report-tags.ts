/**
 * What reports about turnover and users say on paper, in the language of the region: the same
 * sums that the FDM signs. The tax table and payments of the turnover are on our paper anyway.
 */
import { localDate, localDecimal } from '../../receipt/local-format.ts';
import type { Tag } from '../../receipt/tra.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import type { Given } from './device.ts';
import { isZ } from './kind.ts';
import { operatorsOf } from './operators.ts';
import { REPORT_WORDS } from './report-words.ts';
import { languageOf } from './settings.ts';
import {
  changesIn,
  departmentsIn,
  invoicesIn,
  money,
  PAYMENT,
  turnoverOf,
  usersIn,
  type PaymentSum,
} from './sums.ts';

type Asked = Pick<Given['asked'], 'mutation' | 'report' | 'period'>;

/** Lines of a report; none for all else. @param state as it was before the report */
export function reportTags(
  { mutation, report, period }: Asked,
  state: State,
  context: Pick<ReceiptContext, 'cfg' | 'vault' | 'memory'>,
): Tag[] {
  const isTurnover = mutation === 'signReportTurnoverX' || mutation === 'signReportTurnoverZ';
  if (!isTurnover && mutation !== 'signReportUserX' && mutation !== 'signReportUserZ') return [];
  const language = languageOf(context.cfg);
  const words = REPORT_WORDS[language];
  return [
    ...(isZ(mutation) ? [tag('report', words.report, String(report))] : []),
    tag('bookingDate', words.bookingDate, localDate(period.day, language)),
    ...(isTurnover ? turnoverTags(state, language) : userTags(state, language, context)),
  ];
}

function tag(Name: string, Label: string, Value: string): Tag {
  return { Label, Name, Value };
}

type Language = ReturnType<typeof languageOf>;

function turnoverTags(state: State, language: Language): Tag[] {
  const words = REPORT_WORDS[language];
  const amount = (cents: number) => localDecimal(money(cents), language);
  // Not a blank: between digits it would be one of thousands.
  const counted = (count: number, cents: number) => `${count} / ${amount(cents)}`;
  const { labels, drawers, negatives } = turnoverOf(state);
  return [
    ...Object.entries(labels).map(([label, { count, amount: cents }]) =>
      tag(`tickets ${label}`, `${words.tickets} ${label}`, counted(count, cents)),
    ),
    ...departmentsIn(state).map(([id, { name, amount: cents }]) =>
      tag(`department ${id}`, `${words.department} ${name}`, amount(cents)),
    ),
    ...changesIn(state).flatMap(([id, { name, labels: byLabel }]) => {
      const all = Object.values(byLabel);
      const cents = all.reduce((sum, { negative, positive }) => sum + negative + positive, 0);
      return tag(`change ${id}`, `${words.change} ${name}`, amount(cents));
    }),
    ...Object.entries(negatives).map(([reason, { count, amount: cents }]) =>
      tag(`negative ${reason}`, words.negatives[reason] ?? reason, counted(count, cents)),
    ),
    ...invoicesIn(state).map(([number, cents]) =>
      tag(`invoice ${number}`, `${words.invoice} ${number}`, amount(cents)),
    ),
    tag('drawer', words.drawer, String(drawers)),
  ];
}

/** Users by what receipts call them: national numbers are for the FDM alone. */
function userTags(
  state: State,
  language: Language,
  { cfg, ...services }: Pick<ReceiptContext, 'cfg' | 'vault' | 'memory'>,
): Tag[] {
  const words = REPORT_WORDS[language];
  const listed = new Map(operatorsOf(cfg, services).map(({ id, alias }) => [id, alias]));
  const amount = (cents: number) => localDecimal(money(cents), language);
  return usersIn(state).flatMap(([id, { total, socials, payments }]) => {
    const alias = listed.get(id) ?? id;
    return [
      tag(`user ${alias}`, `${words.user} ${alias}`, amount(total)),
      ...paid(payments).map(([group, name, cents]) =>
        tag(`user ${alias} ${group}`, `${alias}, ${name}`, amount(cents)),
      ),
      ...socials.map(({ time, inOut }, i) =>
        tag(
          `user ${alias} ${inOut} ${i + 1}`,
          `${alias}, ${inOut === 'IN' ? words.workIn : words.workOut}`,
          localDate(time.slice(0, 19), language),
        ),
      ),
    ];
  });
}

function paid(payments: Readonly<Record<string, PaymentSum>>): [string, string, number][] {
  return Object.entries(payments).map(([key, { name, types }]) => {
    const all = Object.values(types);
    const cents = all.reduce((sum, { normal, down, up }) => sum + normal + down + up, 0);
    return [key.slice(PAYMENT.length), name, cents];
  });
}
