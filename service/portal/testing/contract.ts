/** Answers of the portal against what its description says. */
import type { Operation } from '../api/operation.ts';
import { portalOpenApi } from '../openapi/document.ts';
import { problemSchema } from '../openapi/problem-schema.ts';
import { DESCRIBED_ROUTES, type DescribedRoute } from '../openapi/routes.ts';
import { OPERATIONS } from '../operations/list.ts';
import type { Answer } from './portal.ts';

const api = portalOpenApi(OPERATIONS);

/** What is described, by method and pattern of its path; fixed words first, as the portal looks for them. */
const patterns = [...OPERATIONS, ...DESCRIBED_ROUTES]
  .map((described) => ({
    described,
    method: described.method.toUpperCase(),
    path: new RegExp(`^${described.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
    parameters: described.path.split('{').length,
  }))
  .toSorted((a, b) => a.parameters - b.parameters);

/**
 * Holds an answer that a test has got against the description of whatever gave it; what is not described at all, such
 * as pages, is not looked at.
 * @throws Error that says what is not described
 */
export function holdToContract(method: string, target: string, answer: Answer): void {
  const [path] = target.split('?', 1) as [string];
  const found = patterns.find((one) => one.method === method && one.path.test(path));
  const errors = found ? contractErrors(found.described, answer) : [];
  if (errors.length > 0) throw new Error(`${method} ${target}: ${errors.join('; ')}`);
}

/** What an answer has that the description does not say, or the other way round; empty when all is well. */
export function contractErrors(
  described: Operation | DescribedRoute,
  { status, headers, body }: Answer,
): string[] {
  const responses = api.paths[described.path]?.[described.method.toLowerCase()]?.responses ?? {};
  const response = responses[status];
  if (!response) return [`${status} is not described: ${JSON.stringify(body)}`];
  if (status === 304) return body === '' ? [] : ['304 has a body'];
  const mediaType = headers.get('content-type')?.split(';')[0] ?? '';
  if (!response.content[mediaType]) return [`${status} is not described as ${mediaType}`];
  if (!mediaType.includes('json')) return [];
  const schema = schemaOf(described, status);
  const read = schema.safeParse(body);
  if (!read.success) return [`${status}: ${read.error.message}`];
  // What the schema does not know is gone from what was read.
  const [told, known] = [JSON.stringify(sorted(body)), JSON.stringify(sorted(read.data))];
  return told === known ? [] : [`${status} has more than is described: ${told} instead of ${known}`];
}

function schemaOf(described: Operation | DescribedRoute, status: number) {
  if ('security' in described) {
    return status === 200 ? described.result.schema : (described.refusal?.schema ?? problemSchema);
  }
  return status === 200 ? described.result : problemSchema;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}
