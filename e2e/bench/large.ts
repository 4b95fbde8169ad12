/**
 * What other tills notice of the largest receipt that may be sent: the latency of small
 * sales alone, and while a large one is read, registered and answered.
 */
import { join } from 'node:path';
import { Connection } from '../torture/client.ts';
import { writeXml } from '../../service/receipt/xml.ts';
import { startPortugal } from './contestants.ts';

/** A body of 4 MB as JSON, somewhat less as XML. */
const POSITIONS = 45_000;
const ROUNDS = 9;
/** Small sales of a round without a large one. */
const ALONE = 100;

/** What small sales took, ms. */
interface Latencies {
  p50: number;
  worst: number;
}

/** One of the rows of the table. */
export interface LargeCost {
  body: string;
  bytes: number;
  /** From sending the large receipt to its answer, ms; 0 when there was none. */
  ms: number;
  small: Latencies;
}

function sale(count: number): object {
  const PosA = Array.from({ length: count }, (_, i) => ({
    ...{ _: 'Pos', Dsc: `Artigo ${i}`, TaxG: 'ABC'[i % 3], Qty: '1', Pri: '1.00', Amt: '1.00' },
  }));
  const PayA = [{ _: 'Pay', Dsc: 'Multibanco', PayG: 'debitcard', Amt: `${count}.00` }];
  return { ESR: { T: `${count}.00`, ...(count > 1 && { Ctm: { TaxId: 'PT245678913' } }), PosA, PayA } };
}

const SMALL = JSON.stringify({ Tra: sale(1) });
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Measures; each figure is the median of the rounds. */
export async function measureLarge(folder: string): Promise<LargeCost[]> {
  const service = await startPortugal(join(folder, 'portugal'), 1);
  const till = new Connection(service.url);
  const other = new Connection(service.url);
  const post = async (connection: Connection, path: string, format: 'json' | 'xml', body: string) => {
    const began = performance.now();
    const { status, body: text } = await connection.post(path, format, body);
    if (status !== 200) throw new Error(`POST ${path} answers ${status}: ${text.slice(0, 500)}`);
    return performance.now() - began;
  };
  const small = () => post(till, '/register', 'json', SMALL);
  for (let i = 0; i < 2000; i++) await small();

  const bodies = [
    { body: 'none', format: null, text: '' },
    { body: 'JSON', format: 'json' as const, text: JSON.stringify({ Tra: sale(POSITIONS) }) },
    { body: 'XML', format: 'xml' as const, text: writeXml('Tra', sale(POSITIONS)) },
  ];
  const found = bodies.map(() => ({ ms: [] as number[], p50: [] as number[], worst: [] as number[] }));
  for (let round = -1; round < ROUNDS; round++) {
    for (const [i, { format, text }] of bodies.entries()) {
      let left = ALONE;
      const large = format && post(other, '/register?RN=r0', format, text).finally(() => (left = 0));
      const times: number[] = [];
      for (; large ? left > 0 : left-- > 0;) times.push(await small());
      const ms = (await large) ?? 0;
      if (round < 0) continue;
      found[i]!.ms.push(ms);
      found[i]!.p50.push(median(times));
      found[i]!.worst.push(Math.max(...times));
    }
  }
  till.close();
  other.close();
  await service.stop();
  return bodies.map(({ body, text }, i) => {
    const { ms, p50, worst } = found[i]!;
    return {
      body,
      bytes: Buffer.byteLength(text),
      ms: median(ms),
      small: { p50: median(p50), worst: median(worst) },
    };
  });
}
