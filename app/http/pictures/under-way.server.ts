import type { ServerResponse } from "node:http";
import { countTaken } from "#app/http/overload/count-taken.server.ts";

/** Pictures that are read at the moment add to it, at most 16 of them. */
const usualLimit = 64 * 1024 * 1024;

export type UnderWay = ReturnType<typeof openUnderWay>;

/** The bytes of pictures that are in memory until their receivers have taken them. */
export function openUnderWay(limitBytes = usualLimit) {
  const taken = countTaken();
  let bytes = 0;

  function add(client: string, difference: number): void {
    bytes += difference;
    taken.add(client, difference);
  }

  return {
    /** As with places, a client never has more than it leaves free. */
    hasRoom: (client: string): boolean => limitBytes - bytes > taken.of(client),

    /** Until the response closes: its receiver has all, has left, or was cut off because it took nothing. */
    hold(client: string, response: ServerResponse, size: number): void {
      if (response.closed) return;
      add(client, size);
      response.once("close", () => add(client, -size));
    },

    bytes: () => bytes,
  };
}
