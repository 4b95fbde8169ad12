/** A Slovenian register and FURS, through everything that happens to a line. */
import { expect, it } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { paperOf } from '../../register/paper/paper.ts';
import { tagOf } from '../base/online/tags.ts';
import { sellOverCutLine } from '../testing/cut-line.ts';
import { OPERATOR, sale, TAX_NUMBER } from './testing/sales.ts';
import { openShop, type Shop } from './testing/shop.ts';
import { codeParts } from './zoi.ts';

const NEVER = new AbortController().signal;
const OFFLINE = '#OFFLINE';
const EOR = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

async function findings(shop: Shop): Promise<unknown[]> {
  const records = await shop.room.records('def');
  const auditor = shop.register.country!.audit!({ publicKeys: new Map() });
  return [...records.flatMap((record) => auditor.take(record)), ...auditor.end(shop.register.state)];
}

it('gives a sale its ZOI, its EOR and the code of 60 digits', async () => {
  const shop = await openShop();
  const answer = await shop.sell();
  expect(answer.Result).toEqual({ RC: 'OK' });
  const [told] = shop.furs.invoices;
  expect(told).toMatchObject({
    taxNumber: TAX_NUMBER,
    number: 'TRGOVINA1-BLAG2-1',
    protected: true,
    late: false,
  });
  expect(told!.content).toMatchObject({ InvoiceAmount: 70.05, OperatorTaxNumber: Number(OPERATOR) });
  expect(answer.Fis!.Tag).toEqual([
    { Label: 'Št. računa', Name: 'Number', Value: 'TRGOVINA1-BLAG2-1' },
    { Label: 'ZOI', Name: 'ZOI', Value: told!.content.ProtectedID },
    { Label: 'EOR', Name: 'EOR', Value: told!.eor },
    { Label: '', Name: 'Test', Value: 'TESTNI RAČUN, NI VELJAVEN' },
  ]);
  expect(answer.Fis!.Code).toMatch(/^\d{39}99999862\d{12}\d$/);
  expect(answer.Fis).not.toHaveProperty('QR');
  expect(shop.register.answers.to(shop.register.last!)).toEqual(answer);
  expect(await findings(shop)).toEqual([]);
});

it.each([
  ['qr', 'BM'],
  ['pdf417', 'BM'],
  ['code128-3', 'BM'],
])('draws the code as %s where Fis_QR asks for a picture', async (SI_Code, begin) => {
  const shop = await openShop();
  const pictures: string[] = [];
  for (const code of ['qr', SI_Code]) {
    shop.attributes(`Fis_QR="type=bmp&size=2" SI_Code=${code}`);
    const picture = Buffer.from((await shop.sell()).Fis!.QR as string, 'base64');
    expect(picture.toString('latin1', 0, 2)).toBe(begin);
    pictures.push(`${picture.readInt32LE(18)} x ${picture.readInt32LE(22)}`);
  }
  const [asQr, other] = pictures as [string, string];
  expect(other === asQr).toBe(SI_Code === 'qr');
  // The same on our own paper.
  const { last, cfg } = shop.register;
  const { barcode, qr, operator } = paperOf(last!, cfg!);
  // The law asks for a mark of whoever sold; the POS has sent nothing else.
  expect(operator).toBe(last!.ESR!.OprTIN);
  const ways = { qr: undefined, pdf417: [[qr!]], 'code128-3': [codeParts(qr!, 3)] }[SI_Code];
  expect([qr, barcode?.ways]).toEqual([last!.Fis!.Code, ways]);
});

it('numbers copies', async () => {
  const { register, sell } = await openShop();
  await sell();
  for (const copy of ['1', '2']) {
    const counted = await register.prints.copied(register.last!);
    expect(counted).toMatchObject({ tags: [{ Label: 'Kopija št.', Name: 'Copy', Value: copy }] });
  }
  await sell({ Test: '1' });
  expect(await register.prints.copied(register.last!)).toMatchObject({ tags: null });
});

