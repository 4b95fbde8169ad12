/**
 * Scripts in every archive that prove it without Tillmark: one for Node alone, one for
 * openssl and a POSIX shell. They share no code with the register.
 */

/** `verify.mjs` */
export const NODE_SCRIPT = String.raw`// Proves this archive: node verify.mjs  (Node 18 or later, nothing else)
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const folder = path.dirname(fileURLToPath(import.meta.url));
const at = (name) => path.join(folder, name);
let faults = 0;
const fault = (text) => {
  faults += 1;
  if (faults <= 50) console.log('FAULT ' + text);
};
const keys = new Map();
const portals = new Map();
for (const name of readdirSync(folder)) {
  const match = /^(key|portal)-([0-9a-f]{16})\.pem$/.exec(name);
  if (!match) continue;
  const key = createPublicKey(readFileSync(at(name)));
  const serial = createHash('sha256').update(key.export({ type: 'spki', format: 'der' })).digest('hex').slice(0, 16);
  if (serial !== match[2]) fault(name + ': is another key');
  (match[1] === 'key' ? keys : portals).set(match[2], key);
}
const lines = (name) => createInterface({ input: createReadStream(at(name), 'utf8'), crlfDelay: Infinity });

// 1. The manifest and its detached signature, then the digests of all files.
const manifest = readFileSync(at('manifest.txt'));
const seal = readFileSync(at('manifest.key'), 'utf8').trim();
const sealed = keys.get(seal) ?? portals.get(seal);
if (!sealed || !verify('sha256', manifest, sealed, readFileSync(at('manifest.sig')))) fault('manifest.sig does not fit manifest.txt');
const listed = new Map();
for (const line of manifest.toString('utf8').split('\n')) {
  const match = /^([0-9a-f]{64})  (.+)$/.exec(line);
  if (match) listed.set(match[2], match[1]);
}
for (const [name, digest] of listed) {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(at(name))) hash.update(piece);
    if (hash.digest('hex') !== digest) fault(name + ': was changed');
  } catch {
    fault(name + ': is missing');
  }
}

// 2. Every signature, every chain, every number, and the perpetual totals.
const chains = new Map();
const perpetual = new Map();
const tickets = new Map();
let signatures = 0;
for await (const line of lines('chain.tsv')) {
  if (line === '' || line.startsWith('#')) continue;
  const [register, sq, kind, number, serial, payload, signature] = line.split('\t');
  const what = register + ' ' + kind + ' ' + number + ' (record ' + sq + ')';
  const key = keys.get(serial);
  const bytes = Buffer.from(signature ?? '', 'base64url');
  if (key && verify('sha256', Buffer.from(payload ?? ''), { key, dsaEncoding: 'ieee-p1363' }, bytes)) signatures += 1;
  else fault(what + ': the signature does not fit');
  const values = (payload ?? '').split(',');
  const previous = values.pop();
  const flag = values.pop();
  const before = chains.get(register + ' ' + kind);
  if (before && Number(number) !== before.number + 1) fault(what + ': follows number ' + before.number);
  if (before && previous !== before.signature) fault(what + ': does not contain the signature before it');
  if ((flag === 'N') !== (number === '1')) fault(what + ': says wrongly whether one comes before it');
  chains.set(register + ' ' + kind, { number: Number(number), signature });
  if (kind === 'total-ticket') {
    const sum = perpetual.get(register);
    const total = BigInt(values[1]);
    if (sum !== undefined && sum + total !== BigInt(values[2])) fault(what + ': wrong perpetual total');
    perpetual.set(register, BigInt(values[2]));
  } else if (/^total-(day|month|year)$/.test(kind)) {
    const sum = perpetual.get(register);
    if (sum !== undefined && sum !== BigInt(values[2])) fault(what + ': wrong perpetual total');
  } else if (kind === 'ticket' || kind === 'invoice') tickets.set(register + ' ' + sq, values);
}

// 3. The receipts say what was signed of them.
let receipts = 0;
for await (const line of lines('journal.jsonl')) {
  if (line === '') continue;
  const { Register: register, Record: record } = JSON.parse(line);
  const values = tickets.get(register + ' ' + record.SQ);
  if (!values) continue;
  receipts += 1;
  const what = register + ' record ' + record.SQ;
  const { T, D, FN } = record.ESR;
  if (values[1] !== String(BigInt(T.replace('.', '')))) fault(what + ': another total was signed');
  if (values[2] !== D.replace(/\D/g, '')) fault(what + ': another time was signed');
  if (values[3] !== FN.replaceAll(',', ';')) fault(what + ': another number was signed');
  tickets.delete(register + ' ' + record.SQ);
}
for (const left of tickets.keys()) fault(left + ': the record is missing');

console.log(signatures + ' signatures, ' + receipts + ' receipts, ' + listed.size + ' files, ' + faults + ' faults');
console.log('signed with ' + [...keys.keys()].join(', '));
console.log('archived with ' + seal + (keys.has(seal) ? '' : ' (portal)'));
process.exitCode = faults === 0 ? 0 : 1;
`;

/** `verify.sh` */
export const SHELL_SCRIPT = String.raw`#!/bin/sh
# Proves this archive: sh verify.sh  (openssl, awk and a POSIX shell, nothing else)
cd "$(dirname "$0")" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
faults=0
fault() { echo "FAULT $1"; faults=$((faults + 1)); }

# 1. The manifest and its detached signature, then the digests of all files.
seal="key-$(cat manifest.key).pem"
[ -f "$seal" ] || seal="portal-$(cat manifest.key).pem"
openssl dgst -sha256 -verify "$seal" -signature manifest.sig manifest.txt > /dev/null 2>&1 ||
  fault 'manifest.sig does not fit manifest.txt'
while IFS= read -r line; do
  [ -n "$line" ] || continue
  digest=$(printf '%s' "$line" | cut -c 1-64)
  name=$(printf '%s' "$line" | cut -c 67-)
  found=$(openssl dgst -sha256 -r "$name" 2> /dev/null | cut -c 1-64)
  [ "$found" = "$digest" ] || fault "$name: was changed, or is missing"
done < manifest.txt

# 2. Every chain and every number.
awk -F '\t' '
  /^#/ || NF == 0 { next }
  {
    chain = $1 " " $3
    last = $6
    sub(/^.*,/, "", last)
    if (chain in number) {
      if ($4 != number[chain] + 1) print "FAULT " chain " " $4 ": follows number " number[chain]
      if (last != signature[chain]) print "FAULT " chain " " $4 ": does not contain the signature before it"
    }
    number[chain] = $4
    signature[chain] = $7
  }' chain.tsv > "$work/chains"
cat "$work/chains"
faults=$((faults + $(wc -l < "$work/chains")))

# 3. Every signature; column 8 has it as openssl wants it.
count=0
tab=$(printf '\t')
while IFS="$tab" read -r register sq kind number serial payload signature der; do
  case $register in '' | '#'*) continue ;; esac
  printf '%s' "$payload" > "$work/text"
  printf '%s' "$der" | openssl base64 -d -A > "$work/signature"
  if openssl dgst -sha256 -verify "key-$serial.pem" -signature "$work/signature" "$work/text" > /dev/null 2>&1
  then count=$((count + 1))
  else fault "$register $kind $number (record $sq): the signature does not fit"
  fi
done < chain.tsv

echo "$count signatures, $faults faults"
[ "$faults" -eq 0 ]
`;
