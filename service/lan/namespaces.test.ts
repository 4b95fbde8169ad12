/** The tills of a shop as whole services in network namespaces. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { newCompanyKey, readCompanyKey } from '../receipt/company-key.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { PORTUGAL, sale } from '../testing/sales.ts';
import { keyOf, newId, open, seal } from './datagram.ts';
import { makeNetwork, whyNoNetwork } from './testing/network.ts';
import { Till } from './testing/till.ts';

const reason = whyNoNetwork();
const SECRET = 'the-secret-of-our-shop';
const why = reason === null ? '' : ` (skipped: ${reason})`;

/** Registers as one sees them: terminal, state, address. */
async function seenBy(till: Till): Promise<string[]> {
  const { json } = await till.send('GET', '/control/lan');
  return json.Lan.map((one: Record<string, string>) => `${one.TT} ${one.state} ${one.Url}`);
}

const byNumber = (TN: string) => ({ Tra: { ESR: { TL: '1', TT: '2', TN } } });

it.skipIf(reason !== null)(
  `tills of a shop find each other and each other's receipts${why}`,
  { timeout: 180_000 },
  async () => {
    const network = await makeNetwork();
    const first = await Till.open(network, '1', SECRET);
    const second = await Till.open(network, '2', SECRET);
    const stranger = await Till.open(network, '3', 'another-secret-of-others');

    const both = ['1 online http://10.77.0.1:5618', '2 online http://10.77.0.2:5618'];
    // The later one called, the earlier one heard it.
    await vi.waitFor(async () => expect(await seenBy(first)).toEqual(both), { timeout: 10_000 });
    expect(await seenBy(second)).toEqual([...both].reverse());
    expect(await seenBy(stranger)).toEqual(['3 online http://10.77.0.3:5618']);

    for (const TN of ['7', '8']) {
      expect((await second.send('POST', '/register', sale('2.00', { TN }))).status).toBe(200);
    }
    const found = await first.send('GET', '/tra?TL=1&TT=2&TN=7');
    expect(found.json.Tra).toMatchObject({ RN: 'def', ESR: { TT: '2', TN: '7', T: '2.00' } });
    expect((await first.send('GET', '/tra?TL=1&TT=2&TN=99')).status).toBe(404);
    expect((await stranger.send('GET', '/tra?TL=1&TT=2&TN=7')).status).toBe(404);

    const voided = await first.send('POST', '/register/void', byNumber('7'));
    expect(voided.json.TraC.Result).toMatchObject({ RC: 'OK' });
    const own = await first.send('GET', '/find?_=Tra');
    expect(own.json.Rec[0].ESR).toMatchObject({ Void: '1', TT: '1', RTT: '2', RTN: '7', T: '-2.00' });
    const mark = await second.send('GET', '/find?_=log&sort=desc&limit=1rows');
    expect(mark.json.Rec[0]).toMatchObject({
      Event: 'voided-elsewhere',
      By: expect.stringMatching(/\/def$/),
    });
    for (const till of [first, second]) {
      const again = await till.send('POST', '/register/void', byNumber('7'));
      expect(again.json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#ALREADY_VOIDED' });
    }

    const key = keyOf(SECRET);
    const question = () => ({
      kind: 'tra',
      id: newId(),
      at: Date.now(),
      from: 'test',
      body: { TL: '1', TT: '2', TN: '7' },
    });
    const [one, other] = [question(), question()];
    const [sealed, fresh] = [seal(key, one)!, seal(key, other)!];
    const answers = await stranger.ask(second, 2, sealed, sealed, fresh);
    expect(answers.map((answer) => open(key, answer)?.id).sort()).toEqual([one.id, other.id].sort());

    // The key that seals the company's records, which one of them was given by its manager.
    const companyKey = newCompanyKey();
    const { id } = readCompanyKey(companyKey)!;
    const set = (till: Till, more: string) =>
      till.send('POST', '/profile', { Attributes: `Lan_Key=${SECRET} Recorder_Seal=${id} ${more}` });
    expect((await set(second, `Recorder_SealKey=${companyKey}`)).status).toBe(200);
    expect((await set(first, '')).status).toBe(200);
    await vi.waitFor(
      async () =>
        expect((await first.send('GET', '/log')).text).toContain(`the key ${id} that seals records`),
      { timeout: 10_000 },
    );

    await second.stop();
    const silent = await first.send('POST', '/register/void', byNumber('8'));
    expect(silent.status).toBe(406);
    expect(silent.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#NEIGHBOUR_SILENT' });
    await first.restart();
    expect(await seenBy(first)).toEqual([both[0], '2 offline http://10.77.0.2:5618']);
    await second.start();
    await vi.waitFor(async () => expect(await seenBy(first)).toEqual(both), { timeout: 10_000 });
    const late = await first.send('POST', '/register/void', byNumber('8'));
    expect(late.json.TraC.Result).toMatchObject({ RC: 'OK' });
  },
);

it.skipIf(reason !== null)(`a till exports for the whole shop${why}`, { timeout: 120_000 }, async () => {
  const network = await makeNetwork();
  const tills = [];
  for (const TT of ['1', '2']) tills.push(await Till.open(network, TT, SECRET, PORTUGAL.Cmp));
  const [first, second] = tills as [Till, Till];
  const registered = await second.send('POST', '/register', sale('2.00'));
  expect(registered.status).toBe(200);
  await vi.waitFor(async () => expect(await seenBy(first)).toHaveLength(2), { timeout: 10_000 });
  const target = await temporaryFolder();
  const day = registered.json.TraC.ESR.D.slice(0, 10);
  const query = `/control/export?lan=on&from=${day}&till=${day}&target=${encodeURIComponent(target)}`;
  const { Export } = (await first.send('GET', query)).json;
  expect(Export).toMatchObject({ Count: 2, Records: 1 });
  expect(Export.Warning).toBeUndefined();
  const [own, theirs] = await Promise.all(
    Export.Files.map(({ Name }: { Name: string }) => fs.readFile(path.join(target, Name), 'latin1')),
  );
  const number = `<InvoiceNo>${registered.json.TraC.ESR.FN}</InvoiceNo>`;
  expect(own).not.toContain(number);
  expect(theirs).toContain(number);
});