it('refuses to sell without a certificate, and says who can help', async () => {
  const shop = await openShop(false);
  expect((await shop.sell()).Result).toMatchObject({ RC: 'NO', ErrorCode: '#SI_CERTIFICATE' });
  expect(await shop.act('premises-movable', { type: 'A', from: '2026-01-01' })).toMatchObject({
    issues: [{ words: { key: 'error.noCertificate' } }],
  });
  const other = await shop.furs.issue('59082437');
  const refused = { file: other.pkcs12.toString('base64'), password: other.password };
  expect(await shop.act('certificate', refused)).toMatchObject({
    issues: [{ path: 'file', words: { key: 'error.file.other-company', values: { number: TAX_NUMBER } } }],
  });
});

it('sells at premises once FURS knows them, and reports what was sold before', async () => {
  const shop = await openShop(false);
  const { pkcs12, password } = await shop.furs.issue(TAX_NUMBER);
  await shop.act('certificate', { file: pkcs12.toString('base64'), password });
  const problems = () =>
    shop.register.country!.problems!(shop.register.state, shop.register.context!).map(({ code }) => code);
  expect(problems()).toEqual(['SI_PREMISES_UNREGISTERED']);
  const early = await shop.sell();
  expect(early.Result).toMatchObject({ RC: 'OK', ErrorCode: '#SI_REFUSED' });
  expect(early.Result.UserMessage).toContain('s006');
  const building = {
    ...{ cadastral: '365', building: '12', section: '3', street: 'Tržaška cesta', house: '24' },
    ...{ houseMore: 'B', community: 'Ljubljana', city: 'Ljubljana', postcode: '1000', from: '2026-01-01' },
  };
  expect(await shop.act('premises-real', building)).toEqual({ result: null });
  expect(problems()).toEqual([]);
  await shop.register.deliver(NEVER);
  expect(tagOf(shop.register.last!.Fis, 'EOR')).toMatch(EOR);
  expect(await shop.act('premises-close', {})).toEqual({ result: null });
  expect(problems()).toEqual(['SI_PREMISES_UNREGISTERED']);
  expect((await shop.sell()).Result.ErrorCode).toBe('#SI_REFUSED');
  // A designation is closed for good.
  expect(await shop.act('premises-real', building)).toMatchObject({
    issues: [{ words: { key: 'error.refused' } }],
  });
});

it.each(['before', 'after', 'within'] as const)(
  'reports a receipt late, once, when the line breaks %s the answer',
  async (where) => {
    const shop = await openShop();
    shop.furs.drop(1, where);
    const answer = await shop.sell();
    expect(answer.Result).toMatchObject({ RC: 'OK', ErrorCode: OFFLINE });
    expect(tagOf(answer.Fis, 'EOR')).toBeUndefined();
    await shop.register.deliver(NEVER);
    expect(shop.furs.invoices).toHaveLength(1);
    expect(shop.furs.doubles).toEqual([]);
    expect(tagOf(shop.register.last!.Fis, 'EOR')).toBe(shop.furs.invoices[0]!.eor);
    expect(shop.furs.invoices[0]!.late).toBe(where === 'before');
  },
);

it('has one code of each sale wherever the line is cut', async () => {
  const shop = await openShop();
  const sold = await sellOverCutLine(shop, ['SI_Furs', shop.furs.url]);
  expect(new Set(shop.furs.invoices.map(({ eor }) => eor)).size).toBe(sold);
  expect([shop.furs.invoices.length, shop.furs.doubles]).toEqual([sold, []]);
  expect(await findings(shop)).toEqual([]);
});

it.each(['unsigned', 'foreign', 'changed', 'unreadable'] as const)(
  'believes no answer that is %s',
  async (how) => {
    const shop = await openShop();
    shop.furs.spoil(how);
    expect((await shop.sell()).Result.ErrorCode).toBe(OFFLINE);
    await shop.register.deliver(NEVER);
    expect(shop.furs.invoices.map(({ eor }) => eor)).toEqual([tagOf(shop.register.last!.Fis, 'EOR')]);
  },
);

