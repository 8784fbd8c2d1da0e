export const handle = { policy: "everybody" };

/** The process answers. */
export function loader() {
  return new Response("ok\n", { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
