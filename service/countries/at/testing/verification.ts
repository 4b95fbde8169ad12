/** Writes the DEP of receipts, and verifies it. */
import { X509Certificate } from 'node:crypto';
import { writeDep, type DepReceipt } from '../rksv/dep.ts';
import { verifyDep } from './dep-file.ts';
import type { DepFinding } from '../verify/finding.ts';
import type { DepSummary, VerifyOptions } from '../verify/verifier.ts';
import { AES_KEY } from './cash-register.ts';
import type { Root } from './certificates.ts';

/** Whatever there is, one after the other. */
export async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** The file. */
export async function depFile(receipts: Iterable<DepReceipt>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeDep(each(receipts))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What an auditor has that trusts a root. */
export function auditorOf(root: Root): VerifyOptions {
  return { aesKey: AES_KEY, trusted: [new X509Certificate(Buffer.from(root.certificate, 'base64'))] };
}

/** Findings and summary of a file. */
export async function verified(
  source: AsyncIterable<Uint8Array>,
  options: VerifyOptions,
): Promise<{ findings: DepFinding[]; summary: DepSummary }> {
  const findings: DepFinding[] = [];
  const run = verifyDep(source, options);
  for (;;) {
    const next = await run.next();
    if (next.done) return { findings, summary: next.value };
    findings.push(next.value);
  }
}

/** Findings and summary of receipts, by way of their file. */
export async function verifiedReceipts(receipts: Iterable<DepReceipt>, options: VerifyOptions) {
  return verified(writeDep(each(receipts)), options);
}
