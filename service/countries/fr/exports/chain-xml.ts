/** `nf525-export`: everything that was signed, with the keys and what its verification has found. */
import { escapeXml, textElement } from '../../base/xml-writer.ts';
import type { CountryExport, ExportScope, ExportSource } from '../../contract/exports.ts';
import type { CountryContext } from '../../contract/services.ts';
import { registerName } from '../entries.ts';
import { FORMAT } from '../signed-text.ts';
import { counted, RECORDS, signedRecords } from './records.ts';
import { publicKeys } from '../books.ts';
import { verify } from './verification.ts';

/** See {@link CountryExport}. */
export const chainExport: CountryExport = {
  archive: 'export.xml',
  chained: true,
  single: true,
  types: RECORDS,
  async *files(scope, context) {
    await Promise.resolve();
    yield { name: 'export.xml', content: bytes(chainXml(scope, context)) };
  },
};

/** Texts as bytes, joined to pieces of some size. */
export async function* bytes(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < 16_384) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

/** Attributes of an element. */
export function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');
}

/** The head of a register: company, place, software. */
export function head(source: ExportSource): string {
  const { Cmp, Loc = {}, Trm = {} } = source.cfg;
  const texts = (values: object) =>
    Object.fromEntries(
      Object.entries(values).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && /^[A-Z]\w*$/i.test(entry[0]),
      ),
    );
  return `<Company${attributes(texts(Cmp))}/>\n<Location${attributes(texts(Loc))}/>\n<Terminal${attributes(texts(Trm))}/>\n`;
}

async function* chainXml(scope: ExportScope, context: Omit<CountryContext, 'cfg'>): AsyncGenerator<string> {
  const progress = counted(scope);
  const { product, version } = context.program();
  const about = {
    Format: FORMAT,
    From: scope.from,
    Till: scope.till,
    Created: context.now,
    Software: `${product} ${version}`,
  };
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Nf525Export${attributes(about)}>\n`;
  for (const source of scope.sources) {
    const { findings, summary } = await verify(source, context);
    yield `<Register${attributes({ RN: source.rn, Name: registerName(source.cfg) })}>\n${head(source)}`;
    for (const [serial, pem] of publicKeys(source.state))
      yield `${textElement(`PublicKey${attributes({ Serial: serial })}`, pem)}\n`;
    yield `<Verification${attributes({ Findings: findings.length, Summary: summary })}>\n`;
    for (const { sq, text } of findings) yield `${textElement(`Finding${attributes({ SQ: sq })}`, text)}\n`;
    yield '</Verification>\n';
    for await (const { record, key, entries } of signedRecords(source, progress)) {
      yield `<Record${attributes({ SQ: record.SQ, Type: record._, D: record.D, Key: key })}>`;
      for (const { Kind: kind, Number: number, Payload, Signature } of entries) {
        const values = textElement('Payload', Payload) + textElement('Signature', Signature);
        yield `<Entry${attributes({ Kind: kind, Number: number })}>${values}</Entry>`;
      }
      yield '</Record>\n';
    }
    yield '</Register>\n';
  }
  yield '</Nf525Export>\n';
}
