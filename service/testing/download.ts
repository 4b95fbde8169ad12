import http from 'node:http';

/** What came back of a download, as far as it came. */
export interface Download {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  /** The answer came to its end. */
  complete: boolean;
}

/** Downloads over a connection of its own; an answer that breaks off is no error here. */
export function download(url: string, headers: Record<string, string> = {}): Promise<Download> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => undefined);
      response.on('close', () => {
        const { statusCode, headers: received, complete } = response;
        resolve({ status: statusCode!, headers: received, body: Buffer.concat(chunks), complete });
      });
    });
    request.on('error', reject);
  });
}

/** Begins a download and reads only what comes at once; `leave` closes the connection. */
export function beginDownload(url: string): Promise<{ leave(): void }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false }, (response) => {
      response.on('error', () => undefined);
      response.once('data', () => {
        response.pause();
        resolve({ leave: () => void request.destroy() });
      });
    });
    request.on('error', reject);
  });
}
