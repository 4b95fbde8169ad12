/** Makes the files of invoices. Knows no channels and no settings, so that the portal makes them, too. */
import type { Json } from '../receipt/json.ts';
import type { CompleteEsr, JournalRecord } from '../receipt/tra.ts';
import type { InvoiceWish, MadeInvoice } from '../register/invoices/e-invoicing.ts';
import { xmlOf } from '../register/invoices/invoice-record.ts';
import { invoiceOf } from './build.ts';
import { pdfAround } from './hybrid.ts';
import { Maker } from './maker.ts';
import type { Invoice } from './model.ts';
import { readNotedRoute, type NotedRoute, type Route } from './routes.ts';
import { faultsIn, type Fault } from './rules/check.ts';

/** The invoices of receipts as XML, and as PDF files with XML inside. */
export class InvoiceDocuments {
  private readonly maker: Maker;

  constructor(maker = new Maker()) {
    this.maker = maker;
  }

  /** Writes an invoice and holds what was written against the rules. */
  async write(
    invoice: Invoice,
    route: Route,
  ): Promise<{ xml: string } | { faults: Fault[] } | { problem: string; mayRepeat: boolean }> {
    const made = await this.maker.make(invoice, route.format);
    if ('problem' in made) return made;
    const faults = faultsIn(made.xml, route.format.rules);
    return faults.length > 0 ? { faults } : made;
  }

  /** Makes the invoice of a receipt as its noted route says. `mayRepeat`: the reason may pass. */
  async make(
    receipt: JournalRecord,
    { cfg, country }: Omit<InvoiceWish, 'esr'>,
    noted: Json,
  ): Promise<MadeInvoice | { problem: string; mayRepeat: boolean }> {
    const route = readNotedRoute(noted as NotedRoute);
    if (!route) return { problem: 'this version does not know the form or channel', mayRepeat: false };
    const source = { esr: receipt.ESR as CompleteEsr, fis: receipt.Fis, cfg, country, route };
    const built = invoiceOf(source);
    if ('issues' in built)
      return { problem: built.issues.map(({ text }) => text).join('; '), mayRepeat: false };
    const made = await this.write(built.invoice, route);
    if ('xml' in made) return { xml: made.xml, number: built.invoice.number, form: route.format.name };
    if ('faults' in made)
      return {
        problem: made.faults.map(({ rule, text }) => `${rule}: ${text}`).join('; '),
        mayRepeat: false,
      };
    return made;
  }

  /**
   * The invoice of a receipt as a PDF file with XML inside: the XML that was made where that is in CII
   * without a profile of its own, else the same invoice in CII.
   * @param record the invoice as it was made
   * @returns `mayRepeat`: the reason may pass
   * @throws Error when that is damaged
   */
  async hybrid(
    receipt: JournalRecord,
    { Form, Route: noted, ...record }: JournalRecord,
    wish: Omit<InvoiceWish, 'esr'>,
  ): Promise<{ pdf: Buffer } | { problem: string; mayRepeat: boolean }> {
    if (Form === 'cii' || Form === 'factur-x')
      return { pdf: await pdfAround(xmlOf(record), receipt, wish.cfg) };
    const made = await this.make(receipt, wish, { ...(noted as NotedRoute), format: 'cii' });
    if ('problem' in made) return made;
    if (made.number !== record.Number)
      return {
        problem: `it would have the number ${made.number} in place of ${String(record.Number)}`,
        mayRepeat: false,
      };
    return { pdf: await pdfAround(made.xml, receipt, wish.cfg) };
  }

  /** Ends the thread that writes. */
  close(): Promise<void> {
    return this.maker.close();
  }
}
