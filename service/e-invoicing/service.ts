/** Electronic invoicing at work: what registers ask of it (register/invoices/e-invoicing.ts). */
import type { ProfileAttributes, Vault } from '../countries/contract/services.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { Json } from '../receipt/json.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import type {
  EInvoicing,
  HandedOver,
  InvoiceParcel,
  InvoiceWish,
  MadeInvoice,
  Trouble,
} from '../register/invoices/e-invoicing.ts';
import { fileNameOf } from '../register/invoices/invoice-record.ts';
import { isMailAddress, mailEndpoint } from './addresses.ts';
import { invoiceOf } from './build.ts';
import { AccessPointChannel } from './channels/access-point.ts';
import { FolderChannel } from './channels/folder.ts';
import { MailChannel } from './channels/mail.ts';
import type { Channel, ChannelSettings, Parcel } from './contract.ts';
import { InvoiceDocuments } from './documents.ts';
import { FORMATS } from './formats.ts';
import { pdfAround } from './hybrid.ts';
import type { Maker } from './maker.ts';
import {
  notedRoute,
  readNotedRoute,
  readRoutes,
  routeOf,
  type ChannelName,
  type NotedRoute,
  type Route,
} from './routes.ts';
import { readInvoice } from './rules/check.ts';
import { ChannelSecrets } from './secrets.ts';
import type { DeliverySystem } from './wire.ts';

/** Rules that are named in one answer. */
const MOST_FAULTS = 5;
/** How long a test of a channel may take: a person waits for it, ms. */
const TEST_MS = 20_000;

/** What the room works with. */
export interface EInvoicingParts {
  attributes(): ProfileAttributes;
  vault: Vault;
  /** Writes the invoices; its own when left out. */
  maker?: Maker;
}

/** Makes invoices and hands them over. */
export class EInvoicingService implements EInvoicing {
  readonly secrets: ChannelSecrets;
  readonly documents: InvoiceDocuments;
  private readonly parts: EInvoicingParts;
  private readonly channels: Readonly<Record<ChannelName, Channel>>;

  constructor(parts: EInvoicingParts) {
    this.parts = parts;
    this.documents = new InvoiceDocuments(parts.maker);
    this.secrets = new ChannelSecrets(parts.vault);
    const settings: ChannelSettings = {
      attributes: () => parts.attributes(),
      secret: (name, address) => this.secrets.of(name, address),
    };
    this.channels = {
      'access-point': new AccessPointChannel(settings),
      mail: new MailChannel(settings),
      folder: new FolderChannel(settings),
    };
  }

  async tryOut(
    { esr, cfg, country }: InvoiceWish,
    counts: boolean,
  ): Promise<{ route: Json; system: string; form: string } | { issues: Issue[] }> {
    const read = routeOf(esr.DD ?? '', this.parts.attributes());
    if ('problem' in read) return { issues: [issue('#EINVOICE_ROUTE', 'ESR.DD', read.problem)] };
    const { route } = read;
    if (!counts && !route.test) {
      const text = `training and tests go to the test system alone: send ${route.system}-TEST`;
      return { issues: [issue('#EINVOICE_KIND', 'ESR.DD', text)] };
    }
    const problem = this.channels[route.channel].problem(route.test);
    if (problem !== null) return { issues: [issue('#EINVOICE_ROUTE', 'ESR.DD', problem.text)] };
    const built = invoiceOf({ esr, cfg, country, route });
    if ('issues' in built) return built;
    const made = await this.documents.write(built.invoice, route);
    if ('xml' in made) {
      const noted = notedRoute(route);
      return { route: { ...noted }, system: systemOf(noted), form: route.format.name };
    }
    if ('faults' in made) {
      const rules = made.faults.slice(0, MOST_FAULTS).map(({ rule, text }) => `${rule}: ${text}`);
      return { issues: [issue('#EINVOICE_INVALID', 'ESR', rules.join('; '))] };
    }
    const code = made.mayRepeat ? '#EINVOICE_UNAVAILABLE' : '#EINVOICE_INVALID';
    return { issues: [issue(code, 'ESR', made.problem)] };
  }

