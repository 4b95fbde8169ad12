/**
 * `nf525-jou`: the archive of a period of at most twelve months. The journal, everything
 * that was signed, the public keys, a verification, scripts that prove it, and a manifest
 * of digests with a detached signature.
 */
import { createHash, sign, type Hash } from 'node:crypto';
import { issue } from '../codes.ts';
import type { CountryExport, ExportFile, ExportScope } from '../../contract/exports.ts';
import type { CountryContext } from '../../contract/services.ts';
import { noteArchive, type ArchiveSums } from '../archiving.ts';
import { registerName, type Entry } from '../entries.ts';
import { keyOf } from '../key.ts';
import { bytes } from './chain-xml.ts';
import { NODE_SCRIPT, SHELL_SCRIPT } from './proof-script.ts';
import { counted, RECORDS, signedRecords } from './records.ts';
import { publicKeys } from '../books.ts';
import { timeText } from '../signed-text.ts';
import { verify } from './verification.ts';

type Context = Omit<CountryContext, 'cfg'>;

/** See {@link CountryExport}. */
export const archiveExport: CountryExport = {
  archive: 'jou.zip',
  chained: true,
  types: RECORDS,
  check: (from, till) =>
    till < yearAfter(from) ? [] : [issue('#EXPORT_PERIOD', 'till', 'an archive has at most twelve months')],
  files: archiveFiles,
};

/** The same day a year later. */
function yearAfter(day: string): string {
  return `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
}

async function* archiveFiles(scope: ExportScope, context: Context): AsyncGenerator<ExportFile> {
  const digests: string[] = [];
  const hashed = (name: string, texts: AsyncIterable<string>): ExportFile => {
    const hash = createHash('sha256');
    return { name, content: hashing(bytes(texts), hash, (digest) => digests.push(`${digest}  ${name}\n`)) };
  };
  yield hashed('verification.txt', verification(scope, context));
  yield hashed('journal.jsonl', journal(scope));
  yield hashed('chain.tsv', chain(scope, context));
  const keys = new Map(scope.sources.flatMap(({ state }) => [...publicKeys(state)]));
  for (const [serial, pem] of keys) yield hashed(`key-${serial}.pem`, once(pem));
  const [source] = scope.sources;
  const own = source && keyOf(context, source.cfg);
  const key = own ?? (await context.archiveKey?.());
  // It signs archives alone: nothing that a register has signed may fit it.
  if (key && !own) yield hashed(`portal-${key.serial}.pem`, once(key.publicKey));
  yield hashed('verify.mjs', once(NODE_SCRIPT));
  yield hashed('verify.sh', once(SHELL_SCRIPT));
  yield hashed('LISEZMOI.txt', once(README));
  // Archives read one file after the other, so that all digests are known by now.
  const manifest = () => digests.join('');
  yield { name: 'manifest.txt', content: bytes(later(manifest)) };
  yield { name: 'manifest.key', content: bytes(once(`${key ? key.serial : 'none'}\n`)) };
  yield {
    name: 'manifest.sig',
    content: (async function* () {
      await Promise.resolve();
      // A register whose key is lost has nothing but the signatures of its records.
      yield key ? sign('sha256', Buffer.from(manifest()), key.privateKey) : Buffer.alloc(0);
    })(),
  };
}

async function* hashing(
  content: AsyncIterable<Buffer>,
  hash: Hash,
  done: (digest: string) => void,
): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
  done(hash.digest('hex'));
}

async function* once(text: string): AsyncGenerator<string> {
  await Promise.resolve();
  yield text;
}

async function* later(text: () => string): AsyncGenerator<string> {
  await Promise.resolve();
  yield text();
}

async function* verification(scope: ExportScope, context: Context): AsyncGenerator<string> {
  yield `${scope.from} - ${scope.till}, ${context.now}\n`;
  for (const source of scope.sources) {
    const { findings, summary } = await verify(source, context);
    yield `${registerName(source.cfg)}: ${summary}, findings ${findings.length}\n`;
    for (const { sq, text } of findings) yield `  ${sq}: ${text}\n`;
  }
}

async function* journal({ sources }: ExportScope): AsyncGenerator<string> {
  for (const source of sources) {
    const name = registerName(source.cfg);
    for await (const page of source.pages())
      for (const record of page) yield `${JSON.stringify({ Register: name, Record: record })}\n`;
  }
}

async function* chain(scope: ExportScope, context: Context): AsyncGenerator<string> {
  const progress = counted(scope);
  const days = [scope.from, scope.till].map(timeText);
  yield '# register, record, kind, number, key, text, signature (base64url of R and S)\n';
  for (const source of scope.sources) {
    const name = registerName(source.cfg);
    const sums: ArchiveSums = { rates: new Map(), total: 0n };
    for await (const { record, key, entries } of signedRecords(source, progress)) {
      for (const entry of entries) {
        const { Kind: kind, Number: number, Payload, Signature } = entry;
        if (kind === 'total-ticket' && isOf(entry, days)) add(sums, entry);
        yield `${[name, record.SQ, kind, number, key, Payload, Signature].join('\t')}\n`;
      }
    }
    noteArchive(sums, period(scope), source, context);
  }
}

function period({ from, till }: ExportScope): { from: string; till: string } {
  return { from, till };
}

/**
 * True for a document that was registered in the period, so that it counts in the day, month and year of its
 * closings. The chain of a period also has what came between its documents and later ones of its days, which
 * counts in another archive.
 */
function isOf({ Payload }: Entry, [from = '', till = '']: readonly string[]): boolean {
  // Split, total and perpetual total stand before the time of registration.
  const day = Payload.split(',', 4)[3]?.slice(0, 8) ?? '';
  return day >= from && day <= till;
}

function add(sums: ArchiveSums, { Payload }: Entry): void {
  const [split = '', total = '0'] = Payload.split(',');
  for (const part of split === '' ? [] : split.split('|')) {
    const [rate = '', amount = '0'] = part.split(':');
    sums.rates.set(rate, (sums.rates.get(rate) ?? 0n) + BigInt(amount));
  }
  sums.total += BigInt(total);
}

const README = `Archive du journal de caisse (NF525 / LNE)

  node verify.mjs    vérifie tout, avec Node seul; aussi que les tickets disent ce qui est signé
  sh verify.sh       vérifie les empreintes, les clés, les chaînes, les totaux perpétuels et chaque
                     signature, avec openssl, awk et un shell (environ 5 ms par signature)

journal.jsonl        les enregistrements, un par ligne
chain.tsv            les textes signés avec leurs signatures (ECDSA P-256, SHA-256)
key-*.pem            clés publiques; à comparer avec celles de la caisse (/cer/<numéro>)
portal-*.pem         clé du portail qui a fait l'archive; à comparer avec la sienne (/cer/<numéro>)
manifest.txt         empreintes SHA-256; manifest.sig en est la signature détachée, manifest.key le numéro de sa clé
verification.txt     résultat de la vérification faite avant l'archivage
`;
