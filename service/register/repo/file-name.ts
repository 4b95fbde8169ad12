/**
 * Names of documented files (PUT and GET /repo). Contents lie in the journal and
 * never under their name on a disk; what could not be a file of its own on every
 * system is refused all the same, because auditors write the files out.
 */
import { issue, type Issue } from '../../receipt/issue.ts';

/** Longest name with its path, characters. */
const MOST = 200;
/** Control and format characters, and what Windows forbids; a colon would be a drive or a stream. */
const FORBIDDEN = /[\p{C}<>:"|?*]/u;
/** Devices of Windows, with or without an extension. */
const DEVICE = /^(con|prn|aux|nul|(com|lpt)[0-9\u00b9\u00b2\u00b3])(\.|$)/i;

/** Reads the name of a file: path and name below no particular folder, `/` or `\` between them. */
export function readFileName(text: string | undefined): { file: string } | { issues: Issue[] } {
  const refuse = (what: string) => ({ issues: [issue('#REPO_FILE', 'file', what)] });
  if (text === undefined) return refuse('is missing; send path and name of the file');
  const file = text.normalize('NFC').replaceAll('\\', '/');
  if (file.length > MOST) return refuse(`has more than ${MOST} characters`);
  if (FORBIDDEN.test(file)) return refuse('has a control character, a colon or one of < > " | ? *');
  if (file.startsWith('/')) return refuse('must not begin at the root of a disk');
  for (const part of file.split('/')) {
    if (part === '' || part === '.' || part === '..') return refuse('must not have empty parts, . or ..');
    if (part !== part.trim() || part.endsWith('.'))
      return refuse('must not have parts that begin or end with a blank, or end with a dot');
    if (DEVICE.test(part)) return refuse(`${part} is the name of a device on Windows`);
  }
  return { file };
}
