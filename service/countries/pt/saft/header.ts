/** `Header`: the company, the period and the program (facts of SAF-T 1.04_01, table 1). */
import { configuredTerminal, type Cfg } from '../../../receipt/cfg.ts';
import type { Program } from '../../contract/services.ts';
import { bareTaxId } from '../tax-id.ts';
import { element, fit, UNKNOWN_TEXT } from './text.ts';

/** What the header says. */
export interface HeaderContent {
  /** Configurations of the registers in the file; the first one speaks for the company. */
  cfgs: readonly [Cfg, ...Cfg[]];
  /** All registers of the company. */
  whole: boolean;
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  till: string;
  /** Day of the export, `YYYY-MM-DD`. */
  today: string;
  comment: string | undefined;
  program: Program;
}

/** Office and number of the commercial register, as the schema wants them. */
const COMPANY_ID = /^[^^]+ [0-9/]+$/;

/** The `Header` element. */
export function header(content: HeaderContent): string {
  const { cfgs, from, program } = content;
  const [{ Cmp }] = cfgs;
  const nif = bareTaxId(Cmp.TaxId);
  const name = fit(Cmp.Nam, 100) || UNKNOWN_TEXT;
  return [
    '<Header>',
    '<AuditFileVersion>1.04_01</AuditFileVersion>',
    element('CompanyID', companyId(Cmp.PT_CompanyID) || nif),
    element('TaxRegistrationNumber', nif),
    // Invoicing, with its working documents, transport documents and receipts.
    '<TaxAccountingBasis>F</TaxAccountingBasis>',
    element('CompanyName', name),
    element('BusinessName', businessName(cfgs, name)),
    companyAddress(Cmp),
    element('FiscalYear', from.slice(0, 4)),
    element('StartDate', from),
    element('EndDate', content.till),
    '<CurrencyCode>EUR</CurrencyCode>',
    element('DateCreated', content.today),
    element('TaxEntity', taxEntity(content)),
    element('ProductCompanyTaxID', fit(bareTaxId(program.producer.taxId), 30) || UNKNOWN_TEXT),
    element('SoftwareCertificateNumber', /^\d+$/.test(program.certificate) ? program.certificate : '0'),
    element('ProductID', productId(program)),
    element('ProductVersion', fit(program.version, 30) || UNKNOWN_TEXT),
    element('HeaderComment', fit(content.comment, 255)),
    '</Header>\n',
  ].join('');
}

function companyId(sent: unknown): string {
  const id = fit(sent, 50);
  return COMPANY_ID.test(id) ? id : '';
}

/** The shop, where the file is about one alone. */
function taxEntity({ cfgs, whole }: HeaderContent): string {
  const shops = new Set(cfgs.map((cfg) => fit(configuredTerminal(cfg).TL, 20)));
  const [shop = ''] = shops;
  return whole || shops.size > 1 || shop === '' ? 'Global' : shop;
}

/** The name over the shop's door, where all shops in the file have the same. */
function businessName(cfgs: readonly Cfg[], company: string): string {
  const names = new Set(cfgs.map(({ Loc }) => fit(Loc?.Nam, 60)));
  const [name = ''] = names;
  return names.size === 1 && name !== company ? name : '';
}

function companyAddress({ Adr, AdrNr, Zip, City }: Cfg['Cmp']): string {
  const street = [Adr, AdrNr].filter(Boolean).join(', ');
  return [
    '<CompanyAddress>',
    element('AddressDetail', fit(street, 210) || UNKNOWN_TEXT),
    element('City', fit(City, 50) || UNKNOWN_TEXT),
    element('PostalCode', fit(Zip, 20) || UNKNOWN_TEXT),
    '<Country>PT</Country>',
    '</CompanyAddress>',
  ].join('');
}

/** Product and producer with the one slash between them. */
function productId({ product, producer }: Program): string {
  const part = (text: string) => fit(text.replaceAll('/', '-'), 127) || UNKNOWN_TEXT;
  return `${part(product)}/${part(producer.name)}`;
}
