import { describe, expect, it } from 'vitest';
import { attributeWarnings, wrongAttributes } from './attribute-check.ts';
import { Attributes } from './attributes.ts';

const wrong = (text: string) => wrongAttributes(Attributes.parse(text)).map((one) => one.text);
const unknown = (text: string) => attributeWarnings(Attributes.parse(text));

describe('values of attributes', () => {
  it.each([
    'HttpServer_respond200',
    'IO_nosync=no IO_debug=0 Log_debug=TRUE',
    'Normalize_D=14 Log_length=80 Fiscal_Timeout=1 Fiscal_YearEnd=01',
    'HttpServer_respond102 App_restart',
    'HttpServer_respond102=1500 App_restart=4:30',
    'App_restart=no TSE_BackupAt=NO TSE_SelfTestAt=03:05:00 Fiscal_BackupAt=04:00',
    'TEST_RC=no FN_series=b TSE_install=NO',
    String.raw`Log_remove="PT\d{9}" SC_ignore=^ACS`,
    String.raw`FileWatch_path=\\server\till PT_SeriesCA=/srv/ca.pem AT_FinanzOnlineCA=C:\ca.pem`,
    'HttpServer_AllowOrigin=https://pos.example:8443 AT_FinanzOnline=http://127.0.0.1:9000/ws',
    'HttpServer_AllowOrigin=* Fis_Link=https://kassa.example/{hash}',
    'Fis_QR Device_Auth=till:secret TSE_AdminPin=12345',
    'Fis_QR="type=bmp&size=4&ec_level=L"',
    'EInvoice_Routes="DE=mail:xrechnung PEPPOL=access-point:peppol"',
    'Fiscal_Rules=LNE Printer=epson Some_Own=anything',
  ])('may be %s', (text) => expect(wrong(text)).toEqual([]));

  it.each([
    ['Normalize_D=many', 'Normalize_D="many" must be a whole number from 0 to 3650 (without it 7 counts)'],
    ['normalize_d', 'Normalize_D="true" must be a whole number'],
    ['Normalize_D=-1', 'whole number'],
    ['Log_length=79', 'from 80 to 200000'],
    ['IO_nosync=maybe', 'is on without a value, and off with "no"'],
    ['App_restart=25:00', 'must be a time such as 03:00 or 03:00:00 (without a value 3:00 counts)'],
    ['TSE_SelfTestAt', 'must be a time'],
    ['TSE_BackupAt=never', 'must be a time'],
    ['TEST_RC=MAYBE', 'must be one of OK, NO, BAD'],
    ['FN_series=M', 'must be one of A, B'],
    ['FN_series=AB', 'must be one of A, B'],
    ['Log_remove=(', 'must be a regular expression'],
    [`Log_remove=${'a'.repeat(501)}`, 'is longer than 500 characters'],
    ['FileWatch_path=till', 'must be a full path'],
    ['Fis_Link=kassa.example', 'must be an address'],
    ['AT_FinanzOnline=file:///etc/passwd', 'must be an address'],
    ['HttpServer_AllowOrigin=https://pos.example/path', 'must be an origin'],
    ['HttpServer_AllowOrigin=pos.example', 'must be an origin'],
    ['EInvoice_Routes="DE=mail:xrechnug"', 'cannot be read: "DE=mail:xrechnug" must be SYSTEM=CHANNEL:FORM'],
    ['EInvoice_Routes="DE=mail:ubl DE=folder:cii"', 'DE is named twice'],
    ['EInvoice_Routes="AP=access-point:factur-x"', 'an access point takes XML'],
    ['Fis_QR=type=gif', 'must be written like type=png'],
    ['Fis_QR="size=33"', 'must be written like type=png'],
    ['Fis_QR="colour=red"', 'must be written like type=png'],
    ['Printer="a\nb"', 'line breaks'],
    [`Printer=${'x'.repeat(1001)}`, 'is longer than 1000 characters'],
  ])('cannot be %s', (text, problem) => {
    // A value with signs of its own is written in quotation marks.
    const list = text.startsWith('Fis_QR=t') ? 'Fis_QR="type=gif"' : text;
    const [found, ...others] = wrong(list);
    expect(found).toContain(problem);
    expect(others).toEqual([]);
  });

  it('are all looked at, the last one where a name stands twice', () => {
    expect(wrong('Normalize_D=x IO_nosync=x Log_length=2000')).toHaveLength(2);
    expect(wrong('Normalize_D=x normalize_d=7')).toEqual([]);
  });

  it('of secrets are never told', () => {
    const [text] = wrong(`TSE_AdminPin=${'7'.repeat(1001)}`);
    expect(text).toBe('TSE_AdminPin is longer than 1000 characters');
    expect(wrong('Device_Auth=""')).toEqual(['Device_Auth needs a value']);
  });
});

describe('names of attributes', () => {
  it('that nobody knows are told with the one that may have been meant', () => {
    expect(unknown('Normalise_D=7 normalize_d=7')).toEqual([
      'Attributes: there is no attribute Normalise_D; did you mean Normalize_D?',
    ]);
    expect(unknown('HttpServer_respond201')[0]).toMatch(/did you mean HttpServer_respond20[02]\?|respond102/);
    expect(unknown('Coffee_Strength=9 Fiscal_Test')).toEqual([
      'Attributes: there is no attribute Coffee_Strength',
    ]);
  });
});

describe('what nobody makes sense of', () => {
  it.each([
    ['SK_Ico=12', 'Attributes: SK_Ico="12" must be 8 digits'],
    ['ES_LROE_Activity=books', 'must be 1 to 7 digits'],
    ['IT_Departments="A=1 B"', 'must name tax groups'],
    ['Fiscal_Rules=banana', 'must be NF525 or LNE'],
    ['Log_debug log_debug=no', 'Attributes: Log_debug stands twice; the last one counts'],
  ])('is told: %s', (text, problem) => {
    const [found, ...others] = attributeWarnings(Attributes.parse(text));
    expect(found).toContain(problem);
    expect(others).toEqual([]);
    expect(wrong(text)).toEqual([]);
  });

  it.each(['SK_Ico=12345678 Fiscal_Rules=lne', 'Fiscal_Rules=384/2025 IT_Departments="A=1 b=2"'])(
    'is not this: %s',
    (text) => expect(attributeWarnings(Attributes.parse(text))).toEqual([]),
  );
});
