import type { FileText } from '../../components/pem.ts';

/** Reads a file as base64, the form in which actions carry it. @param most bytes */
export function readFile(most: number): (bytes: Uint8Array) => FileText {
  return (bytes) => (bytes.length > most ? { problem: 'tooLarge' } : { text: base64Of(bytes) });
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  // In pieces: arguments of a call are kept on the stack.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
