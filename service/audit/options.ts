/** Command line of the audit. */
import path from 'node:path';
import { parseOptions, UsageError } from '../command-line.ts';

/** Exit codes of the audit. */
export const EXIT = { ok: 0, findings: 1, usage: 2, unreadable: 3, interrupted: 130 } as const;

/** What to audit. */
export interface AuditOptions {
  /** Data root, or a copy of one. */
  dataRoot: string;
  /** Files with public keys; empty: those of the data root. */
  keys: string[];
  /** One register alone. */
  rn: string | undefined;
  json: boolean;
  /** The journal is on PostgreSQL. */
  postgres: boolean;
  /** A jou.zip of the portal, or the address that it is downloaded from. */
  archive: string | undefined;
  /** Folder of the marks; undefined: where the service keeps them. */
  stateDir: string | undefined;
  /** Threads for registers side by side; undefined: as processors and memory allow. */
  threads: number | undefined;
}

/** An export of TSEs to verify in place of a journal. */
export interface TseOptions {
  /** The export.tar. */
  tse: string;
  /** Public keys or certificates (PEM) that are trusted; empty: whatever the export brings. */
  keys: string[];
  /** The export was limited to clients, transactions or times. */
  filtered: boolean;
  json: boolean;
}

/** Text of `--help`. */
export const HELP = `Usage: npm run verify -- --data-root DIR [options]
       npm run verify -- --tse FILE [--key FILE] [--filtered] [--json]

Checks the whole journal of a data root, or of a copy of one, and writes
nothing. The service may be running.

  --data-root DIR   folder with journal.db, and with public keys in cer/
  --postgres        the journal of a cloud register on PostgreSQL, at the address in
                    TILLMARK_JOURNAL_URL, with the data root of an instance; a
                    copy of it is made in the temporary folder and removed
  --key FILE        trust this public key alone (PEM); may be given several times
  --rn NAME         check this register only
  --dsfinvk DIR     check an unpacked export of DSFinV-K instead (Germany): DTD, form,
                    keys, sums, closings, references, what was signed; alone or
                    with --json
  --skvfs DIR       check an unpacked journal export of SKVFS 2021:16 instead
                    (Sweden): form, order, numbers, sums, reports, copies;
                    Denmark and Norway likewise, by the type of their export, in
                    Norway with --key: PEM, or a secret in base64
  --archive FILE    compare record by record with a jou.zip that was downloaded
                    from the portal, or with what an https address gives, such as
                    https://portal.example/Company/17/Export?type=jou;
                    then the API key is taken from TILLMARK_API_KEY
  --state-dir DIR   where the service notes how far the data root has come
                    (TILLMARK_STATE_DIR)
  --threads N       check so many registers side by side; without it as many as
                    there are processors and memory for
  --tse FILE        verify an export of TSEs (TAR, BSI TR-03153) of any maker:
                    signatures, counters, transactions, times, certificates; with
                    --key, chains must lead to this public key or certificate
  --filtered        the export was limited to clients, transactions or times:
                    gaps are remarks
  --json            print the result as JSON
  --help            this text

Exit codes: 0 nothing found, 1 something is wrong with the records,
2 wrong option, 3 the journal or the export cannot be read, 130 interrupted.
`;

/** @throws UsageError */
export function readAuditOptions(args: readonly string[]): AuditOptions | TseOptions | 'help' {
  const values = parseOptions(args, {
    'data-root': { type: 'string' },
    key: { type: 'string', multiple: true },
    rn: { type: 'string' },
    archive: { type: 'string' },
    'state-dir': { type: 'string' },
    threads: { type: 'string' },
    json: { type: 'boolean' },
    postgres: { type: 'boolean' },
    tse: { type: 'string' },
    filtered: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (values.help) return 'help';
  if (values.tse !== undefined) return tseOptions({ ...values, tse: values.tse });
  if (values.filtered) throw new UsageError('--filtered is about an export; name it with --tse');
  const dataRoot = values['data-root'];
  if (!dataRoot) throw new UsageError('--data-root is missing; see --help');
  return {
    dataRoot: path.resolve(dataRoot),
    keys: values.key ?? [],
    rn: values.rn,
    json: values.json ?? false,
    postgres: values.postgres ?? false,
    archive: values.archive,
    stateDir: values['state-dir'],
    threads: values.threads === undefined ? undefined : readThreads(values.threads),
  };
}

function readThreads(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new UsageError(`--threads must be a number from 1 to 99, not ${text}`);
  return Number(text);
}

function tseOptions({
  tse,
  key,
  filtered,
  json,
  ...others
}: Readonly<Record<string, unknown>> & {
  tse: string;
  key?: string[] | undefined;
  filtered?: boolean | undefined;
  json?: boolean | undefined;
}): TseOptions {
  const [other] = Object.keys(others).filter((name) => others[name] !== undefined);
  if (other !== undefined) throw new UsageError(`--${other} is about a journal and does not go with --tse`);
  if (tse === '') throw new UsageError('--tse must name a file');
  return {
    tse: path.resolve(tse),
    keys: key ?? [],
    filtered: filtered ?? false,
    json: json ?? false,
  };
}
