/** Answers of the portal against what its description says. */
import type { Operation } from '../api/operation.ts';
import { portalOpenApi } from '../openapi/document.ts';
import { problemSchema } from '../openapi/problem-schema.ts';
import type { DescribedRoute } from '../openapi/routes.ts';
import { OPERATIONS } from '../operations/list.ts';
import type { Answer } from './portal.ts';

const api = portalOpenApi(OPERATIONS);

/** What an answer has that the description does not say, or the other way round; empty when all is well. */
export function contractErrors(
  described: Operation | DescribedRoute,
  { status, headers, body }: Answer,
): string[] {
  const responses = api.paths[described.path]?.[described.method.toLowerCase()]?.responses ?? {};
  const response = responses[status];
  if (!response) return [`${status} is not described`];
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
  if ('refusals' in described) {
    return status === 200 ? described.result.schema : (described.refusal ?? problemSchema);
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