it('acts as if an answer were signed wrongly where TEST_Verify_err says so', async () => {
  const shop = await openShop();
  shop.attributes('TEST_Verify_err');
  const { Result } = await shop.sell();
  expect(Result).toMatchObject({ RC: 'OK', ErrorCode: OFFLINE });
  expect(Result.Warning!.join()).toContain('TEST_Verify_err');
  shop.attributes('');
  await shop.register.deliver(NEVER);
  expect(shop.register.undelivered).toBe(0);
  expect(shop.furs.invoices).toHaveLength(1);
});

it.each([
  [{ code: 's004' }, '#SI_REFUSED'],
  [{ code: 's005' }, '#SI_REFUSED'],
  [{ code: 's100' }, OFFLINE],
  [{ http: 503 }, OFFLINE],
])('keeps a receipt that FURS answers with %j', async (what, constant) => {
  const shop = await openShop();
  shop.furs.fail(what);
  expect((await shop.sell()).Result).toMatchObject({ RC: 'OK', ErrorCode: constant });
  await shop.register.deliver(NEVER);
  expect(tagOf(shop.register.last!.Fis, 'EOR')).toMatch(EOR);
});

it('gives two working days, over a weekend and days off', async () => {
  const shop = await openShop();
  shop.room.clock.advance(Date.parse('2026-10-30T12:00:00') - shop.room.clock.now());
  shop.furs.down();
  await shop.sell();
  // They begin with the receipt, not with the day on which the till sends it.
  await shop.sell({ D: '2026-10-28T12:00:00' });
  const { waiting } = shop.register.context!.deliveries!();
  const days = waiting.map(({ deadline }) => deadline.slice(0, 10));
  expect(days).toEqual(['2026-11-03', '2026-10-30']);
});

it('tells FURS of which receipt goods come back in an exchange', async () => {
  const shop = await openShop();
  const first = await shop.sell();
  const { PosA, ...rest } = sale([
    ['12.00', 'B'],
    ['-5.00', 'A'],
  ]);
  const exchange = { ...rest, D: undefined!, TN: undefined!, PosA: [PosA![0]!, { ...PosA![1]!, RTN: '1' }] };
  expect((await shop.sell(exchange)).Result.RC).toBe('OK');
  const { content } = shop.furs.invoices.at(-1)!;
  expect(content).toMatchObject({ InvoiceAmount: 7 });
  expect(content.ReferenceInvoice).toMatchObject([
    {
      ReferenceInvoiceIdentifier: { InvoiceNumber: '1' },
      ReferenceInvoiceIssueDateTime: first.ESR!.D,
    },
  ]);
  expect(await findings(shop)).toEqual([]);
});

it('tells FURS which receipt is taken back', async () => {
  const shop = await openShop();
  const first = await shop.sell();
  const answer = await shop.register.void({ original: null, sender: {}, reason: undefined, warnings: [] });
  expect(answer.Result.RC).toBe('OK');
  const { content } = shop.furs.invoices[1]!;
  expect(content).toMatchObject({ InvoiceAmount: -70.05 });
  expect(content.ReferenceInvoice).toEqual([
    {
      ReferenceInvoiceIdentifier: {
        ...{ BusinessPremiseID: 'TRGOVINA1', ElectronicDeviceID: 'BLAG2', InvoiceNumber: '1' },
      },
      ReferenceInvoiceIssueDateTime: first.ESR!.D,
    },
  ]);
  // By their printed numbers, from this device and from another one.
  const referring = async (more: object) => {
    const { Result } = await shop.sell({ ...more, ...sale([['-1.00', 'A']]), D: undefined!, TN: undefined! });
    return [
      Result.RC,
      shop.furs.invoices.at(-1)!.content.ReferenceInvoice ?? null,
      Result.Warning?.length ?? 0,
    ];
  };
  const own = await referring({ RFN: 'TRGOVINA1-BLAG2-1' });
  expect(own).toEqual(['OK', content.ReferenceInvoice, 0]);
  const other = await referring({ RFN: 'TRGOVINA2-BLAG1-7', RD: '2026-01-05T10:00:00' });
  expect(other).toMatchObject(['OK', [{ ReferenceInvoiceIssueDateTime: '2026-01-05T10:00:00' }], 0]);
  for (const RD of [undefined, '2026-02-31T10:00:00', '2026-01-05'])
    expect(await referring({ RFN: 'TRGOVINA2-BLAG1-7', RD })).toEqual(['OK', null, 1]);
  expect(await findings(shop)).toEqual([]);
});

