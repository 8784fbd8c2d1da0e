const texts = new WeakMap<Response, string>();

/** A response with a page's text beside it. As a body, the text would be copied and decoded several times. */
export function responseFor(html: string, init: ResponseInit): Response {
  const response = new Response(null, init);
  texts.set(response, html);
  return response;
}

export const pageText = (response: Response): string | null => texts.get(response) ?? null;
