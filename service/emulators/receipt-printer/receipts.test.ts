/** What Tillmark sends to printers, on the paper of the emulated one: all example sales, and those of the demos. */
import { expect, it, onTestFinished } from 'vitest';
import { MODELS, printerModel } from '../../devices/receipt-printer/models.ts';
import { testPage } from '../../printing/test-page.ts';
import type { ReceiptList } from '../../register/wire.ts';
import { PrinterLetters } from '../../render/code-page.ts';
import { renderEscPos } from '../../render/escpos-receipt.ts';
import { startService } from '../../run/service.ts';
import { readExamples } from '../../testing/examples.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { amountsOf, paper as sample } from '../../testing/papers.ts';
import { readPicture } from '../../testing/read-picture.ts';
import { runService, send } from '../../testing/running-service.ts';
import { runs } from '../../testing/runs.ts';
import { PORTUGAL } from '../../testing/sales.ts';
import type { Paper } from '../../wire.ts';
import { sheetPng } from './draw.ts';
import { emulatedModel, type Roll } from './models.ts';
import { textOf } from './paper.ts';
import { EmulatedPrinter } from './printer.ts';

const ROLLS = ['58', '80'] as const;
const epson = printerModel('epson')!;

function printed(bytes: Uint8Array, roll: Roll, model = epson) {
  const printer = new EmulatedPrinter(emulatedModel(model, roll));
  printer.receive(bytes);
  const [sheet] = printer.sheets;
  return { sheet: sheet!, text: textOf(sheet!), refused: printer.refused, model: printer.model };
}

/** Prints a receipt on both rolls: every amount is on paper, no line is broken by the printer, a phone reads the code. */
async function look(name: string, paper: Paper): Promise<void> {
  for (const roll of ROLLS) {
    const bytes = renderEscPos(paper, roll, epson);
    const { sheet, text, refused, model } = printed(bytes, roll);
    expect(refused, name).toEqual([]);
    for (const amount of amountsOf(paper)) expect(text, name).toContain(amount);
    // On wider paper lines are the same: the printer had to break none.
    const wider = new EmulatedPrinter({ ...model, dots: 2 * model.dots });
    wider.receive(bytes);
    expect(textOf(wider.sheets[0]!), name).toBe(text);
    const picture = sheetPng(sheet, model);
    if (paper.qr !== null) expect(await readPicture(picture), name).toEqual([paper.qr]);
  }
}

it('prints every example sale so that people and phones can read it', async () => {
  const running = await runService({ cfg: null });
  const examples = readExamples();
  const sold = [...examples.values()].filter(({ expected }) => expected.RC === 'OK');
  expect(sold.length).toBeGreaterThan(50);
  let shop = 0;
  // All of them at night: reading pictures takes its time.
  for (const { name, cfg = PORTUGAL, after = [] } of sold.filter((_, i) => i % (runs(1) > 1 ? 1 : 8) === 0)) {
    shop += 1;
    const rn = `S${shop}`;
    // Registers of one company have locations of their own; the examples speak of the usual one.
    const TaxId = cfg.Cmp.Ctry === 'PT' ? PORTUGAL.Cmp.TaxId : cfg.Cmp.TaxId;
    const Cfg = { ...cfg, Cmp: { ...cfg.Cmp, TaxId }, Loc: { ...cfg.Loc, TL: rn }, Trm: { TT: '1' } };
    expect((await running.post(`/cfg?RN=${rn}`, { Cfg })).status, name).toBe(200);
    for (const one of [...after, name]) {
      const { route = '/register', request } = examples.get(one)!;
      const body = JSON.stringify(request)
        .replaceAll('1_1.26', `${rn}_1.26`)
        .replaceAll(/"T[LT]":"[^"]*",/g, '');
      const url = `${route}${route.includes('?') ? '&' : '?'}RN=${rn}`;
      const answer = await running.post(url, body, { 'content-type': 'application/json' });
      expect(answer.status, `${name}: ${answer.text}`).toBe(200);
    }
    const { last } = (await running.get(`/control/status?RN=${rn}`)).json as { last: Paper | null };
    if (last) await look(name, last);
  }
});

// That of Portugal is printed in service/demo/printer.test.ts.
it.each(['AT', 'HR'] as const)('prints the receipts of the demo of %s', async (demo) => {
  const dataRoot = await temporaryFolder();
  const service = await startService({ dataRoot, port: 0, host: undefined, demo }, process.cwd());
  onTestFinished(() => service.stop());
  const get = async (at: string) => (await send(`${service.url}${at}`, 'GET')).json;
  const { receipts } = (await get('/control/receipts?RN=def')) as ReceiptList;
  expect(receipts.length).toBeGreaterThan(4);
  for (const { sq } of receipts.slice(0, runs(3))) {
    const { paper } = (await get(`/control/receipt?RN=def&SQ=${sq}`)) as { paper: Paper };
    await look(`demo-${demo}-${sq}`, paper);
  }
});

/** Letters of the languages of Europe. */
const LETTERS = [
  ...['ÄÖÜäöüß', 'ÁÀÂÃÇÉÊÍÓÔÕÚáàâãçéêíóôõú', 'ČĆĐŠŽčćđšž', 'ÆØÅæøå', 'ÑñÌìÒòÙù', 'ĄĆĘŁŃÓŚŹŻąćęłńóśźż'],
  ...['ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýž', 'ŐŰőű', 'ĂÂÎȘȚăâîșț', 'ĖĮŲŪėįųū', 'ΑΒΓΔαβγδ', 'АБВГабвг', '€ £ § µ'],
];

it.each(MODELS.filter(({ makes }) => makes !== 'pdf'))(
  'prints on $name the letters that its code pages have, and draws all others',
  (model) => {
    const letters = new PrinterLetters(model.codePages);
    for (const roll of ROLLS) {
      const page = printed(testPage(roll, 'def', model, null), roll, model);
      expect(page.refused.filter((bytes) => !bytes.startsWith('1d 56'))).toEqual([]);
      const paper = sample({ head: LETTERS, qr: null, lines: [] });
      const { text } = printed(renderEscPos(paper, roll, model), roll, model);
      // What no code page has is drawn.
      const drawn = LETTERS.filter((line) => letters.needsDrawing(letters.printable(line)));
      for (const line of LETTERS.filter((one) => !drawn.includes(one)))
        expect(text).toContain(letters.printable(line));
      expect(text.match(/\[picture/g)?.length ?? 0).toBe(drawn.length);
      expect(text).not.toContain('\uFFFD');
    }
  },
);
