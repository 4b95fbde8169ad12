/** Both chains, transaction by transaction, by somebody else's program: openssl, with the fields as they stand in the file. */
import { spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../testing/folder.ts';
import { lacksOfficial, needOfficial, officialBytes } from '../../../../testing/official.ts';
import { saft as danish } from '../../../dk/export.ts';
import { denmark } from '../../../dk/testing/example.ts';
import { CVR } from '../../../dk/testing/shop.ts';
import { saft as norwegian } from '../../../no/export.ts';
import { norway } from '../../../no/testing/example.ts';
import { SECRET } from '../../../no/testing/shop.ts';
import { Shop } from '../../../testing/shop.ts';
import { all, blocks, filesOf, sellADay } from '../testing/day.ts';

const FIELDS = {
  DK: ['nr', 'transID', 'transType', 'transDate', 'transTime', 'empID', 'transAmntIn', 'transAmntEx'],
  NO: ['transDate', 'transTime', 'nr', 'transAmntIn', 'transAmntEx'],
};

/** What was signed, and its signature, of each transaction of a file. */
function signed(xml: string, country: 'DK' | 'NO'): { text: string; signature: string }[] {
  let before = '0';
  return blocks(xml, 'cashtransaction').map((each) => {
    const fields = FIELDS[country].map((name) => all(each, name)[0]!);
    const own = country === 'DK' ? ['KBH1-1', CVR] : [];
    const text = [before, ...fields, ...own].join(';');
    before = all(each, 'signature')[0]!;
    return { text, signature: before };
  });
}

/** Runs openssl on a text. */
function openssl(args: string[], input: string): { status: number | null; output: string } {
  const { status, stdout } = spawnSync('openssl', args, { input });
  return { status, output: stdout.toString('latin1') };
}

/** Which transactions do not fit, counted from 1; an RSA key. */
async function misfits(
  links: readonly { text: string; signature: string }[],
  publicKey: string,
  digest: string,
): Promise<number[]> {
  const folder = await temporaryFolder();
  const [key, file] = [path.join(folder, 'key.pem'), path.join(folder, 'signature')] as const;
  await fs.writeFile(key, publicKey);
  const found: number[] = [];
  for (const [i, { text, signature }] of links.entries()) {
    await fs.writeFile(file, Buffer.from(signature, 'base64'));
    if (openssl(['dgst', digest, '-verify', key, '-signature', file], text).status !== 0) found.push(i + 1);
  }
  return found;
}

it('the Danish one fits, and a changed amount shows where it is', async () => {
  const shop = await Shop.open(denmark);
  await sellADay(shop);
  const [xml] = [...(await filesOf(shop, danish)).values()] as [string];
  const { publicKey } = new X509Certificate(Buffer.from(all(xml, 'certificateData')[0]!, 'base64'));
  const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  expect(await misfits(signed(xml, 'DK'), pem, '-sha512')).toEqual([]);
  const changed = xml.replace(/(<nr>3<[\s\S]*?<transAmntIn>)180/, '$1170');
  expect(await misfits(signed(changed, 'DK'), pem, '-sha512')).toEqual([3]);
});

it('the Norwegian one fits with a secret, and a changed time shows where it is', async () => {
  const shop = await Shop.open(norway);
  await sellADay(shop);
  const [xml] = [...(await filesOf(shop, norwegian)).values()] as [string];
  const hex = Buffer.from(SECRET, 'base64').toString('hex');
  const wrong = (file: string) =>
    signed(file, 'NO').flatMap(({ text, signature }, i) => {
      const args = ['dgst', '-sha1', '-mac', 'HMAC', '-macopt', `hexkey:${hex}`, '-binary'];
      return Buffer.from(openssl(args, text).output, 'latin1').toString('base64') === signature
        ? []
        : [i + 1];
    });
  expect(wrong(xml)).toEqual([]);
  expect(wrong(xml.replace(/(<nr>4<[\s\S]*?<transTime>)\d\d/, '$113'))).toEqual([4]);
});

it('the Norwegian one fits with an RSA key of 1024 bits', async ({ skip }) => {
  const file = 'examples/no/test-rsa1024.pem';
  needOfficial(skip, lacksOfficial(file));
  const key = createPrivateKey(officialBytes(file));
  const pem = key.export({ type: 'pkcs8', format: 'pem' }) as string;
  const shop = await Shop.open({
    ...norway,
    equipment: () => ({ setUp: (act) => act('key', { file: Buffer.from(pem).toString('base64') }) }),
  });
  await sellADay(shop);
  const [xml] = [...(await filesOf(shop, norwegian)).values()] as [string];
  const shown = createPublicKey(key).export({ type: 'spki', format: 'pem' }) as string;
  expect(await misfits(signed(xml, 'NO'), shown, '-sha1')).toEqual([]);
  expect(await misfits(signed(xml.replace('<nr>2<', '<nr>20<'), 'NO'), shown, '-sha1')).toEqual([2]);
});
