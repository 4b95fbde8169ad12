/** Messages to an FDM of GKS 1 and its answers: fields at fixed places. */
import type { FdmFailure, FdmTrouble, HashResult, HashTicket, SerialState } from '../contract.ts';

/** Kinds of requests: hash and sign, identification, status, PIN. */
export type Identifier = 'H' | 'I' | 'S' | 'P';

/** Characters of an answer by its kind. */
export const ANSWER_LENGTH: Readonly<Record<Identifier, number>> = { S: 21, I: 59, P: 35, H: 109 };

const TICKET_DIGITS = 6;
const AMOUNT_DIGITS = 11;
const RATES = ['2100', '1200', ' 600', ' 000'] as const;

/** Beginning of a request and of its answer. @param sequence 0 to 99 @param retry 0 to 2 */
export function headerOf(identifier: Identifier, sequence: number, retry: number): string {
  return `${identifier}${String(sequence).padStart(2, '0')}${retry}`;
}

/** Fields of a ticket, behind the header. */
export function ticketFields(ticket: HashTicket): string {
  const amount = (cents: number) => String(cents).padStart(3, '0').padStart(AMOUNT_DIGITS);
  return [
    ticket.time.replace(/[-:T]/g, '').slice(0, 14),
    ticket.operator,
    ticket.pos,
    String(ticket.ticket).slice(-TICKET_DIGITS).padStart(TICKET_DIGITS),
    ticket.label,
    amount(ticket.total),
    ...RATES.map((rate, i) => rate + amount(ticket.bases[i]!)),
    ticket.hash,
  ].join('');
}

/** What an FDM says in an answer: an error, a warning, or nothing. */
interface Verdict {
  /** Class and number, `201`. */
  code: string;
  failure: FdmFailure | null;
  isRepeated: boolean;
  warning: string;
}

const ERRORS: Readonly<Record<string, readonly [FdmTrouble, string]>> = {
  '201': ['card', 'there is no VAT signing card in it'],
  '202': ['pin', 'the VAT signing card wants its PIN'],
  '203': ['pin', 'the VAT signing card is blocked'],
  '204': ['pin', 'the PIN is wrong'],
  '205': ['memory-full', 'its memory is full'],
  '206': ['refused', 'it does not know this kind of request'],
  '207': ['refused', 'it refuses the data'],
  '208': ['not-operational', 'it is not ready for work'],
  '209': ['clock', 'its clock is wrong'],
  '210': ['card', 'the VAT signing card does not fit'],
  '299': ['not-operational', 'it has a defect'],
};
const WARNINGS: Readonly<Record<string, string>> = {
  '101': 'its memory is 90 % full',
  '103': 'it has no such record',
  '199': 'it warns of something',
};
/** The same request again gets these again, whatever became of the first one. */
const ALWAYS_THE_SAME = new Set(['206', '207']);

/** Whether an error says for sure that nothing was signed, also where the request was sent before. */
export function isCertain(code: string): boolean {
  return ALWAYS_THE_SAME.has(code);
}

/** Reads the three error fields; null for what is no answer of this kind. */
export function verdictOf(answer: string, identifier: Identifier): Verdict | null {
  if (answer.length !== ANSWER_LENGTH[identifier] || !/^[\x20-\x7e]*$/.test(answer)) return null;
  const [, code, maker] = /^(\d{3})(\d{3})$/.exec(answer.slice(4, 10)) ?? [];
  if (code === undefined) return null;
  const own = maker === '000' ? '' : ` (${maker})`;
  const isError = code.startsWith('2');
  const [trouble, text] = ERRORS[code] ?? (['not-operational', 'it has a defect'] as const);
  return {
    code,
    failure: isError ? { trouble, text: `${text}: error ${code}${own}` } : null,
    isRepeated: code === '102',
    warning: WARNINGS[code] === undefined ? '' : `${WARNINGS[code]} (${code}${own})`,
  };
}

/** Reads what was signed; null where a field is none. @param retry which try it answers */
export function readHash(answer: string, { isRepeated, warning }: Verdict, retry: number): HashResult | null {
  const [, fdm, card, date, clock, label, counter, total, signature] =
    /^.{10}(.{11})(.{14})(\d{8})(\d{6})([A-Z]{2})([ \d]{9})([ \d]{9})([\dA-Fa-f]{40})$/.exec(answer) ?? [];
  if (signature === undefined) return null;
  const [y, m, d] = [date!.slice(0, 4), date!.slice(4, 6), date!.slice(6)];
  const time = `${y}-${m}-${d}T${clock!.slice(0, 2)}:${clock!.slice(2, 4)}:${clock!.slice(4)}`;
  const [of, all] = [counter!, total!].map((text) => Number(text.trim()));
  if (Number.isNaN(Date.parse(time)) || !of || !all) return null;
  return {
    ...{ fdm: fdm!.trim(), card: card!.trim(), time, label: label!, counter: of, total: all },
    ...{ signature: signature.toLowerCase(), isRepeated, isFirstTry: retry === 0, warning },
  };
}

/** Reads who an FDM is. */
export function readState(answer: string, identifier: Identifier, { warning }: Verdict): SerialState {
  const fdm = answer.slice(10, 21).trim();
  if (identifier === 'P') return { fdm, card: answer.slice(21, 35).trim(), warning };
  if (identifier !== 'I') return { fdm, warning };
  const [firmware, protocol] = [answer.slice(21, 41).trim(), answer.slice(41, 42).trim()];
  return { fdm, firmware, protocol, card: answer.slice(42, 56).trim(), warning };
}
