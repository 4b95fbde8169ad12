/**
 * Scripts in every archive that prove it without Tillmark: one for Node alone, one for
 * openssl and a POSIX shell. They share no code with the register.
 */

/** `verify.mjs` */
export const NODE_SCRIPT = String.raw`// Proves this archive: node verify.mjs  (Node 18 or later, nothing else)
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
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
const read = (name) => {
  try {
    return readFileSync(at(name));
  } catch {
    fault(name + ': is missing');
    return Buffer.alloc(0);
  }
};
for (const name of readdirSync(folder)) {
  const match = /^(key|portal)-([0-9a-f]{16})\.pem$/.exec(name);
  if (!match) continue;
  try {
    const key = createPublicKey(readFileSync(at(name)));
    const serial = createHash('sha256').update(key.export({ type: 'spki', format: 'der' })).digest('hex').slice(0, 16);
    if (serial !== match[2]) fault(name + ': is another key');
    (match[1] === 'key' ? keys : portals).set(match[2], key);
  } catch {
    fault(name + ': is no key');
  }
}
const lines = (name) => (existsSync(at(name)) ? createInterface({ input: createReadStream(at(name), 'utf8'), crlfDelay: Infinity }) : []);
const fits = (key, bytes, signature, options) => {
  try {
    return verify('sha256', bytes, { key, ...options }, signature);
  } catch {
    return false;
  }
};
const cents = (text) => (/^-?\d{1,30}$/.test(text ?? '') ? BigInt(text) : null);

// 1. The manifest and its detached signature, then the digests of all files.
const manifest = read('manifest.txt');
const seal = read('manifest.key').toString('utf8').trim();
const sealed = keys.get(seal) ?? portals.get(seal);
if (!sealed || !fits(sealed, manifest, read('manifest.sig'))) fault('manifest.sig does not fit manifest.txt');
const listed = new Map();
for (const line of manifest.toString('utf8').split('\n')) {
  const match = /^([0-9a-f]{64})  (.+)$/.exec(line);
  if (match) listed.set(match[2], match[1]);
}
for (const name of ['journal.jsonl', 'chain.tsv']) if (!listed.has(name)) fault(name + ': is not in the manifest');
for (const [name, digest] of listed) {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(at(name))) hash.update(piece);
    if (hash.digest('hex') !== digest) fault(name + ': was changed');
  } catch {
    fault(name + ': is missing');
  }
}

// 2. Every signature, every chain, every number; the perpetual totals, and those of each period.
const chains = new Map();
const perpetual = new Map();
const tickets = new Map();
// What the open day, month and year of a register have come to by rate; nothing where an earlier archive has its beginning.
const periods = new Map();
const add = (register, period, split) => {
  const sums = periods.get(register + ' ' + period);
  for (const part of sums && split !== '' ? split.split('|') : []) {
    const [rate, amount] = part.split(':');
    sums.set(rate, (sums.get(rate) ?? 0n) + (cents(amount) ?? 0n));
  }
};
const closePeriod = (register, period, split, total) => {
  const sums = periods.get(register + ' ' + period);
  periods.set(register + ' ' + period, new Map());
  if (period === 'day') add(register, 'month', split);
  if (period === 'month') add(register, 'year', split);
  if (!sums) return true;
  const rates = [...sums].sort(([a], [b]) => b - a);
  const sum = rates.reduce((before, [, amount]) => before + amount, 0n);
  return rates.map(([rate, amount]) => rate + ':' + amount).join('|') === split && sum === total;
};
let signatures = 0;
for await (const line of lines('chain.tsv')) {
  if (line === '' || line.startsWith('#')) continue;
  const [register, sq, kind, number, serial, payload = '', signature = ''] = line.split('\t');
  const what = register + ' ' + kind + ' ' + number + ' (record ' + sq + ')';
  const key = keys.get(serial);
  const bytes = Buffer.from(signature, 'base64url');
  if (key && fits(key, Buffer.from(payload), bytes, { dsaEncoding: 'ieee-p1363' })) signatures += 1;
  else fault(what + ': the signature does not fit');
  const values = payload.split(',');
  const previous = values.pop();
  const flag = values.pop();
  const before = chains.get(register + ' ' + kind);
  if (before && Number(number) !== before.number + 1) fault(what + ': follows number ' + before.number);
  if (before && previous !== before.signature) fault(what + ': does not contain the signature before it');
  if ((flag === 'N') !== (number === '1')) fault(what + ': says wrongly whether one comes before it');
  chains.set(register + ' ' + kind, { number: Number(number), signature });
  if (kind === 'jet' && number === '1') for (const period of ['day', 'month', 'year']) periods.set(register + ' ' + period, new Map());
  const total = cents(values[1]);
  const now = cents(values[2]);
  const sum = perpetual.get(register);
  const period = /^total-(day|month|year)$/.exec(kind)?.[1];
  if ((period || kind === 'total-ticket') && (total === null || now === null)) fault(what + ': has no amounts');
  else if (kind === 'total-ticket') {
    if (sum !== undefined && sum + total !== now) fault(what + ': wrong perpetual total');
    perpetual.set(register, now);
    add(register, 'day', values[0]);
  } else if (period) {
    if (sum !== undefined && sum !== now) fault(what + ': wrong perpetual total');
    if (!closePeriod(register, period, values[0], total)) fault(what + ': is not what its documents come to');
  } else if (kind === 'ticket' || kind === 'invoice') tickets.set(register + ' ' + sq, values);
}

// 3. The receipts say what was signed of them.
let receipts = 0;
let row = 0;
const recordOf = (line) => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};
for await (const line of lines('journal.jsonl')) {
  row += 1;
  if (line === '') continue;
  const { Register: register, Record: record } = recordOf(line) ?? {};
  if (!record) {
    fault('journal.jsonl line ' + row + ': is no record');
    continue;
  }
  const values = tickets.get(register + ' ' + record.SQ);
  if (!values) continue;
  receipts += 1;
  const what = register + ' record ' + record.SQ;
  const { T = '', D = '', FN = '' } = record.ESR ?? {};
  if (values[1] !== String(cents(T.replace('.', '')))) fault(what + ': another total was signed');
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
# What works in the background does not hear of a Ctrl-C.
workers=
trap 'kill $workers 2> /dev/null; exit 2' HUP INT TERM
# Its settings are none of ours, and reading them takes as long as a signature.
OPENSSL_CONF=/dev/null
LC_ALL=C
export OPENSSL_CONF LC_ALL
parts=$(getconf _NPROCESSORS_ONLN 2> /dev/null)
case $parts in '' | 0 | *[!0-9]*) parts=1 ;; esac
faults=0
fault() { printf '%s\n' "FAULT $1"; faults=$((faults + 1)); }

# 0. Each key is the one that its name says.
keys=
for key in key-*.pem portal-*.pem; do
  [ -f "$key" ] || continue
  serial=$(openssl pkey -pubin -in "$key" -outform DER 2> /dev/null | openssl dgst -sha256 -r | cut -c 1-16)
  case $key in
    key-"$serial".pem) keys="$keys $serial" ;;
    portal-"$serial".pem) ;;
    *) fault "$key: is another key" ;;
  esac
done

# 1. The manifest and its detached signature, then the digests of all files.
seal=$(cat manifest.key)
case $seal in '' | *[!0-9a-f]*) seal=none ;; esac
sealed="key-$seal.pem" by=
[ -f "$sealed" ] || sealed="portal-$seal.pem" by=' (portal)'
openssl dgst -sha256 -verify "$sealed" -signature manifest.sig manifest.txt > /dev/null 2>&1 ||
  fault 'manifest.sig does not fit manifest.txt'
while IFS= read -r line; do
  [ -n "$line" ] || continue
  digest=$(printf '%s' "$line" | cut -c 1-64)
  name=$(printf '%s' "$line" | cut -c 67-)
  found=$(openssl dgst -sha256 -r "./$name" 2> /dev/null | cut -c 1-64)
  [ "$found" = "$digest" ] || fault "$name: was changed, or is missing"
done < manifest.txt

# 2. Every chain, every number, the perpetual totals; and each signature as openssl wants it:
# R and S as DER, in octal, which printf writes without another process.
awk -F '\t' -v work="$work" -v parts="$parts" '
  BEGIN {
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for (i = 1; i <= 64; i++) value[substr(letters, i, 1)] = i - 1
    for (i = 0; i < 256; i++) octal[i] = sprintf("\\%03o", i)
  }
  function integer(from, till,    text, length_) {
    while (from < till && byte[from] == 0) from++
    length_ = till - from + 1
    if (byte[from] >= 128) { text = octal[0]; length_++ }
    size += length_ + 2
    for (text = octal[2] octal[length_] text; from <= till; from++) text = text octal[byte[from]]
    return text
  }
  function der(signature,    i, bits, kept, count, text) {
    if (length(signature) != 86 || signature ~ /[^A-Za-z0-9_-]/) return "none"
    for (i = 1; i <= 86; i++) {
      kept = kept * 64 + value[substr(signature, i, 1)]
      bits += 6
      if (bits < 8) continue
      bits -= 8
      byte[++count] = int(kept / 2 ^ bits)
      kept %= 2 ^ bits
    }
    size = 0
    text = integer(1, 32) integer(33, 64)
    return octal[48] octal[size] text
  }
  function fault(text) { print "FAULT " $1 " " $3 " " $4 " (record " $2 "): " text }
  /^#/ || NF == 0 { next }
  {
    chain = $1 " " $3
    n = split($6, values, ",")
    if (chain in number) {
      if ($4 != number[chain] + 1) fault("follows number " number[chain])
      if (values[n] != signature[chain]) fault("does not contain the signature before it")
    }
    if ((values[n - 1] == "N") != ($4 == 1)) fault("says wrongly whether one comes before it")
    number[chain] = $4
    signature[chain] = $7
    if ($3 ~ /^total-/) {
      sum = $3 == "total-ticket" ? perpetual[$1] + values[2] : perpetual[$1]
      if ($1 in known && sum != values[3] + 0) fault("wrong perpetual total")
      if ($3 == "total-ticket") { perpetual[$1] = values[3]; known[$1] = 1 }
    }
    serial = length($5) == 16 && $5 !~ /[^0-9a-f]/ ? $5 : "none"
    print $1 "\t" $3 "\t" $4 "\t" $2 "\t" serial "\t" der($7) "\t" $6 > (work "/" NR % parts ".part")
  }' chain.tsv > "$work/chain.faults"

# 3. Every signature, on all processors.
tab=$(printf '\t')
signatures() {
  count=0
  while IFS="$tab" read -r register kind number sq serial der payload; do
    printf '%s' "$payload" > "$1.text"
    printf "$der" > "$1.signature"
    if openssl dgst -sha256 -verify "key-$serial.pem" -signature "$1.signature" "$1.text" > /dev/null 2>&1
    then count=$((count + 1))
    else printf '%s\n' "FAULT $register $kind $number (record $sq): the signature does not fit"
    fi
  done < "$1.part" > "$1.faults"
  echo "$count" > "$1.count"
}
for part in "$work"/*.part; do
  [ -f "$part" ] || continue
  signatures "$(printf '%s' "$part" | sed 's/\.part$//')" &
  workers="$workers $!"
done
wait

cat "$work"/*.faults
count=$(cat "$work"/*.count 2> /dev/null | awk '{ sum += $1 } END { printf "%.0f", sum }')
faults=$((faults + $(cat "$work"/*.faults | wc -l)))
echo "$count signatures, $faults faults"
echo "signed with$keys" | sed 's/\([0-9a-f]\{16\}\) /\1, /g'
echo "archived with $seal$by"
[ "$faults" -eq 0 ]
`;
