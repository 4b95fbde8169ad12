/**
 * The thread on which the library writes invoices: loading it takes some 300 ms, and
 * each invoice 100 ms, in which no till would be answered. Each task is one invoice
 * (maker.ts), each answer its XML or why there is none.
 */
import { FormatFactoryService, invoiceSchema, type EInvoiceFormat, type Invoice } from '@e-invoice-eu/core';
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import { doTasks } from '../threads/do-tasks.ts';

const SILENT = { log: () => undefined, warn: () => undefined, error: () => undefined };

/** What is asked of the thread. */
export interface MakeRequest {
  input: Invoice;
  format: 'UBL' | 'CII';
}

/** Its answer. */
export type MakeAnswer = { xml: string } | { problem: string };

/** Longest explanation of the library that is passed on: it may tell whole code lists. */
const MOST_TEXT = 600;

/** What writes one syntax, and the check of its input. */
interface Writer {
  format: EInvoiceFormat;
  isInput: ValidateFunction<Invoice>;
}

/**
 * The library's own `generate` compiles its schema for each invoice, which takes five times
 * as long as all the rest (2.3.4): the same steps, with what is compiled kept.
 */
const writers = new Map<MakeRequest['format'], Writer>();

function writerOf(name: MakeRequest['format']): Writer {
  const known = writers.get(name);
  if (known) return known;
  const format = new FormatFactoryService().createFormatService(name, SILENT);
  const schema = structuredClone(invoiceSchema);
  format.patchSchema(schema);
  const ajv = new Ajv2019({ strict: true, allErrors: true, useDefaults: true });
  const writer = { format, isInput: ajv.compile<Invoice>(schema) };
  writers.set(name, writer);
  return writer;
}

doTasks(make);

async function make({ input, format: name }: MakeRequest): Promise<MakeAnswer> {
  try {
    const { format, isInput } = writerOf(name);
    if (!isInput(input)) return { problem: problemOf({ errors: isInput.errors }) };
    format.fillInvoiceDefaults(input);
    const written = await format.generate(input, { format: name, lang: 'en', noWarnings: true });
    return { xml: typeof written === 'string' ? written : new TextDecoder().decode(written) };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** Where the invoice does not fit the library's schema, place and reason of the first few faults. */
function problemOf(error: unknown): string {
  const { errors, message } = error as { errors?: unknown; message?: string };
  const faults = Array.isArray(errors)
    ? errors.slice(0, 3).map((fault) => {
        const { instancePath = '', message: text = '' } = fault as {
          instancePath?: string;
          message?: string;
        };
        return `${instancePath} ${text}`;
      })
    : [message ?? String(error)];
  return faults.join('; ').slice(0, MOST_TEXT);
}
