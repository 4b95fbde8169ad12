/**
 * The requests that an OpenAPI file shows. Examples of the same name in
 * parameters, request body and response belong together: one request and its
 * answer. Requests go in the order of the file.
 */
import type { Schema } from './schema.ts';

interface Example {
  value?: unknown;
  /** Name of a file that the reader has and the document has not. */
  externalValue?: string;
}

interface Media {
  schema?: Schema;
  examples?: Record<string, Example>;
  /** Schema of the `data` of a server-sent event. */
  'x-event-data'?: Schema;
}

interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  /** An object stands for query parameters of any name. */
  examples?: Record<string, { value: string | Record<string, string> }>;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content: Record<string, Media> }>;
}

/** An OpenAPI file, as far as it is looked at here. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** One request of the file and the answer that it promises. */
export interface Call {
  /** `post /register sale`. */
  title: string;
  method: string;
  /** Path with query. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Schema and value of the request body. */
  request: { schema: Schema; value: unknown } | null;
  status: number;
  mediaType: string;
  response: Media;
  example: Example;
}

/** All requests of the file; `files` are the values of external examples. */
export function callsOf(api: OpenApi, files: Readonly<Record<string, unknown>> = {}): Call[] {
  const calls: Call[] = [];
  for (const [path, operations] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        for (const [mediaType, response] of Object.entries(content)) {
          for (const [name, example] of Object.entries(response.examples ?? {})) {
            const answer = { status: Number(status), mediaType, response, example };
            calls.push({ ...requestOf(path, method, operation, name, mediaType, files), ...answer });
          }
        }
      }
    }
  }
  return calls;
}

function requestOf(
  path: string,
  method: string,
  operation: Operation,
  name: string,
  accept: string,
  files: Readonly<Record<string, unknown>>,
): Omit<Call, 'status' | 'mediaType' | 'response' | 'example'> {
  const headers: Record<string, string> = { accept };
  const query = new URLSearchParams();
  let filled = path;
  for (const parameter of operation.parameters ?? []) {
    const value = parameter.examples?.[name]?.value;
    if (value === undefined) continue;
    if (typeof value === 'object') for (const [key, text] of Object.entries(value)) query.append(key, text);
    else if (parameter.in === 'header') headers[parameter.name] = value;
    else if (parameter.in === 'path')
      filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else query.append(parameter.name, value);
  }
  const title = `${method} ${path} ${name}`;
  const target = query.size === 0 ? filled : `${filled}?${query.toString()}`;
  for (const [contentType, media] of Object.entries(operation.requestBody?.content ?? {})) {
    const example = media.examples?.[name];
    if (!example) continue;
    headers['content-type'] = contentType;
    const value = example.externalValue === undefined ? example.value : files[example.externalValue];
    const body = typeof value === 'string' ? value : JSON.stringify(value);
    return { title, method, target, headers, body, request: { schema: media.schema ?? {}, value } };
  }
  return { title, method, target, headers, body: undefined, request: null };
}

/** Names of request examples that no response of the operation answers, as `post /register sale`. */
export function unansweredExamples(api: OpenApi): string[] {
  const answered = new Set(callsOf(api).map((call) => call.title));
  return Object.entries(api.paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) =>
        [...parameters, ...Object.values(requestBody?.content ?? {})].flatMap(({ examples }) =>
          Object.keys(examples ?? {}).map((name) => `${method} ${path} ${name}`),
        ),
      ),
    )
    .filter((title) => !answered.has(title));
}

/** An answer: status, media type and body; of an event stream the first event. */
export interface Answer {
  status: number;
  mediaType: string;
  text: string;
}

/** Sends a request of the file to a service. */
export async function send(url: string, call: Call): Promise<Answer> {
  const { method, headers, body } = call;
  const response = await fetch(url + call.target, {
    method: method.toUpperCase(),
    redirect: 'manual',
    headers,
    ...(body !== undefined && { body }),
  });
  const mediaType = response.headers.get('content-type')?.split(';')[0] ?? '';
  const text = mediaType === 'text/event-stream' ? await firstEvent(response) : await response.text();
  return { status: response.status, mediaType, text };
}

async function firstEvent(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.includes('\n\n')) break;
  }
  return text;
}

/** An answer in the form in which examples show it: JSON as value, everything else as text. */
export function shownForm({ mediaType, text }: Answer): unknown {
  return mediaType === 'application/json' ? (JSON.parse(text) as unknown) : text;
}

/** A shown answer without what differs from run to run: keys and what they sign, process, version, time zone, files, log, and this description itself. */
export function steady(shown: unknown): string {
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown);
  return text
    .replace(/[A-Za-z0-9+/]{171}=/g, '(signature)')
    .replace(/Q:[^*]{4}\*/g, 'Q:(4)*')
    .replace(/[A-Za-z0-9+/]{4}-Processado/g, '(4)-Processado')
    .replace(/((?:"serial":|"KeySerial":|KeySerial=)")[0-9a-f]{16}/g, '$1(serial)')
    .replace(/^[\w-]+\.[\w-]+\.[\w-]+$/, '(token)')
    .replace(/^# Changelog[^]*/, '(changelog)')
    .replace(/^# Coming from another register[^]*/, '(guide)')
    .replace(/^\{"openapi":.*/, '(openapi)')
    .replace(/^<!doctype html>[^]*<h1>Tillmark register[^]*/, '(docs)')
    .replace(/("Fingerprint":")[^"]+/g, '$1(fingerprint)')
    .replace(/(-----BEGIN PUBLIC KEY-----)[^-]+/, '$1(key)')
    .replace(/(T12:00:00)[+-]\d\d:\d\d/g, '$1(offset)')
    .replace(/("Path":)\{.*?\}\}/g, '$1(folders)')
    .replace(/(<Path>).*?(<\/Path>)/g, '$1(folders)$2')
    .replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ +\d+ .+\n)+$/, '(files)')
    .replace(/("Lines":\[)".*?"\]/g, '$1(lines)]')
    .replace(/(Usage=")[\d.]+/g, '$1(number)')
    .replace(/("(?:pid|uptime|DiskUsage|Usage)":)[\d.]+/g, '$1(number)')
    .replace(/("(?:arch|version|manifest|EFR)":")[^"]+/g, '$1(text)')
    .replace(/("Name":")[^"]+(","Url":")[^"]+(","Version":")[^"]+/g, '$1(text)$2(text)$3(text)')
    .replace(/(<Reg .*? Name=").*?(" Url=").*?(" Version=").*?"/g, '$1(text)$2(text)$3(text)"')
    .replace(/(<(pid|PID|uptime|DiskUsage|arch|version|manifest|EFR)>)[^<]+/g, '$1($2)');
}
