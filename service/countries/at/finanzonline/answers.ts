/**
 * Answers of the cash register service (`rkdbResponse`). Known from recorded
 * answers: the elements of a status lie in no namespace, the others in the
 * service's; return codes are texts; a session that has expired is an ordinary
 * result with code -1.
 */
import type { Finding } from './access.ts';
import { child, children, childText, type XmlElement } from '../../base/xml-reader.ts';

/** A state of a unit or a register. */
export type Status =
  /** Known to FinanzOnline only; used for closed systems as far as is known. */
  | 'AKTIVIERT'
  /** A register whose start receipt was not checked yet. */
  | 'REGISTRIERT'
  | 'IN_BETRIEB'
  | 'AUSFALL';

/** What FinanzOnline knows of a unit or a register. Times as it writes them, e.g. `2026-01-15T11:15:30.852+01:00`. */
export interface StatusInfo {
  status: Status;
  registered: string;
  /** Since when it has this status. */
  since: string;
}

/** The one result of a request with one entry. */
export interface Result {
  /** `0`, or the first code that is not. */
  code: string;
  /** German, may be empty. */
  message: string;
  status: StatusInfo | null;
  /** Whether a receipt passed, as the tree of checks has it; null without one. */
  passed: boolean | null;
  /** Checks that failed and that no other one explains. */
  findings: Finding[];
  /** German, what FinanzOnline says of a receipt as a whole; may be empty. */
  verdict: string;
}

const STATUSES: readonly string[] = ['AKTIVIERT', 'REGISTRIERT', 'IN_BETRIEB', 'AUSFALL'] satisfies Status[];
const MAX_FINDINGS = 20;

/** Reads the answer to a packet; `problem` says in English what is wrong with it. */
export function readAnswer(body: XmlElement, packet: number): { result: Result } | { problem: string } {
  if (body.name !== 'rkdbResponse') return { problem: `it is ${body.name}, no rkdbResponse` };
  const results = children(body, 'result');
  const [first] = results;
  if (!first || results.length > 1) return { problem: `it has ${results.length} results in place of one` };
  const messages = children(first, 'rkdbMessage').map((m) => ({
    code: childText(m, 'rc'),
    message: childText(m, 'msg'),
  }));
  const decisive = messages.find((m) => m.code !== '0') ?? messages[0];
  if (!decisive || !/^-?[0-9A-Za-z]{1,12}$/.test(decisive.code)) return { problem: 'it has no return code' };
  // Answers about the session or the service as a whole may not have come to the packet.
  const general = decisive.code.startsWith('-');
  if (!general && childText(body, 'paket_nr') !== String(packet)) {
    return { problem: 'it is about another packet' };
  }
  const status = readStatus(child(first, 'abfrage_ergebnis'));
  if (status && 'problem' in status) return status;
  const checks = children(child(first, 'verificationResultList'), 'verificationResult');
  return {
    result: {
      code: decisive.code,
      message: messages
        .map((m) => m.message)
        .filter((text, i, all) => text !== '' && all.indexOf(text) === i)
        .join(' – '),
      status,
      passed: checks.length === 0 ? null : checks.every((c) => childText(c, 'verificationState') === 'PASS'),
      findings: checks.flatMap((c) => [...failures(c)]).slice(0, MAX_FINDINGS),
      verdict: childText(checks[0], 'verificationResultDetailedMessage'),
    },
  };
}

function readStatus(element: XmlElement | undefined): StatusInfo | { problem: string } | null {
  if (!element) return null;
  const status = childText(element, 'status');
  if (!STATUSES.includes(status)) return { problem: 'it has a status that is not known' };
  return {
    status: status as Status,
    registered: childText(element, 'ts_registrierung'),
    since: childText(element, 'ts_status'),
  };
}

/** A check fails because of those inside it: the innermost say why, unless only an outer one has words for it. */
function* failures(check: XmlElement): Generator<Finding> {
  if (childText(check, 'verificationState') !== 'FAIL') return;
  const own = {
    id: childText(check, 'verificationId'),
    name: childText(check, 'verificationName'),
    message: childText(check, 'verificationResultDetailedMessage'),
  };
  const inner = children(child(check, 'verificationResultList'), 'verificationResult').flatMap((c) => [
    ...failures(c),
  ]);
  const explained = inner.some((finding) => finding.message !== '');
  if (explained || (inner.length > 0 && own.message === '')) yield* inner;
  else yield own;
}
