import { describe, expect, it } from 'vitest';
import type { Cfg } from '../../../receipt/cfg.ts';
import { header, type HeaderContent } from './header.ts';
import { CFG } from './testing/shop.ts';

const CONTENT: HeaderContent = {
  cfgs: [CFG],
  whole: true,
  from: '2026-01-01',
  till: '2026-01-31',
  today: '2026-02-02',
  comment: undefined,
  program: {
    product: 'Fiscal Register',
    version: '1.0.0',
    producer: { name: 'Example Software', taxId: '599999993' },
    certificate: '9999',
  },
};
const value = (name: string, content: Partial<HeaderContent> = {}) =>
  new RegExp(`<${name}>(.*?)</${name}>`).exec(header({ ...CONTENT, ...content }))?.[1];
const cmp = (more: Record<string, unknown>): Partial<HeaderContent> => ({
  cfgs: [{ ...CFG, Cmp: { ...CFG.Cmp, ...more } }],
});
const shops = (...names: (string | undefined)[]): Partial<HeaderContent> => ({
  cfgs: names.map((Nam): Cfg => ({ ...CFG, Loc: { TL: 'L1', ...(Nam !== undefined && { Nam }) } })) as [Cfg],
});

describe('the header', () => {
  it('names the company, the period and the program', () => {
    expect(header(CONTENT)).toBe(
      [
        '<Header><AuditFileVersion>1.04_01</AuditFileVersion><CompanyID>599999993</CompanyID>',
        '<TaxRegistrationNumber>599999993</TaxRegistrationNumber><TaxAccountingBasis>F</TaxAccountingBasis>',
        '<CompanyName>Pastelaria Exemplo, Lda</CompanyName><CompanyAddress>',
        '<AddressDetail>Rua da Assun\u00E7\u00E3o, 1</AddressDetail><City>Lisboa</City>',
        '<PostalCode>1100-042</PostalCode><Country>PT</Country></CompanyAddress><FiscalYear>2026</FiscalYear>',
        '<StartDate>2026-01-01</StartDate><EndDate>2026-01-31</EndDate><CurrencyCode>EUR</CurrencyCode>',
        '<DateCreated>2026-02-02</DateCreated><TaxEntity>Global</TaxEntity>',
        '<ProductCompanyTaxID>599999993</ProductCompanyTaxID>',
        '<SoftwareCertificateNumber>9999</SoftwareCertificateNumber>',
        '<ProductID>Fiscal Register/Example Software</ProductID><ProductVersion>1.0.0</ProductVersion></Header>\n',
      ].join(''),
    );
  });

  it('names the shop where one register is exported alone', () => {
    expect(value('TaxEntity', { ...shops('Loja'), whole: false })).toBe('L1');
    const other: Cfg = { ...CFG, Loc: { TL: 'L2' } };
    expect(value('TaxEntity', { cfgs: [CFG, other], whole: false })).toBe('Global');
  });

  it.each([
    ['Lisboa 12345/2001', 'Lisboa 12345/2001'],
    ['without number', '599999993'],
    ['a^b 12', '599999993'],
    [{ no: 'text' }, '599999993'],
  ])('has the commercial register as company id where it is one: %j', (sent, expected) => {
    expect(value('CompanyID', cmp({ PT_CompanyID: sent }))).toBe(expected);
  });

  it('has the name of the shop where it is another one, and the same for all', () => {
    expect(value('BusinessName', shops('Loja do Largo'))).toBe('Loja do Largo');
    expect(value('BusinessName', shops('Loja do Largo', 'Loja do Largo'))).toBe('Loja do Largo');
    expect(value('BusinessName', shops('Loja do Largo', 'Loja da Baixa'))).toBeUndefined();
    expect(value('BusinessName', shops('Pastelaria Exemplo, Lda'))).toBeUndefined();
    expect(value('BusinessName', shops(undefined))).toBeUndefined();
  });

  it('says of an unknown address that it is unknown', () => {
    const unknown = cmp({ Nam: undefined, Adr: undefined, City: ' ', Zip: undefined });
    for (const name of ['CompanyName', 'AddressDetail', 'City', 'PostalCode']) {
      expect(value(name, unknown)).toBe('Desconhecido');
    }
  });

  it('has exactly one slash in the name of the program', () => {
    const program = { ...CONTENT.program, product: 'A/B', producer: { name: 'C/D', taxId: 'PT 509876544' } };
    expect(value('ProductID', { program })).toBe('A-B/C-D');
    expect(value('ProductCompanyTaxID', { program })).toBe('509876544');
  });

  it('has the certificate number 0 without one', () => {
    const program = { ...CONTENT.program, certificate: '' };
    expect(value('SoftwareCertificateNumber', { program })).toBe('0');
  });

  it('has the comment that was asked for', () => {
    expect(value('HeaderComment', { comment: 'Entrega & ' })).toBe('Entrega &amp;');
    expect(value('HeaderComment', { comment: 'x'.repeat(300) })).toHaveLength(255);
    expect(value('HeaderComment', { comment: ' ' })).toBeUndefined();
  });
});
