/** `index.xml`: what the tables of an export are (GDPdU 01-09-2004), and the DTD that lies beside it. */
import { textElement } from '../../base/xml-writer.ts';
import type { Column, Table } from './table.ts';

/** Name of the DTD's file. */
export const DTD_FILE = 'gdpdu-01-09-2004.dtd';

/** What an export is and whose. */
export interface IndexHead {
  /** The company. */
  supplier: string;
  /** Where it is. */
  location: string;
  comment: string;
  /** Name of the medium. */
  media: string;
}

/** Writes `index.xml` for the tables in their order. */
export function indexXml(
  { supplier, location, comment, media }: IndexHead,
  tables: readonly Table[],
): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<!DOCTYPE DataSet SYSTEM "${DTD_FILE}">`,
    '<DataSet>',
    '<Version>1.0</Version>',
    `<DataSupplier>${textElement('Name', supplier)}${textElement('Location', location)}${textElement('Comment', comment)}</DataSupplier>`,
    '<Media>',
    textElement('Name', media),
    ...tables.map(tableElement),
    '</Media>',
    '</DataSet>',
    '',
  ].join('\n');
}

function tableElement({ url, name, columns }: Table): string {
  return [
    '<Table>',
    `${textElement('URL', url)}${textElement('Name', name)}${textElement('Description', url)}<UTF8/>`,
    // The first record holds the names of the columns.
    '<DecimalSymbol>,</DecimalSymbol><DigitGroupingSymbol>.</DigitGroupingSymbol><Range><From>2</From></Range>',
    '<VariableLength>',
    '<ColumnDelimiter>;</ColumnDelimiter><RecordDelimiter>&#13;&#10;</RecordDelimiter><TextEncapsulator>"</TextEncapsulator>',
    ...columns.map(columnElement),
    '</VariableLength>',
    '</Table>',
  ].join('\n');
}

function columnElement(column: Column): string {
  return `<VariableColumn>${textElement('Name', column.name)}${typeElements(column)}</VariableColumn>`;
}

function typeElements(column: Column): string {
  if (column.kind === 'text') return `<AlphaNumeric/><MaxLength>${column.length}</MaxLength>`;
  return column.decimals === 0 ? '<Numeric/>' : `<Numeric><Accuracy>${column.decimals}</Accuracy></Numeric>`;
}

/** The elements of GDPdU 01-09-2004 with what they may hold. */
const ELEMENTS = `
Version (#PCDATA)
Location (#PCDATA)
Comment (#PCDATA)
Length (#PCDATA)
References (#PCDATA)
From (#PCDATA)
To (#PCDATA)
AcceptNoTables (#PCDATA)
Alias (From, To)
MaxLength (#PCDATA)
TextEncapsulator (#PCDATA)
Accuracy (#PCDATA)
ImpliedAccuracy (#PCDATA)
Format (#PCDATA)
DecimalSymbol (#PCDATA)
DigitGroupingSymbol (#PCDATA)
Command (#PCDATA)
URL (#PCDATA)
Description (#PCDATA)
Name (#PCDATA)
Epoch (#PCDATA)
ColumnDelimiter (#PCDATA)
RecordDelimiter (#PCDATA)
SkipNumBytes (#PCDATA)
Extension (Name, URL)
Range (From, (To | Length)?)
FixedRange (From, (To | Length))
DataSet (Extension*, Version, DataSupplier?, Command*, Media+, Command*)
AlphaNumeric EMPTY
Date (Format?)
Numeric ((ImpliedAccuracy | Accuracy)?)
ANSI EMPTY
Macintosh EMPTY
OEM EMPTY
UTF16 EMPTY
UTF7 EMPTY
UTF8 EMPTY
FixedLength ((Length | RecordDelimiter)?, ((FixedPrimaryKey+, FixedColumn*) | (FixedColumn+)), ForeignKey*)
FixedColumn (Name, Description?, (Numeric | AlphaNumeric | Date), Map*, FixedRange)
FixedPrimaryKey (Name, Description?, (Numeric | AlphaNumeric | Date), Map*, FixedRange)
VariableLength (ColumnDelimiter?, RecordDelimiter?, TextEncapsulator?, ((VariablePrimaryKey+, VariableColumn*) | (VariableColumn+)), ForeignKey*)
VariableColumn (Name, Description?, (Numeric | (AlphaNumeric, MaxLength?) | Date), Map*)
VariablePrimaryKey (Name, Description?, (Numeric | (AlphaNumeric, MaxLength?) | Date), Map*)
DataSupplier (Name, Location, Comment)
Media (Name, Command*, Table*, Command*, AcceptNoTables?)
Table (URL, Name?, Description?, Validity?, (ANSI | Macintosh | OEM | UTF16 | UTF7 | UTF8)?, (DecimalSymbol, DigitGroupingSymbol)?, SkipNumBytes?, Range?, Epoch?, (VariableLength | FixedLength))
ForeignKey (Name+, References, Alias*)
Map (Description?, From, To)
Validity (Range, Format?)
`;

/** The DTD: every export carries it (DE42). */
export const DTD = `<?xml version="1.0" encoding="UTF-8"?>\n${ELEMENTS.trim()
  .split('\n')
  .map((element) => `<!ELEMENT ${element}>\n`)
  .join('')}`;
