/** XML signatures by xmlsec1, where it is at hand: a second opinion on what we sign and verify. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NOT_HELD } from '../../../testing/official.ts';

/** Why it cannot be asked; null when it can. */
export const noXmlsec: string | null = spawnSync('xmlsec1', ['--version']).error
  ? `${NOT_HELD}: there is no xmlsec1 to verify with`
  : null;

/**
 * What it finds wrong with the signature of a document, empty when nothing.
 * @param element whose `Id` is signed, `namespace:name`
 * @param trusted PEM
 */
export function xmlsecProblems(xml: string, element: string, trusted: string): string {
  return asked(xml, (file, pem) => ['--verify', '--trusted-pem', pem, ...id(element), file], trusted).problem;
}

/**
 * The same for a signature by a known certificate, as in WS-Security.
 * @param elements whose `Id` is signed
 * @param certificate of the signer, PEM
 */
export function xmlsecProblemsBy(xml: string, elements: string | string[], certificate: string): string {
  const ids = [elements].flat().flatMap(id);
  const verify = (file: string, pem: string) => ['--verify', '--pubkey-cert-pem', pem, ...ids, file];
  return asked(xml, verify, certificate).problem;
}

/** Signs a document that has an empty signature in it. Key and certificate are PEM. */
export function xmlsecSigned(xml: string, element: string, key: string, certificate: string): string {
  const both = `${key}${certificate}`;
  const { problem, output } = asked(
    xml,
    (file, pem) => ['--sign', '--privkey-pem', `${pem},${pem}.certificate`, ...id(element), file],
    both,
    certificate,
  );
  if (problem !== '') throw new Error(problem);
  return output;
}

function id(element: string): string[] {
  return ['--id-attr:Id', element];
}

function asked(
  xml: string,
  command: (file: string, pem: string) => string[],
  pem: string,
  certificate = '',
): { problem: string; output: string } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xmlsec-'));
  try {
    const files = { 'document.xml': xml, 'key.pem': pem, 'key.pem.certificate': certificate };
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
    const [document, keys] = [path.join(folder, 'document.xml'), path.join(folder, 'key.pem')];
    const { status, stdout, stderr } = spawnSync('xmlsec1', command(document, keys), { encoding: 'utf8' });
    return { problem: status === 0 ? '' : stderr || stdout || 'it failed', output: stdout };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
