/** A page of ours as it was answered. Its styles stay out: the policy of this page knows only its own. */
export async function pageOf(answer: Response): Promise<Document> {
  const html = (await answer.text()).replaceAll(/<style[\s\S]*?<\/style>/g, "");
  return new DOMParser().parseFromString(html, "text/html");
}
