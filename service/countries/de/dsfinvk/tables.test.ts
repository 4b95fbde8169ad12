/** Tables, index and DTD against the official ones, as far as they are at hand. */
import { expect, it } from 'vitest';
import { child, children, childText, readXml, type XmlElement } from '../../base/xml-reader.ts';
import { lacksOfficial, needOfficial, officialBytes } from '../../../testing/official.ts';
import { DTD, indexXml } from '../gdpdu/index-xml.ts';
import { TABLES } from './tables.ts';

const HEAD = { supplier: 'Muster GmbH', location: 'Musterstadt', comment: 'DSFinV-K 2.4', media: 'DSFinV-K' };

function tablesOf(index: string): unknown[] {
  const read = readXml(Buffer.from(index.replace(/<!DOCTYPE[^>]*>/, '')));
  if ('problem' in read) throw new Error(read.problem);
  return children(child(read.root, 'Media'), 'Table').map(plain);
}

function plain({ name, children: inner, text }: XmlElement): unknown {
  return inner.length > 0 ? { name, inner: inner.map(plain) } : { name, text };
}

it('has 20 tables with 219 columns', () => {
  const tables = Object.values(TABLES);
  expect([tables.length, tables.flatMap(({ columns }) => columns).length]).toEqual([20, 219]);
});

it('describes its tables as the example does', ({ skip }) => {
  const file = 'examples/de/index-reconstructed.xml';
  needOfficial(skip, lacksOfficial(file));
  const example = officialBytes(file).toString();
  expect(tablesOf(indexXml(HEAD, Object.values(TABLES)))).toEqual(tablesOf(example));
});

it('carries the declarations of the DTD', ({ skip }) => {
  const file = 'schemas/de/gdpdu-01-09-2004.dtd';
  needOfficial(skip, lacksOfficial(file));
  const declarations = (dtd: string) =>
    [...dtd.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<!ELEMENT\s[^>]+>/g)].map(([text]) =>
      text.replace(/\s+/g, ' '),
    );
  expect(declarations(DTD)).toEqual(declarations(officialBytes(file).toString()));
});

it('writes an index that names the company, whatever it is called', () => {
  const read = readXml(
    Buffer.from(indexXml({ ...HEAD, supplier: 'A & <B>' }, []).replace(/<!DOCTYPE[^>]*>/, '')),
  );
  expect('root' in read && childText(child(read.root, 'DataSupplier'), 'Name')).toBe('A & <B>');
});
