/** An upload sent by the page; it waits until the test responds. */
export interface TestUpload {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: Blob;
  isAborted: boolean;
  progress(loaded: number, total: number): void;
  answer(status: number, body: unknown): void;
  lose(): void;
}

/** A replacement of `XMLHttpRequest`, and the uploads made with it. */
export function testUploads(): { uploads: TestUpload[]; Request: new () => object } {
  const uploads: TestUpload[] = [];
  class Request {
    status = 0;
    response: unknown = null;
    responseType = '';
    withCredentials = false;
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload = () => {};
    onerror = () => {};
    onabort = () => {};
    #request = { method: '', path: '', headers: {} as Record<string, string> };
    #upload: TestUpload | null = null;
    open(method: string, path: string) {
      this.#request = { method, path, headers: {} };
    }
    setRequestHeader(name: string, value: string) {
      this.#request.headers[name] = value;
    }
    abort() {
      if (this.#upload) this.#upload.isAborted = true;
      this.onabort();
    }
    send(file: Blob) {
      this.#upload = {
        ...this.#request,
        file,
        isAborted: false,
        progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
        answer: (status, body) => {
          this.status = status;
          this.response = body;
          this.onload();
        },
        lose: () => this.onerror(),
      };
      uploads.push(this.#upload);
    }
  }
  return { uploads, Request };
}
