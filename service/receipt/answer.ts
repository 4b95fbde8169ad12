/** Answers to transactions (doc 3, "Response TraC"), in the format that was asked for. */
import { XML_DECLARATION, writeXml } from './xml.ts';
import type { Esr, JournalRecord, TraC } from './tra.ts';

/** Wire format of an answer. */
export type Format = 'json' | 'xml';

/** The answer that belongs to a journaled transaction; the same bytes whenever it is asked again, until late fiscal data come. */
export function answerOf(record: JournalRecord): TraC {
  const { ESR, Fis } = record;
  return {
    SQ: record.SQ,
    Result: record.Result ?? { RC: 'OK' },
    ...(ESR && { ESR: automaticValues(ESR) }),
    ...(Fis && { Fis }),
  };
}

function automaticValues({ D, TN, FN }: Esr): NonNullable<TraC['ESR']> {
  return { ...(D !== undefined && { D }), ...(TN !== undefined && { TN }), ...(FN !== undefined && { FN }) };
}

/** Writes a named record as JSON (`{"TraC":{...}}`) or XML (`<TraC>...</TraC>`). */
export function writeRecord(name: string, value: object, format: Format): string {
  return format === 'xml' ? XML_DECLARATION + writeXml(name, value) : JSON.stringify({ [name]: value });
}
