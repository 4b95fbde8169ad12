/** The browser keeps the file as it arrives: it may be larger than a page could hold. */
export function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
