import { openOutside } from "#outside/http.ts";
import { approve, endOrder, endPrompt, reverse } from "./decisions.ts";
import type { Callback, Task } from "./state.ts";
import type { SandboxContext } from "./context.ts";

/** Scheduled tasks: callbacks, and payment requests and orders that expire. */
export type Agenda = {
  runDue(): Promise<void>;
  /** Sends every waiting callback, due or not. */
  deliverAll(): Promise<void>;
  delivered(): readonly Delivery[];
  forget(): void;
  close(): void;
};

type Delivery = { payment: number; url: string; body: string; status: number | null };

const kept = 2_000;
const patience = { milliseconds: 30_000, slowMilliseconds: 30_000, answerBytes: 1_000_000 };

export function openAgenda(context: SandboxContext): Agenda {
  const { state } = context;
  const lines = new Map<number, Promise<void>>();
  const taken = new Set<number>();
  let deliveries: Delivery[] = [];
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const isHeld = (task: Task) => task.work.kind === "callback" && state.meta.switches.holdCallbacks;
  const isFree = (task: Task) => !taken.has(task.id) && !isHeld(task);
  const due = () => {
    const now = context.now();
    const later = state.tasks().findIndex((task) => task.at > now);
    return state
      .tasks()
      .slice(0, later < 0 ? undefined : later)
      .filter(isFree);
  };

  async function run(tasks: Task[]): Promise<void> {
    for (const task of tasks) {
      taken.add(task.id);
      // Messages of one payment keep their order. Different payments run in parallel.
      const before = lines.get(task.payment) ?? Promise.resolve();
      const after = before.then(() => carryOut(task));
      lines.set(task.payment, after);
      void after.finally(() => {
        if (lines.get(task.payment) === after) lines.delete(task.payment);
      });
    }
    await Promise.all(lines.values());
  }

  async function carryOut(task: Task): Promise<void> {
    if (closed) return;
    const { work } = task;
    const payment = state.payment(task.payment);
    if (work.kind === "callback") await deliver(task.payment, work);
    else if (payment !== undefined) {
      if (work.kind === "end-prompt") endPrompt(context, payment);
      if (work.kind === "end-order") endOrder(context, payment);
      if (work.kind === "approve") approve(context, payment, null);
      if (work.kind === "reverse") reverse(context, payment);
    }
    if (closed) return;
    taken.delete(task.id);
    state.finish(task);
    try {
      state.flush();
    } catch {
      // The disk is full. The next change stores this one too, and a restart before that repeats the task.
    }
  }

  async function deliver(payment: number, callback: Callback): Promise<void> {
    const once = async () => {
      const status = await post(callback);
      deliveries.push({ payment, url: callback.url, body: callback.body, status });
      deliveries = deliveries.slice(-kept);
    };
    if (callback.together) await Promise.all(Array.from({ length: callback.times }, once));
    else for (let sent = 0; sent < callback.times; sent++) await once();
  }

  /** Decisions create new tasks, so repeat until no task is due. */
  async function runDue(): Promise<void> {
    for (let tasks = due(); tasks.length > 0 && !closed; tasks = due()) await run(tasks);
    await Promise.all(lines.values());
    arm();
  }

  function arm(): void {
    clearTimeout(timer);
    if (closed) return;
    const next = state.tasks().find(isFree);
    if (next === undefined) return;
    timer = setTimeout(() => void runDue(), Math.min(Math.max(next.at - context.now(), 1), 60_000));
    timer.unref();
  }

  context.wake = arm;
  arm();
  return {
    runDue,
    async deliverAll() {
      await runDue();
      await run(state.tasks().filter((task) => task.work.kind === "callback" && !taken.has(task.id)));
      arm();
    },
    delivered: () => deliveries,
    forget() {
      taken.clear();
      deliveries = [];
      arm();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

async function post({ url, headers, body }: Callback): Promise<number | null> {
  const sent = await openOutside([url], patience).send({ method: "POST", url, headers, body });
  return sent.kind === "answered" ? sent.status : null;
}
