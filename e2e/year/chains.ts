/** The signatures over the documents of many files: each series is one chain through all of them. */
import { verify } from 'node:crypto';
import type { FileDocument } from './saft-file.ts';

/** Everything that is wrong with numbers and signatures; the files may come in any order. */
export function chainProblems(documents: readonly FileDocument[], publicKey: string): string[] {
  const bySeries = Map.groupBy(documents, ({ id }) => id.slice(0, id.lastIndexOf('/')));
  return [...bySeries].flatMap(([series, members]) => seriesProblems(series, members, publicKey));
}

function seriesProblems(series: string, members: FileDocument[], publicKey: string): string[] {
  const numberOf = ({ id }: FileDocument) => Number(id.slice(series.length + 1));
  const problems: string[] = [];
  let previous = '';
  members
    .toSorted((a, b) => numberOf(a) - numberOf(b))
    .forEach((document, i) => {
      const { id, date, entered, gross, hash, section } = document;
      if (numberOf(document) !== i + 1) problems.push(`${id} stands where ${series}/${i + 1} belongs`);
      const text = [date, entered, id, gross, previous].join(';');
      const signed = section !== 'Payments';
      if (signed !== (hash !== '')) problems.push(`${id} is ${signed ? 'not ' : ''}signed`);
      if (signed && !verify('RSA-SHA1', Buffer.from(text), publicKey, Buffer.from(hash, 'base64'))) {
        problems.push(`the signature of ${id} is wrong`);
      }
      previous = hash;
    });
  return problems;
}
