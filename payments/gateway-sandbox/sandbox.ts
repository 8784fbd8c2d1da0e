import type { IncomingMessage, ServerResponse } from "node:http";
import { administration, type Recorded } from "./administration.ts";
import { openAgenda } from "./scheduled-tasks.ts";
import { openAzampayGateway } from "./azampay-gateway.ts";
import { azampayStatement } from "./azampay-statement.ts";
import { cardPages } from "./card-page.ts";
import { empty, sendReply, readRequest, reply, seeOther, type SandboxRequest, type Reply } from "./http.ts";
import { sandboxStyles } from "./styles.ts";
import { phonePages } from "./phone-page.ts";
import { script } from "./script.ts";
import { openReportingService } from "./reporting.ts";
import { openSelcomGateway } from "./selcom-gateway.ts";
import { openState } from "./state.ts";
import type { Store } from "./store.ts";
import { openContext, type SandboxOptions } from "./context.ts";

export type Sandbox = {
  /** Answers all requests under the path of `baseUrl`. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): void;
};

const recordsKept = 2_000;

/** Simulates AzamPay and Selcom, at least as strictly, with the donor's phone and the payment pages, and a reporting service. */
export function openSandbox({ store, ...options }: SandboxOptions & { store: Store }): Sandbox {
  const context = openContext(openState(store), options);
  const agenda = openAgenda(context);
  const azampay = openAzampayGateway(context, agenda);
  const selcom = openSelcomGateway(context, agenda);
  const reporting = openReportingService();
  const unfinished = new Set<ServerResponse>();
  let recorded: Recorded[] = [];
  const records = { all: () => recorded, forget: () => void (recorded = []) };

  async function answer(request: SandboxRequest): Promise<Reply> {
    const gateway = /^\/(azampay|selcom)(\/(?!paymentgw).*)$/.exec(request.path);
    if (gateway !== null) {
      const [, name, path = ""] = gateway;
      const inside = { ...request, path };
      const { method, headers, body } = request;
      recorded = [
        ...recorded.slice(1 - recordsKept),
        { at: context.now(), method, path: request.path, headers, body },
      ];
      return (await (name === "azampay" ? azampay(inside) : selcom(inside))) ?? empty(404);
    }
    if (/^\/reporting(\/|$)/.test(request.path)) return reporting.answer(request);
    if (request.method === "POST" && request.path === "/_admin/reporting") return reporting.change(request);
    if (request.path.startsWith("/_admin/"))
      return (await administration(context, agenda, records, request)) ?? empty(404);
    if (request.method === "GET" && request.path === "/azampay-statement.csv")
      return azampayStatement(context);
    if (request.path === "/sandbox.css") return reply(200, sandboxStyles, "text/css; charset=utf-8");
    if (request.path === "/sandbox.js") return reply(200, script, "text/javascript; charset=utf-8");
    if (request.path === "/") return seeOther(`${context.path}/phone`);
    return (await phonePages(context, request)) ?? (await cardPages(context, request)) ?? empty(404);
  }

  return {
    async handle(request, response) {
      unfinished.add(response);
      response.once("close", () => unfinished.delete(response));
      const url = request.url ?? "/";
      if (!url.startsWith(`${context.path}/`) && url !== context.path) return sendReply(empty(404), response);
      const read = await readRequest(request, url.slice(context.path.length) || "/");
      if (read === "gone") return;
      if (read === "too large")
        return sendReply(reply(413, "", "text/plain", { connection: "close" }), response);
      try {
        const answered = await answer(read);
        // Store the result before sending the answer.
        context.state.flush();
        sendReply(answered, response);
      } catch (error) {
        sendReply(empty(500), response);
        throw error;
      }
    },
    close() {
      agenda.close();
      for (const response of unfinished) response.destroy();
      store.close();
    },
  };
}
