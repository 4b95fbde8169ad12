/** What requests of NAV Online Számla 3.0 look like, as far as invoices of tills need it. */
import {
  anyOf,
  group,
  isBoolean,
  length,
  many,
  one,
  optional,
  text,
  upTo,
  type Declaration,
} from '../schema.ts';

/** Namespaces. */
export const API = 'http://schemas.nav.gov.hu/OSA/3.0/api';
export const COMMON = 'http://schemas.nav.gov.hu/NTCA/1.0/common';
export const DATA = 'http://schemas.nav.gov.hu/OSA/3.0/data';
export const BASE = 'http://schemas.nav.gov.hu/OSA/3.0/base';
export const ANNUL = 'http://schemas.nav.gov.hu/OSA/3.0/annul';

const ID = /^[+\w]{1,30}$/;
const HASH = /^[\dA-F]{128}$/;
const BASE64 = /^[A-Za-z\d+/]+={0,2}$/;
const DATE = /^20\d\d-\d\d-\d\d$/;
const AMOUNT = /^-?\d{1,16}(?:\.\d{1,2})?$/;
const QUANTITY = /^-?\d{1,12}(?:\.\d{1,10})?$/;
const RATE = /^0?\.\d{1,4}$|^0$|^1(?:\.0{1,4})?$/;
const notBlank = (most: number) => (value: string) => value.trim() !== '' && length(1, most)(value);

const inCommon = (name: string): Declaration => ({ name, foreign: COMMON });

/** Header and user, in their own namespace. */
export const HEADER = group(
  'header',
  one(text('requestId', ID)),
  one(text('timestamp', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/)),
  one(text('requestVersion', /^3\.0$/)),
  optional(text('headerVersion', /^1\.0$/)),
);
const hash = (name: string, type: string): Declaration => ({
  ...text(name, HASH),
  attributes: { cryptoType: (value) => value === type },
});
export const USER = group(
  'user',
  one(text('login', /^[a-zA-Z\d]{6,15}$/)),
  one(hash('passwordHash', 'SHA-512')),
  one(text('taxNumber', /^\d{8}$/)),
  one(hash('requestSignature', 'SHA3-512')),
);

const SOFTWARE = group(
  'software',
  one(text('softwareId', /^[\dA-Z-]{18}$/)),
  one(text('softwareName', notBlank(50))),
  one(text('softwareOperation', /^(?:LOCAL_SOFTWARE|ONLINE_SERVICE)$/)),
  one(text('softwareMainVersion', notBlank(15))),
  one(text('softwareDevName', notBlank(512))),
  one(text('softwareDevContact', notBlank(200))),
  optional(text('softwareDevCountryCode', /^[A-Z]{2}$/)),
  optional(text('softwareDevTaxNumber', notBlank(50))),
);

const BODIES = {
  tokenExchange: [],
  manageInvoice: [
    one(text('exchangeToken', notBlank(50))),
    one(
      group(
        'invoiceOperations',
        one(text('compressedContent', /^false$/)),
        many(
          group(
            'invoiceOperation',
            one(text('index', /^[1-9]\d{0,2}$/)),
            one(text('invoiceOperation', /^(?:CREATE|MODIFY|STORNO)$/)),
            one(text('invoiceData', BASE64)),
          ),
          100,
        ),
      ),
    ),
  ],
  manageAnnulment: [
    one(text('exchangeToken', notBlank(50))),
    one(
      group(
        'annulmentOperations',
        many(
          group(
            'annulmentOperation',
            one(text('index', /^[1-9]\d{0,2}$/)),
            one(text('annulmentOperation', /^ANNUL$/)),
            one(text('invoiceAnnulment', BASE64)),
          ),
          100,
        ),
      ),
    ),
  ],
  queryTransactionStatus: [
    one(text('transactionId', ID)),
    optional(text('returnOriginalRequest', isBoolean)),
  ],
  queryInvoiceData: [
    one(
      group(
        'invoiceNumberQuery',
        one(text('invoiceNumber', notBlank(50))),
        one(text('invoiceDirection', /^(?:INBOUND|OUTBOUND)$/)),
      ),
    ),
  ],
} as const;

/** What can be asked for. */
export type Operation = keyof typeof BODIES;

/** Whether there is such an operation. */
export function isOperation(name: string): name is Operation {
  return Object.hasOwn(BODIES, name);
}

/** The request of an operation. */
export function requestOf(operation: Operation): Declaration {
  const name = `${operation[0]!.toUpperCase()}${operation.slice(1)}Request`;
  const parts = [one(inCommon('header')), one(inCommon('user')), one(SOFTWARE)];
  return group(name, ...parts, ...BODIES[operation]);
}

/** What is asked to be annulled. */
export const ANNULMENT = group(
  'InvoiceAnnulment',
  one(text('annulmentReference', notBlank(50))),
  one(text('annulmentTimestamp', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/)),
  one(text('annulmentCode', /^ERRATIC_(?:DATA|INVOICE_NUMBER|INVOICE_ISSUE_DATE|ELECTRONIC_HASH_VALUE)$/)),
  one(text('annulmentReason', notBlank(1024))),
);

const twice = (name: string) => [one(text(name, AMOUNT)), one(text(`${name}HUF`, AMOUNT))];
const reason = (name: string) =>
  group(name, one(text('case', notBlank(50))), one(text('reason', notBlank(200))));
const rate = (name: string): Declaration =>
  group(
    name,
    anyOf(
      one(text('vatPercentage', RATE)),
      one(text('vatContent', RATE)),
      one(reason('vatExemption')),
      one(reason('vatOutOfScope')),
    ),
  );
