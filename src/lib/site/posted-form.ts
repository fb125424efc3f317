/** What a form posted; empty when it cannot be read, as if nothing had been filled in. */
export const postedForm = (request: Request): Promise<FormData> =>
  request.formData().catch(() => new FormData());
