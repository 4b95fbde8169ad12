import type { CallDetail } from '../../../service/integration/wire.ts';

/** A call as a command of a POSIX shell; secrets stay masked. @param base address of the service, with a slash at its end */
export function curlOf(
  { method, target, accept, request }: Pick<CallDetail, 'method' | 'target' | 'accept' | 'request'>,
  base: string,
): string {
  const { type, text } = request;
  const parts = [
    `curl ${quoted(base.replace(/\/$/, '') + target)}`,
    ...(method === (text === null ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
    ...(type === null ? [] : [`-H ${quoted(`content-type: ${type}`)}`]),
    ...(accept === null || accept === '*/*' ? [] : [`-H ${quoted(`accept: ${accept}`)}`]),
    ...(text === null ? [] : [`--data-binary ${quoted(text)}`]),
  ];
  return parts.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
