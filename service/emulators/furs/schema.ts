/**
 * The messages of FURS as its schema has them (FiscalVerificationSchema): which
 * names with which values, and no others. Strict where the schema takes any text.
 */

/** A value of parsed JSON. */
type Value = unknown;

/** An object of parsed JSON. */
export type Fields = Readonly<Record<string, Value>>;

/** What is wrong with a value, null when nothing is. @param path for the text */
type Rule = (value: Value, path: string) => string | null;

const fits =
  (test: (value: Value) => boolean, what: string): Rule =>
  (value, path) =>
    test(value) ? null : `${path} ${what}`;

const text = (pattern: RegExp): Rule =>
  fits((value) => typeof value === 'string' && pattern.test(value), `is no text like ${pattern.source}`);
const sized = (least: number, most: number): Rule =>
  fits((value) => {
    const length = typeof value === 'string' ? [...value].length : -1;
    return length >= least && length <= most;
  }, `is no text of ${least} to ${most} characters`);
const whole = (digits: number): Rule =>
  fits(
    (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 10 ** digits,
    `is no whole number of at most ${digits} digits`,
  );
const boolean: Rule = fits((value) => typeof value === 'boolean', 'is neither true nor false');
/** 16 digits, two of them behind the point. */
const amount: Rule = fits(
  (value) =>
    typeof value === 'number' && Math.abs(value) < 1e14 && /^-?\d+(?:\.\d{1,2})?$/.test(String(value)),
  'is no amount with at most two decimals',
);
const taxNumber: Rule = fits(
  (value) => Number.isInteger(value) && (value as number) >= 10_000_000 && (value as number) <= 99_999_999,
  'is no tax number',
);
const day: Rule = fits(
  (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isTime(`${value}T00:00:00Z`),
  'is no day',
);
const time = (pattern: RegExp): Rule =>
  fits(
    (value) => typeof value === 'string' && pattern.test(value) && isTime(value.replace(/Z?$/, 'Z')),
    'is no time',
  );
const LOCAL_TIME = time(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
const UTC_TIME = time(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

function isTime(value: string): boolean {
  const ms = Date.parse(value);
  // Others roll over: the 31st of February.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value.slice(0, 19));
}

/** Names that may be missing end in `?`. */
function object(rules: Readonly<Record<string, Rule>>): Rule {
  return (value, path) => {
    if (!isFields(value)) return `${path} is no object`;
    const allowed = new Map(Object.entries(rules).map(([name, rule]) => [name.replace('?', ''), rule]));
    for (const name of Object.keys(value)) if (!allowed.has(name)) return `${path} has no ${name}`;
    for (const [name, rule] of Object.entries(rules)) {
      const bare = name.replace('?', '');
      if (!(bare in value)) {
        if (name === bare) return `${path}.${bare} is missing`;
        continue;
      }
      const wrong = rule(value[bare], `${path}.${bare}`);
      if (wrong !== null) return wrong;
    }
    return null;
  };
}

const list =
  (rule: Rule): Rule =>
  (value, path) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > 1000) return `${path} is no list`;
    for (const [i, entry] of value.entries()) {
      const wrong = rule(entry, `${path}[${i}]`);
      if (wrong !== null) return wrong;
    }
    return null;
  };

/** Exactly one of several names. */
function oneOf(rules: Readonly<Record<string, Rule>>): Rule {
  return (value, path) => {
    const [name, ...more] = isFields(value) ? Object.keys(value) : [];
    const rule = name === undefined || more.length > 0 ? undefined : rules[name];
    return rule ? rule((value as Fields)[name!], `${path}.${name}`) : `${path} is none of its kinds`;
  };
}

const ID = text(/^[0-9a-zA-Z]{1,20}$/);
const header = object({
  MessageID: text(/^[a-fA-F0-9]{8}(-[a-fA-F0-9]{4}){3}-[a-fA-F0-9]{12}$/),
  DateTime: UTC_TIME,
});
const identifier = object({
  BusinessPremiseID: ID,
  ElectronicDeviceID: ID,
  InvoiceNumber: text(/^\d{1,20}$/),
});
const bookIdentifier = object({
  InvoiceNumber: sized(1, 20),
  SetNumber: sized(2, 2),
  SerialNumber: sized(12, 12),
});
const row = (rate: string, net: string, tax: string) =>
  object({ [rate]: amount, [net]: amount, [tax]: amount });
const taxes = list(
  object({
    'SellerTaxNumber?': taxNumber,
    'VAT?': list(row('TaxRate', 'TaxableAmount', 'TaxAmount')),
    'FlatRateCompensation?': list(row('FlatRateRate', 'FlatRateTaxableAmount', 'FlatRateAmount')),
    'OtherTaxesAmount?': amount,
    'ExemptVATTaxableAmount?': amount,
    'ReverseVATTaxableAmount?': amount,
    'NontaxableAmount?': amount,
    'SpecialTaxRulesAmount?': amount,
  }),
);
const amounts = {
  'CustomerVATNumber?': sized(1, 20),
  InvoiceAmount: amount,
  'ReturnsAmount?': amount,
  PaymentAmount: amount,
  TaxesPerSeller: taxes,
};
const references = {
  'ReferenceInvoice?': list(
    object({ ReferenceInvoiceIdentifier: identifier, ReferenceInvoiceIssueDateTime: LOCAL_TIME }),
  ),
  'ReferenceSalesBook?': list(
    object({ ReferenceSalesBookIdentifier: bookIdentifier, ReferenceSalesBookIssueDate: day }),
  ),
  'SpecialNotes?': sized(1, 1000),
};
const invoice = object({
  TaxNumber: taxNumber,
  IssueDateTime: LOCAL_TIME,
  NumberingStructure: text(/^[BC]$/),
  InvoiceIdentifier: identifier,
  ...amounts,
  'OperatorTaxNumber?': taxNumber,
  'ForeignOperator?': boolean,
  ProtectedID: text(/^[0-9a-f]{32}$/),
  'SubsequentSubmit?': boolean,
  ...references,
});
const bookInvoice = object({
  TaxNumber: taxNumber,
  IssueDate: day,
  'SalesBookIdentifier?': bookIdentifier,
  BusinessPremiseID: ID,
  ...amounts,
  ...references,
});
const premises = object({
  TaxNumber: taxNumber,
  BusinessPremiseID: ID,
  BPIdentifier: oneOf({
    PremiseType: text(/^[ABC]$/),
    RealEstateBP: object({
      PropertyID: object({
        CadastralNumber: whole(4),
        BuildingNumber: whole(5),
        BuildingSectionNumber: whole(4),
      }),
      Address: object({
        Street: sized(1, 100),
        HouseNumber: sized(1, 10),
        'HouseNumberAdditional?': sized(1, 10),
        Community: sized(1, 100),
        City: sized(1, 100),
        PostalCode: text(/^\d{4}$/),
      }),
    }),
  }),
  ValidityDate: day,
  'ClosingTag?': text(/^Z$/),
  SoftwareSupplier: list(oneOf({ TaxNumber: taxNumber, NameForeign: sized(1, 1000) })),
  'SpecialNotes?': sized(1, 1000),
});

/** What FURS understands, by the name of the message. */
const MESSAGES: Readonly<Record<string, Rule>> = {
  InvoiceRequest: (value, path) =>
    isFields(value) && 'SalesBookInvoice' in value
      ? object({ Header: header, SalesBookInvoice: bookInvoice })(value, path)
      : object({ Header: header, Invoice: invoice })(value, path),
  BusinessPremiseRequest: object({ Header: header, BusinessPremise: premises }),
};

/** What is wrong with a message; null when it is as the schema has it. @param name of the message */
export function complaint(payload: unknown, name: string): string | null {
  return object({ [name]: MESSAGES[name]! })(payload, 'message');
}

/** Whether a value is an object of JSON. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