it('takes receipts of the book with numbers of their own, weeks later', async () => {
  const shop = await openShop();
  await shop.sell();
  const book = { SI_BookNumber: '612', SI_BookSet: '03', SI_BookSerial: '5001-0001018' };
  const D = '2026-05-02T10:00:00';
  shop.room.clock.advance(Date.parse('2026-05-28T12:00:00') - shop.room.clock.now());
  const answer = await shop.sell({ ...book, D });
  expect(answer.Result).toEqual({ RC: 'OK' });
  expect(answer.ESR).toMatchObject({ TN: 'X1', D });
  expect(answer.Fis).not.toHaveProperty('Code');
  expect(shop.furs.invoices[1]).toMatchObject({ number: '612/03/5001-0001018' });
  expect(shop.furs.invoices[1]!.content).toMatchObject({
    ...{ IssueDate: '2026-05-02', BusinessPremiseID: 'TRGOVINA1' },
    SalesBookIdentifier: { InvoiceNumber: '612', SetNumber: '03', SerialNumber: '5001-0001018' },
  });
  expect((await shop.sell()).ESR!.TN).toBe('2');
  const codes = [{ SI_BookSet: '3' }, { SI_BookSerial: '1' }, { SI_BookNumber: '' }].map(
    async (more) => (await shop.sell({ ...book, ...more, D })).Result.ErrorCode,
  );
  expect(await Promise.all(codes)).toEqual(['#SI_BOOK', '#SI_BOOK', '#SI_BOOK']);
  expect(await findings(shop)).toEqual([]);
});

it('takes a receipt of the book back by one of the device, which names it', async () => {
  const shop = await openShop();
  const book = { SI_BookNumber: '612', SI_BookSet: '03', SI_BookSerial: '5001-0001018' };
  await shop.sell({ ...book, D: '2026-05-02T10:00:00', SI_ReturnsAmount: '0.30' });
  const answer = await shop.register.void({ original: null, sender: {}, reason: undefined, warnings: [] });
  expect(answer.ESR!.TN).toBe('1');
  const { last, cfg } = shop.register;
  // It has no number of the device.
  expect(paperOf(last!, cfg!).tags[0]!.value).toMatch(/^TRGOVINA1\/BLAG2\/X1/);
  expect(shop.furs.invoices[1]).toMatchObject({ number: 'TRGOVINA1-BLAG2-1' });
  expect(shop.furs.invoices[1]!.content).toMatchObject({
    ...{ InvoiceAmount: -70.05, ReturnsAmount: -0.3 },
    ReferenceSalesBook: [
      {
        ReferenceSalesBookIdentifier: { InvoiceNumber: '612', SetNumber: '03', SerialNumber: '5001-0001018' },
        ReferenceSalesBookIssueDate: '2026-05-02',
      },
    ],
  });
  expect(await findings(shop)).toEqual([]);
});

it('names and finds receipts by the number that their paper shows', async () => {
  const shop = await openShop();
  const { register } = shop;
  const inLine = (number: string) =>
    JSON.stringify(register.last).includes(register.country!.numberInLine!(number));
  await shop.sell();
  expect(paperOf(register.last!, register.cfg!).number).toBe('TRGOVINA1-BLAG2-1');
  expect([inLine('TRGOVINA1-BLAG2-1'), inLine('BLAG2-1')]).toEqual([true, false]);
  await register.void({ original: null, sender: {}, reason: undefined, warnings: [] });
  expect(paperOf(register.last!, register.cfg!).tags[0]!.value).toMatch(/^TRGOVINA1-BLAG2-1( |$)/);
  await shop.sell({ SI_BookNumber: '612', SI_BookSet: '03', SI_BookSerial: '5001-0001018' });
  expect(inLine('612/03/5001-0001018')).toBe(true);
});

it('reports neither training nor what is no receipt', async () => {
  const shop = await openShop();
  expect((await shop.sell({ Test: '1' })).ESR!.TN).toBe('X1');
  expect((await shop.sell({ NFS: 'payin' })).Result.RC).toBe('OK');
  expect(shop.furs.invoices).toEqual([]);
});

