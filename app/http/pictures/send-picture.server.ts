import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { translatorIn } from "#app/messages/translator.tsx";
import { isPictureFile } from "#domain/content/picture.ts";
import { retryAfterSeconds } from "#domain/system/admission.ts";
import type { Pictures } from "#storage/pictures/open.ts";
import { StoreFault } from "#storage/store.ts";
import type { Admission } from "#app/http/overload/admission.server.ts";
import { signalOf } from "#app/http/overload/audience.server.ts";
import { refuse } from "#app/http/refuse.server.ts";
import { closedPolicy, fileHeaders } from "#app/http/security/headers.server.ts";
import type { UnderWay } from "./under-way.server.ts";

type Parts = { pictures: Pictures; underWay: UnderWay; admission: Admission; log: Logger };

type Asked = { path: string; client: string };

export async function sendPicture(
  { pictures, underWay, admission, log }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  { path, client }: Asked,
): Promise<void> {
  const [, , id = "", name = "", rest] = path.split("/");
  const etag = `"${id}"`;
  const isNamed = rest === undefined && isPictureFile(id, name);
  if (isNamed && request.headers["if-none-match"]?.includes(etag)) {
    response.writeHead(304, headersOf(etag)).end();
    return;
  }
  const asking = { urgency: "picture", client, gone: signalOf(response) } as const;
  const read = async () => {
    if (!underWay.hasRoom(client)) return "refused";
    return pictures.read(id, name).catch((error: unknown) => whenAway(error, log));
  };
  const picture = rest === undefined ? await admission.run(asking, read) : null;
  if (picture === "refused")
    return refuse(request, response, 503, inBoth("pictureBusy"), ["Retry-After", String(retryAfterSeconds)]);
  if (picture === "away") return refuse(request, response, 503, inBoth("pictureAway"), ["Retry-After", "60"]);
  if (!picture) return refuse(request, response, 404, inBoth("pictureMissing"));
  const { type, body } = picture;
  const about = ["Content-Type", type, "Content-Length", String(body.length)];
  response.writeHead(200, [...headersOf(etag), ...about]);
  if (request.method === "HEAD") return void response.end();
  underWay.hold(client, response, body.length);
  response.end(body);
}

const headersOf = (etag: string): string[] => [
  ...fileHeaders.flat(),
  ...["Content-Security-Policy", `${closedPolicy}; sandbox`, "ETag", etag],
  ...["Cache-Control", "public, max-age=31536000, immutable"],
];

/** The address of a picture has no language. */
const inBoth = (text: "pictureBusy" | "pictureAway" | "pictureMissing"): string =>
  (["en", "sw"] as const).map((language) => translatorIn(language)(`frame.${text}`)).join(" ");

/** The browser shows the picture's description in its place. */
function whenAway(error: unknown, log: Logger): "away" {
  if (!(error instanceof StoreFault)) throw error;
  log.error({ err: error }, "picture could not be read");
  return "away";
}
