/**
 * Makes a logo of a picture that somebody has chosen: the browser draws it anew, small. So nothing of the file
 * itself reaches customers but its pixels: no place and camera of a photo, no programs.
 */

/** Why a file makes no logo. */
export type LogoProblem = 'tooLarge' | 'kind' | 'unreadable';

/** Pixels of pages on fine screens: three times what they show (receipt.css). */
const MOST = { width: 384, height: 168 };
const MAX_FILE_BYTES = 10_000_000;
/** Characters that the portal takes. */
const MAX_URL = 100_000;
/** How files of the kinds begin. */
const BEGINNINGS = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
];

/** The logo as data URL. */
export async function logoOf(file: File): Promise<{ url: string } | { problem: LogoProblem }> {
  if (file.size > MAX_FILE_BYTES) return { problem: 'tooLarge' };
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  if (!BEGINNINGS.some((beginning) => beginning.every((byte, at) => head[at] === byte)))
    return { problem: 'kind' };
  try {
    const picture = await createImageBitmap(file);
    const url = drawn(picture);
    picture.close();
    return url.length <= MAX_URL ? { url } : { problem: 'tooLarge' };
  } catch {
    return { problem: 'unreadable' };
  }
}

/** As PNG, which keeps what is transparent; as JPEG where that would be too large. */
function drawn(picture: ImageBitmap): string {
  const scale = Math.min(1, MOST.width / picture.width, MOST.height / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const png = canvas.toDataURL('image/png');
  if (png.length <= MAX_URL) return png;
  // What was transparent would be black.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', 0.85);
}
