import { createHook } from "node:async_hooks";

/**
 * One of the objects that process.nextTick makes. V8 drops their shape when a garbage collection finds none of them, and from then
 * on makes each new one five times as slowly. While one is kept, the shape stays. It is loaded before all else with --import.
 */
export const keptTickObject: object | null = takeTickObject();

function takeTickObject(): object | null {
  let taken: object | null = null;
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === "TickObject") taken = resource;
    },
  }).enable();
  process.nextTick(() => {});
  hook.disable();
  return taken;
}
