/** Seller and buyer of an invoice (BG-4, BG-7), out of configuration and receipt. */
import type { Cfg } from '../receipt/cfg.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { canonicalTaxId, plainTaxId } from '../receipt/tax-id.ts';
import type { Attributes, CompleteEsr } from '../receipt/tra.ts';
import { isMailAddress, mailEndpoint, readParticipant, vatEndpoint } from './addresses.ts';
import type { Endpoint, Invoice, Party } from './model.ts';
import { registrationOf } from './national.ts';
import type { Route } from './routes.ts';

/** What a missing value of the configuration is for. */
const SELLER = [
  ['Nam', 'the name of the company'],
  ['Adr', 'the address of the company'],
  ['Zip', 'the postal code of the company'],
  ['City', 'the city of the company'],
] as const;

/** The seller, and whom to ask there. */
export function sellerOf(
  cfg: Cfg,
  route: Route,
): { seller: Party; contact: Invoice['contact'] } | { issues: Issue[] } {
  const { Cmp, Doc = {} } = cfg;
  const issues = SELLER.filter(([name]) => textOf(Cmp[name]) === '').map(([name, what]) =>
    issue('#EINVOICE_FIELD', `Cfg.Cmp.${name}`, `an e-invoice needs ${what}`),
  );
  const mail = textOf(Doc.ContactElectronicMail);
  if (mail !== '' && !isMailAddress(mail))
    issues.push(issue('#EINVOICE_FIELD', 'Cfg.Doc.ContactElectronicMail', 'must be one mail address'));
  const vatId = canonicalTaxId(Cmp.TaxId, Cmp.Ctry);
  const isNetwork = route.channel === 'access-point';
  const own = route.sender === null ? null : readParticipant(route.sender);
  if (own && 'problem' in own) issues.push(issue('#EINVOICE_ROUTE', 'EInvoice_Sender', own.problem));
  const endpoint =
    (own && 'endpoint' in own ? own.endpoint : null) ??
    vatEndpoint(vatId) ??
    (mail === '' || isNetwork ? null : mailEndpoint(mail));
  if (endpoint === null && issues.length === 0) {
    const text = 'the seller has no electronic address: set the attribute EInvoice_Sender (scheme:value)';
    issues.push(issue('#EINVOICE_ROUTE', 'EInvoice_Sender', text));
  }
  if (issues.length > 0) return { issues };
  const [name, phone] = [textOf(Doc.ContactName), textOf(Doc.ContactTelephone)];
  return {
    seller: {
      ...{ name: textOf(Cmp.Nam), endpoint: endpoint!, vatId },
      ...registrationOf(Cmp),
      ...addressOf(Cmp, Cmp.Ctry),
    },
    contact: name || phone || mail ? { name, phone, mail } : null,
  };
}

/** The buyer, and where the invoice is sent. */
export function buyerOf(esr: CompleteEsr, cfg: Cfg, route: Route): { buyer: Party } | { issues: Issue[] } {
  const ctm = esr.Ctm ?? {};
  const said = textOf(ctm.TaxId);
  const prefix = /^[A-Z]{2}(?=.*\d)/.exec(plainTaxId(said))?.[0];
  const country = textOf(ctm.Ctry) || (prefix === 'EL' ? 'GR' : (prefix ?? cfg.Cmp.Ctry));
  const vatId = said === '' ? null : canonicalTaxId(said, country);
  const to = recipientOf(textOf(esr.DDto), route);
  if ('problem' in to) return { issues: [issue('#EINVOICE_RECIPIENT', 'ESR.DDto', to.problem)] };
  const endpoint = to.endpoint ?? vatEndpoint(vatId);
  if (endpoint === null) {
    const text = 'say where the customer is reached: scheme:value or a mail address';
    return { issues: [issue('#EINVOICE_RECIPIENT', 'ESR.DDto', text)] };
  }
  return {
    buyer: {
      ...{ name: [ctm.Nam, ctm.Nam2].map(textOf).filter(Boolean).join(' '), endpoint, vatId },
      ...{ registration: null, registrationScheme: null },
      ...addressOf(ctm, country),
    },
  };
}

/** What `DDto` says; the channel decides what it may be. */
function recipientOf(to: string, { channel }: Route): { endpoint: Endpoint | null } | { problem: string } {
  if (to === '') {
    if (channel === 'access-point')
      return { problem: 'the address of the recipient is missing: scheme:value' };
    if (channel === 'mail') return { problem: 'the mail address of the recipient is missing' };
    return { endpoint: null };
  }
  if (channel === 'access-point') return readParticipant(to);
  if (isMailAddress(to)) return { endpoint: mailEndpoint(to) };
  return channel === 'mail' ? { problem: 'must be one mail address without a name' } : readParticipant(to);
}

function addressOf(
  from: Attributes,
  country: string,
): Pick<Party, 'street' | 'addition' | 'zip' | 'city' | 'country'> {
  return {
    street: [from.Adr, from.AdrNr].map(textOf).filter(Boolean).join(' '),
    ...{ addition: textOf(from.Adr2), zip: textOf(from.Zip), city: textOf(from.City), country },
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
