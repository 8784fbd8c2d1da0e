/** Parses a fetched page of ours. Drops its styles, because this page's CSP allows only its own. */
export async function documentOf(answer: Response): Promise<Document> {
  const html = (await answer.text()).replaceAll(/<style[\s\S]*?<\/style>/g, "");
  return new DOMParser().parseFromString(html, "text/html");
}
