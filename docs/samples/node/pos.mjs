/**
 * A small POS: it sells, survives lost answers and crashes, takes receipts back and prints
 * what it must. Needs Node 20 or newer and nothing else.
 *
 *   node pos.mjs sale DESCRIPTION TAX_GROUP AMOUNT     node pos.mjs sale Bica B 0.80
 *   node pos.mjs void NUMBER REASON                    node pos.mjs void 1 Engano
 *   node pos.mjs start                                 only what every start does
 *
 * REGISTER is the address of the register, POS_STATE the folder for what must survive a crash.
 * Ends with 0: registered. 1: not registered. 2: not known yet; start again.
 */
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline/promises';

const REGISTER = process.env.REGISTER ?? 'http://localhost:5618';
const STATE = process.env.POS_STATE ?? 'pos-state';
/** Transaction that was sent and whose answer has not been printed yet. */
const OPEN = path.join(STATE, 'open.json');
/** The last number that was given to a transaction. */
const NUMBER = path.join(STATE, 'number');

let TL = '1';
let TT = '1';
const CFG = {
  Cfg: {
    Cmp: {
      ...{ Nam: 'Padaria Exemplo, Lda', Adr: 'Rua do Exemplo 12', Zip: '1100-123', City: 'Lisboa' },
      ...{ Ctry: 'PT', TaxId: 'PT599999993' },
    },
    Loc: { TL },
    Trm: { TT, SW: 'SamplePos', SWVersion: '1' },
  },
};

/** The register has not answered: nobody knows whether it has registered. */
class NoAnswer extends Error {}