it('never gives a number twice after a restore: somebody has to look at the last receipt', async () => {
  const shop = await openShop();
  await shop.sell();
  const changes = shop.register.country!.restored!(shop.register.state, shop.register.context!).changes;
  await shop.register.writes.perform({ event: 'restored', details: {}, changes: () => changes });
  expect((await shop.sell()).Result).toMatchObject({ RC: 'NO', ErrorCode: '#SI_NUMBERS' });
  expect(await shop.act('last-number', { number: '41' })).toEqual({ result: null });
  expect((await shop.sell()).ESR!.TN).toBe('42');
});

it('gives every receipt one EOR in the end while FURS comes and goes', async () => {
  const shop = await openShop();
  const COUNT = runs(1) > 1 ? 10_000 : 40;
  let seed = 7;
  const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let n = 0; n < COUNT; n++) {
    const dice = chance();
    if (dice < 0.1) shop.furs.drop(1, 'after');
    else if (dice < 0.15) shop.furs.drop(1, 'before');
    else if (dice < 0.2) shop.furs.spoil('changed');
    else if (dice < 0.25) shop.furs.fail({ code: 's100' });
    await shop.sell();
    if (chance() < 0.1) shop.room.clock.advance(61_000);
    if (chance() < 0.05) await shop.register.deliver(NEVER);
  }
  for (let n = 0; n < 10; n++) {
    shop.room.clock.advance(61_000);
    await shop.register.deliver(NEVER);
  }
  expect(shop.register.undelivered).toBe(0);
  expect(new Set(shop.furs.invoices.map(({ number }) => number)).size).toBe(COUNT);
  expect(shop.furs.invoices).toHaveLength(COUNT);
  expect(shop.furs.doubles).toEqual([]);
  const records = await shop.room.records('def');
  const known = new Map(records.filter(({ _ }) => _ === 'Fis').map(({ Of, Fis }) => [Of, tagOf(Fis, 'EOR')]));
  expect([...known.values()].sort()).toEqual(shop.furs.invoices.map(({ eor }) => eor).sort());
  expect(await findings(shop)).toEqual([]);
});

it('takes a receipt back once, by the number that is printed on it', async () => {
  const shop = await openShop();
  const first = await shop.sell();
  const D = '2026-05-02T10:00:00';
  const book = { SI_BookNumber: '612', SI_BookSet: '03', SI_BookSerial: '5001-0001018', D };
  expect((await shop.sell(book)).Result.RC).toBe('OK');
  const back = async (RFN: string, more: object = {}) => {
    const sent = sale(
      [
        ['-66.71', 'A'],
        ['-3.34', 'B'],
      ],
      { Void: '1', RFN, Rsn: 'Napaka', ...more },
    );
    const { Result } = await shop.sell({ ...sent, D: undefined!, TN: undefined! });
    return Result.RC === 'OK' ? Result : Result.ErrorCode;
  };
  const reported = () => shop.furs.invoices.at(-1)!.content;
  expect(await back('TRGOVINA1-BLAG2-1', { RD: first.ESR!.D })).toEqual({ RC: 'OK' });
  expect(reported().ReferenceInvoice).toMatchObject([{ ReferenceInvoiceIssueDateTime: first.ESR!.D }]);
  for (const name of ['TRGOVINA1-BLAG2-1', ' trgovina1-blag2-001'])
    expect(await back(name)).toBe('#ALREADY_VOIDED');
  expect(await back('612/03/5001-0001018')).toEqual({ RC: 'OK' });
  expect(reported().ReferenceSalesBook).toMatchObject([{ ReferenceSalesBookIssueDate: '2026-05-02' }]);
  expect(await back('612/03/5001-0001018', { RD: '2026-05-02' })).toBe('#ALREADY_VOIDED');
  // What other registers have issued is registered without check.
  expect(await back('612/04/5001-0001018')).toMatchObject({
    RC: 'OK',
    Warning: expect.anything() as unknown,
  });
  expect(await back('TRGOVINA1-BLAG2-1', { RD: '2025-05-04' })).toMatchObject({ RC: 'OK' });
});
