/**
 * The requests that an OpenAPI file shows, as commands to try. Examples of the
 * same name in parameters, request body and answer belong together.
 */

/** Part of a JSON schema; the page shows it as it is. */
export type Schema = Record<string, unknown>;

interface Example {
  summary?: string;
  value?: unknown;
  /** Name of a file that the reader has. */
  externalValue?: string;
}

interface Media {
  schema?: Schema;
  examples?: Record<string, Example>;
}

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  description?: string;
  required?: boolean;
  schema?: Schema;
  /** An object stands for query parameters of any name. */
  examples?: Record<string, { value: string | Record<string, string> }>;
}

/** What an operation takes and answers. */
export interface Operation {
  tags: string[];
  operationId: string;
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description: string; content: Record<string, Media> }>;
}

/** An OpenAPI file, as far as it is looked at here. */
export interface OpenApi {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** A request and its answer. */
export interface ShownExample {
  title: string;
  /** Command for a POSIX shell. */
  curl: string;
  status: string;
  mediaType: string;
  /** The answer; JSON is laid out for reading. */
  answer: string;
}

/** All examples of an operation that show an answer. */
export function examplesOf(base: string, path: string, method: string, operation: Operation): ShownExample[] {
  return Object.entries(operation.responses).flatMap(([status, { content }]) =>
    Object.entries(content).flatMap(([mediaType, { examples = {} }]) =>
      Object.entries(examples).map(([name, { value }]) => {
        const request = requestOf(operation, name);
        return {
          title: request.summary ?? wordsOf(name),
          curl: curlOf(base + path, method, request, mediaType),
          ...{
            status,
            mediaType,
            answer: typeof value === 'string' ? value : JSON.stringify(value ?? '', null, 2),
          },
        };
      }),
    ),
  );
}

interface ShownRequest {
  summary: string | undefined;
  values: { parameter: Parameter; value: string | Record<string, string> }[];
  body: { contentType: string; data: string } | null;
}

function requestOf({ parameters = [], requestBody }: Operation, name: string): ShownRequest {
  const values = parameters.flatMap((parameter) => {
    const value = parameter.examples?.[name]?.value;
    return value === undefined ? [] : [{ parameter, value }];
  });
  for (const [contentType, { examples }] of Object.entries(requestBody?.content ?? {})) {
    const example = examples?.[name];
    if (!example) continue;
    const { value, externalValue, summary } = example;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const data = externalValue === undefined ? text : `@${externalValue}`;
    return { summary, values, body: { contentType, data } };
  }
  return { summary: undefined, values, body: null };
}

function curlOf(address: string, method: string, { values, body }: ShownRequest, accept: string): string {
  let filled = address;
  const query = new URLSearchParams();
  const headers = new Map<string, string>();
  for (const { parameter, value } of values) {
    if (typeof value === 'object') Object.entries(value).forEach(([key, text]) => query.append(key, text));
    else if (parameter.in === 'path')
      filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (parameter.in === 'header') headers.set(parameter.name, value);
    else query.append(parameter.name, value);
  }
  if (query.size > 0) filled += `?${query.toString()}`;
  if (body) headers.set('content-type', body.contentType);
  if (accept !== 'application/json') headers.set('accept', accept);
  const usual = body ? 'post' : 'get';
  return [
    `curl ${quoted(filled)}`,
    ...(method === usual ? [] : [`-X ${method.toUpperCase()}`]),
    ...[...headers].map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body ? [`--data-binary ${quoted(body.data)}`] : []),
  ].join(' \\\n  ');
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** `companyInXml` as `company in xml`. */
function wordsOf(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