  make(
    receipt: JournalRecord,
    wish: Omit<InvoiceWish, 'esr'>,
    noted: Json,
  ): Promise<MadeInvoice | { problem: string; mayRepeat: boolean }> {
    return this.documents.make(receipt, wish, noted);
  }

  async handOver(handed: InvoiceParcel, signal: AbortSignal): Promise<HandedOver> {
    try {
      const route = readNotedRoute(handed.route as NotedRoute);
      if (!route) {
        const text = 'this version does not know the form or channel';
        return { outcome: 'refused', text, cause: { code: 'version' } };
      }
      const parcel = await this.parcelOf(handed, route);
      if ('problem' in parcel)
        return { outcome: 'refused', text: parcel.problem, cause: { code: 'journal' } };
      const channel = this.channels[route.channel];
      const before = handed.underWay ? ((await channel.state?.(parcel, signal)) ?? null) : null;
      if (before) return before;
      if (!handed.isOwner()) {
        const text = 'another instance may have the register';
        return { outcome: 'unanswered', text, cause: { code: 'internal' } };
      }
      return await channel.send(parcel, signal);
    } catch (error) {
      const said = (error as Error).message;
      const text = `it could not be handed over: ${said}`;
      return { outcome: 'unanswered', text, cause: { code: 'internal', params: { said } } };
    }
  }

  canSendTo(noted: Json, address: string): boolean {
    return sendsAnywhere(noted) && isMailAddress(address);
  }

  /**
   * Whether a channel works, without handing anything over.
   * @param test its test system
   * @returns why it does not; null when it does
   */
  test(name: ChannelName, test: boolean): Promise<Trouble | null> {
    return this.channels[name].test(test, AbortSignal.timeout(TEST_MS));
  }

  /** The delivery systems that are set up, and whether they can be used; none where the list cannot be read. */
  systems(): DeliverySystem[] {
    const read = readRoutes(this.parts.attributes().text('EInvoice_Routes') ?? '');
    if ('problem' in read) return [];
    return [...read.routes].map(([system, { channel, format }]) => ({
      ...{ system, channel, form: format.name },
      problem: this.channels[channel].problem(false)?.cause ?? null,
      testProblem: this.channels[channel].problem(true)?.cause ?? null,
    }));
  }

  destination(noted: Json): string {
    const { channel, test } = noted as NotedRoute;
    return `${channel} ${test}`;
  }

  /** Ends the thread that writes. */
  close(): Promise<void> {
    return this.documents.close();
  }

  private async parcelOf(
    { id, to, receipt, cfg, country, xml }: InvoiceParcel,
    route: Route,
  ): Promise<Parcel | { problem: string }> {
    const read = readInvoice(xml);
    if ('problem' in read) return read;
    const { number, kind, seller, buyer, syntax } = read.content;
    const { isPdf, customization } = FORMATS.get(route.format.name)!;
    return {
      ...{ id, number, kind: kind === '381' ? '381' : '380', customization, syntax },
      from: { scheme: seller.scheme, value: seller.endpoint },
      to: to === undefined ? { scheme: buyer.scheme, value: buyer.endpoint } : mailEndpoint(to),
      ...{ seller: seller.name, country: seller.country, language: country.language },
      fileName: fileNameOf(number, id, isPdf ? 'pdf' : 'xml'),
      mediaType: isPdf ? 'application/pdf' : 'application/xml',
      bytes: isPdf ? await pdfAround(xml, receipt, cfg) : Buffer.from(xml, 'utf8'),
      test: route.test,
    };
  }
}

/**
 * Whether an invoice may go to another address than its own: by mail alone. For a network the
 * address stands in the invoice itself, and a test goes to the address for tests.
 */
export function sendsAnywhere(noted: Json): boolean {
  const { channel, test } = noted as NotedRoute;
  return channel === 'mail' && !test;
}

function systemOf({ system, test }: NotedRoute): string {
  return test ? `${system}-TEST` : system;
}