/** Sends a request; resolves with what the answer holds, whatever its HTTP status is. */
async function exchange(method, route, body) {
  try {
    const response = await fetch(REGISTER + route, {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    const [held] = Object.values(await response.json());
    if (typeof held === 'object' && held !== null) return held;
  } catch {
    // Refused, broken off, timed out, or no JSON: all the same to a POS.
  }
  throw new NoAnswer();
}

/** Sends a request; resolves with the record of the answer, which says what became of it. */
async function ask(method, route, body) {
  const record = await exchange(method, route, body);
  if (typeof record.Result?.RC === 'string') return record;
  throw new NoAnswer();
}

/** Introduces company and terminal. A register that has a company already keeps it, and its terminal is used. */
async function introduce() {
  const { Cmp, Loc, Trm } = await exchange('GET', '/cfg');
  if (!Cmp?.TaxId || Cmp.TaxId === CFG.Cfg.Cmp.TaxId) {
    const configured = await ask('POST', '/cfg', CFG);
    show(configured);
    return configured.Result.RC === 'OK';
  }
  TL = Loc?.TL ?? TL;
  TT = Trm?.TT ?? TT;
  return true;
}

/** Asks again after an answer was lost. Nothing is registered twice by it. */
async function askAgain({ route, body, number }) {
  if (route === '/register') return ask('POST', '/restart', body);
  const answer = await ask('POST', route, body);
  if (answer.Result.RC !== 'BAD') return answer;
  // A void that has been registered is refused the second time; then it is there under its own number.
  const found = await ask('GET', `/tra?${terminal()}&TN=${number}`);
  return found.Result.RC === 'OK' ? found : answer;
}

/** Sends a transaction until it is known what became of it. It is on the disk before. */
async function send(open, isLost) {
  let lost = isLost;
  for (let left = 5; left > 0; left--) {
    try {
      const answer = await (lost ? askAgain(open) : ask('POST', open.route, open.body));
      // Once an answer was lost, NO says nothing about the first attempt: it has to be cleared up first.
      if (answer.Result.RC !== 'NO' || (!lost && !(await wantsRetry(answer)))) return answer;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      lost = true;
    }
    if (left > 1) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new NoAnswer();
}

/** Shows why the register could not do it now, and asks the operator. */
async function wantsRetry(answer) {
  show(answer);
  if (!process.stdin.isTTY) return false;
  const terminal = readline.createInterface({ input: process.stdin, output: process.stderr });
  const reply = await terminal.question('Try again? (y/n) ');
  terminal.close();
  return reply.trim().toLowerCase() === 'y';
}

/** Registers and prints a transaction; what is not printed yet is done at the next start. */
async function perform(open, isLost = false) {
  if (!isLost) keep(OPEN, JSON.stringify(open));
  const answer = await send(open, isLost);
  const { RC } = answer.Result;
  if (RC !== 'NO') show(answer);
  if (RC === 'OK') print(open.lines, answer);
  fs.rmSync(OPEN);
  return RC === 'OK';
}

/** Texts for the operator, and for the log of the POS. */
function show({ Result: { ErrorCode, UserMessage, Warning = [] } }) {
  if (UserMessage) console.error(`Message: ${UserMessage}`);
  for (const text of [ErrorCode, ...Warning]) if (text) console.error(`Log: ${text}`);
}

/** Prints the receipt: own lines, every Tag in order, the code. */
function print(lines, { ESR = {}, Fis = {} }) {
  console.log(`Receipt ${ESR.FN ?? ESR.TN}`);
  for (const line of lines) console.log(line);
  for (const { Label, Value } of Fis.Tag ?? []) console.log(Label ? `${Label}: ${Value}` : Value);
  if (Fis.Code) console.log(`QR code: ${Fis.Code}`);
}

/** Writes a file so that a power cut leaves the old or the new content. */
function keep(file, text) {
  const handle = fs.openSync(`${file}.new`, 'w');
  fs.writeSync(handle, text);
  fs.fsyncSync(handle);
  fs.closeSync(handle);
  fs.renameSync(`${file}.new`, file);
}

/** The terminal, as a query has it. */
function terminal() {
  return new URLSearchParams({ TL, TT });
}

/** The next number of this terminal: above its own last one, and above what the register has of others. */
async function nextNumber() {
  const own = fs.existsSync(NUMBER) ? Number(fs.readFileSync(NUMBER, 'utf8')) : 0;
  const found = await exchange('GET', `/find?_=Tra&limit=1rows&${terminal()}`);
  const number = String(Math.max(own, Number(found[0]?.ESR.TN) || 0) + 1);
  keep(NUMBER, number);
  return number;
}

async function sale(description, taxGroup, amount) {
  const number = await nextNumber();
  const ESR = {
    ...{ TL, TT, TN: number, Opr: '1' },
    PosA: [{ _: 'Pos', Dsc: description, TaxG: taxGroup, Amt: amount }],
    PayA: [{ _: 'Pay', Dsc: 'Cash', PayG: 'cash', Amt: amount }],
  };
  return { route: '/register', body: { Tra: { ESR } }, number, lines: [`${description} ${amount}`] };
}

/** The void is a transaction with a number of its own. */
async function voiding(original, reason) {
  const number = await nextNumber();
  const body = { Tra: { SESR: { TN: number }, ESR: { TL, TT, TN: original } } };
  const route = `/register/void?rsn=${encodeURIComponent(reason)}`;
  return { route, body, number, lines: [`Receipt ${original} is void: ${reason}`] };
}

async function main([command, ...args]) {
  fs.mkdirSync(STATE, { recursive: true });
  if (!(await introduce())) return 1;
  if (fs.existsSync(OPEN)) await perform(JSON.parse(fs.readFileSync(OPEN, 'utf8')), true);
  if (command === 'start') return 0;
  const open = command === 'sale' ? await sale(...args) : command === 'void' ? await voiding(...args) : null;
  if (!open) throw new Error('usage: sale DESCRIPTION TAX_GROUP AMOUNT | void NUMBER REASON | start');
  return (await perform(open)) ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof NoAnswer)) throw error;
  console.error('No answer. What was sent is kept; start again.');
  process.exitCode = 2;
}