const address = (name: string) => group(name, one({ name: 'simpleAddress', foreign: BASE }));
const taxNumber = (name: string) =>
  group(
    name,
    one({ name: 'taxpayerId', foreign: BASE }),
    optional({ name: 'vatCode', foreign: BASE }),
    optional({ name: 'countyCode', foreign: BASE }),
  );

/** Elements of the namespace of common parts, by name. */
export const BASE_ELEMENTS: Readonly<Record<string, Declaration>> = {
  simpleAddress: group(
    'simpleAddress',
    one(text('countryCode', /^[A-Z]{2}$/)),
    one(text('postalCode', /^[A-Z\d][A-Z\d\s-]{1,8}[A-Z\d]$/)),
    one(text('city', notBlank(255))),
    one(text('additionalAddressDetail', notBlank(255))),
  ),
  taxpayerId: text('taxpayerId', /^\d{8}$/),
  vatCode: text('vatCode', /^[1-5]$/),
  countyCode: text('countyCode', /^\d\d$/),
};

const LINE = group(
  'line',
  one(text('lineNumber', /^[1-9]\d*$/)),
  optional(
    group(
      'lineModificationReference',
      one(text('lineNumberReference', /^[1-9]\d*$/)),
      one(text('lineOperation', /^(?:CREATE|MODIFY)$/)),
    ),
  ),
  one(text('lineExpressionIndicator', isBoolean)),
  optional(text('lineNatureIndicator', /^(?:PRODUCT|SERVICE|OTHER)$/)),
  optional(text('lineDescription', notBlank(512))),
  optional(text('quantity', QUANTITY)),
  optional(text('unitOfMeasure', /^[A-Z_]{2,20}$/)),
  optional(text('unitOfMeasureOwn', notBlank(50))),
  optional(text('unitPrice', QUANTITY)),
  optional(text('unitPriceHUF', QUANTITY)),
  anyOf(
    one(
      group(
        'lineAmountsNormal',
        one(group('lineNetAmountData', ...twice('lineNetAmount'))),
        one(rate('lineVatRate')),
        optional(group('lineVatData', ...twice('lineVatAmount'))),
        optional(group('lineGrossAmountData', ...twice('lineGrossAmountNormal'))),
      ),
    ),
    one(group('lineAmountsSimplified', one(rate('lineVatRate')), ...twice('lineGrossAmountSimplified'))),
  ),
);

const SUMMARY_BY_RATE = group(
  'summaryByVatRate',
  one(rate('vatRate')),
  one(group('vatRateNetData', ...twice('vatRateNetAmount'))),
  one(group('vatRateVatData', ...twice('vatRateVatAmount'))),
  optional(group('vatRateGrossData', ...twice('vatRateGrossAmount'))),
);

/** An invoice. */
export const INVOICE_DATA = group(
  'InvoiceData',
  one(text('invoiceNumber', notBlank(50))),
  one(text('invoiceIssueDate', DATE)),
  one(text('completenessIndicator', isBoolean)),
  one(
    group(
      'invoiceMain',
      one(
        group(
          'invoice',
          optional(
            group(
              'invoiceReference',
              one(text('originalInvoiceNumber', notBlank(50))),
              one(text('modifyWithoutMaster', isBoolean)),
              one(text('modificationIndex', /^[1-9]\d*$/)),
            ),
          ),
          one(
            group(
              'invoiceHead',
              one(
                group(
                  'supplierInfo',
                  one(taxNumber('supplierTaxNumber')),
                  one(text('supplierName', notBlank(512))),
                  one(address('supplierAddress')),
                ),
              ),
              one(
                group(
                  'customerInfo',
                  one(text('customerVatStatus', /^(?:DOMESTIC|OTHER|PRIVATE_PERSON)$/)),
                  optional(
                    group(
                      'customerVatData',
                      anyOf(
                        one(taxNumber('customerTaxNumber')),
                        one(text('communityVatNumber', /^[A-Z]{2}[\dA-Z]{2,13}$/)),
                        one(text('thirdStateTaxId', notBlank(50))),
                      ),
                    ),
                  ),
                  optional(text('customerName', notBlank(512))),
                  optional(address('customerAddress')),
                ),
              ),
              one(
                group(
                  'invoiceDetail',
                  one(text('invoiceCategory', /^(?:NORMAL|SIMPLIFIED|AGGREGATE)$/)),
                  one(text('invoiceDeliveryDate', DATE)),
                  one(text('currencyCode', /^[A-Z]{3}$/)),
                  one(text('exchangeRate', QUANTITY)),
                  optional(text('paymentMethod', /^(?:TRANSFER|CASH|CARD|VOUCHER|OTHER)$/)),
                  optional(text('paymentDate', DATE)),
                  one(text('invoiceAppearance', /^(?:PAPER|ELECTRONIC|EDI|UNKNOWN)$/)),
                ),
              ),
            ),
          ),
          one(group('invoiceLines', one(text('mergedItemIndicator', isBoolean)), many(LINE, 10_000))),
          one(
            group(
              'invoiceSummary',
              optional(
                group(
                  'summaryNormal',
                  many(SUMMARY_BY_RATE, 20),
                  ...twice('invoiceNetAmount'),
                  ...twice('invoiceVatAmount'),
                ),
              ),
              upTo(group('summarySimplified', one(rate('vatRate')), ...twice('vatContentGrossAmount')), 20),
              one(group('summaryGrossData', ...twice('invoiceGrossAmount'))),
            ),
          ),
        ),
      ),
    ),
  ),
);
