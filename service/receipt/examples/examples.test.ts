import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../tra.ts';
import { readExamples, type Example } from '../../testing/examples.ts';
import { runService, type Running } from '../../testing/running-service.ts';
import { saleAsXml } from '../../testing/sale-as-xml.ts';
import { PORTUGAL } from '../../testing/sales.ts';

const examples = readExamples();

/** Sends a sale to a register of this name; gives the answer's status and text. */
function send(running: Running, rn: string, { route, request }: Example) {
  const [path, query] = (route ?? '/register').split('?');
  const url = `${path}?RN=${rn}${query === undefined ? '' : `&${query}`}`;
  return rn === 'xml'
    ? running.post(url, saleAsXml(request), { 'content-type': 'text/xml' })
    : running.post(url, request);
}

/**
 * Registers an example, and those before it, once as JSON and once as XML; gives
 * answers and records of both. Two companies, because no terminal has two registers.
 */
async function register(running: Running, example: Example) {
  const [json, xml] = await Promise.all(
    (['json', 'xml'] as const).map(async (rn) => {
      const cfg = example.cfg ?? PORTUGAL;
      const TaxId = rn === 'json' ? cfg.Cmp.TaxId : 'PT509876544';
      await running.post(`/cfg?RN=${rn}`, { Cfg: { ...cfg, Cmp: { ...cfg.Cmp, TaxId } } });
      for (const name of example.after ?? []) {
        expect((await send(running, rn, examples.get(name)!)).status).toBe(200);
      }
      const before = (await running.records(rn)).length;
      const answer = await send(running, rn, example);
      const records = await running.records(rn);
      // Behind a Z stands the report that it asks for.
      const transactions = records.slice(before).filter(({ _: type }) => type === 'Tra');
      return { answer, record: records[before], stored: transactions.length };
    }),
  );
  return { json: json!, xml: xml! };
}

/** A record without what is different in each register: its name, and codes with the company in them. */
function withoutRegister({ RN: _, Fis, ...record }: JournalRecord) {
  const { Code: _code, Tag, ...fis } = Fis ?? {};
  return { ...record, fis, tags: Tag?.filter(({ Name }) => Name !== 'ATCUD') };
}

/** Everything that was sent must be there; numbers may be written with more zeros, booleans as 0 or 1. */
function missing(sent: unknown, stored: unknown, place = 'Tra'): string[] {
  if (Array.isArray(sent)) {
    const list = Array.isArray(stored) ? stored : [];
    return sent.flatMap((item, i) => missing(item, list[i], `${place}[${i}]`));
  }
  if (typeof sent === 'object' && sent !== null) {
    const values = Object.entries(sent).map(([name, value]) => [name === 'PTY' ? '_' : name, value] as const);
    return values.flatMap(([name, value]) =>
      missing(value, (stored as Record<string, unknown> | undefined)?.[name], `${place}.${name}`),
    );
  }
  // A text block may be given as its bare text.
  const found = Array.isArray(stored) ? (stored[0] as { value: unknown }).value : stored;
  if (typeof found === 'string' && same(sent, found)) return [];
  return [`${place}: sent ${JSON.stringify(sent)}, stored ${JSON.stringify(stored)}`];
}

function same(sent: unknown, stored: string): boolean {
  if (typeof sent === 'boolean') return stored === (sent ? '1' : '0');
  // Only amounts may change their digits: `0017` is not `17`.
  const amount = typeof sent === 'number' || /^-?\d+\.\d+$/.test(String(sent));
  return sent === stored || (amount && Number(stored) === Number(sent));
}

describe('a sale', () => {
  it.each([...examples.values()])('$name: $title', async (example) => {
    const running = await runService({ cfg: null });
    const { expected } = example;
    const { json, xml } = await register(running, example);
    const { Result } = json.answer.json.TraC;
    expect([Result.RC, Result.ErrorCode]).toEqual([expected.RC, expected.ErrorCode]);
    expect(xml.answer.text).toContain(`<Result RC="${expected.RC}"`);
    expect([json.answer.status, xml.answer.status]).toEqual(expected.RC === 'OK' ? [200, 200] : [400, 400]);
    expect([json.stored, xml.stored]).toEqual(expected.RC === 'OK' ? [1, 1] : [0, 0]);
    if (expected.RC !== 'OK') return;

    expect(withoutRegister(xml.record)).toEqual(withoutRegister(json.record));
    const { ESR, Fis } = json.record;
    expect({ FN: ESR.FN, T: ESR.T }).toEqual({ FN: expected.FN, T: expected.T });
    expect(ESR.TaxA.map(({ _, ...tax }: Record<string, string>) => tax)).toEqual(expected.TaxA);
    expect(Fis !== undefined && ESR.FN !== undefined).toBe(expected.FN !== undefined);
    if (expected.Fis === false) expect(Fis).toBeUndefined();
    if (expected.Tags) expect(Fis.Tag.map((tag: { Name: string }) => tag.Name)).toEqual(expected.Tags);
    if (expected.stored) expect(ESR).toMatchObject(expected.stored);
    if (example.route === undefined) expect(missing(example.request.Tra, json.record)).toEqual([]);
  });
});

it('every kind of sale has its example', () => {
  expect(examples.size).toBeGreaterThanOrEqual(40);
});
