import { saveRetention, setEventAside, tryEventAgain } from "../../lib/features/operations/mod.ts";
import { FailedEventInput, SaveRetentionInput } from "../../lib/schemas/operations.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { retentionPage } from "./retention.tsx";
import { statusPage } from "./status.tsx";

/**
 * POST /api/loans/saveretention: how long drafts, account requests, news, addresses, opens, sign-ins and files of
 * closed loans are kept. With `seen` a stale save is refused.
 */
const saveRetentionCall = call({
  method: "POST",
  path: "/api/loans/saveretention",
  permission: "operatePortal",
  input: SaveRetentionInput,
  async run(ctx, input) {
    await saveRetention(ctx, input);
    return {};
  },
  form: {
    page: retentionPage,
    done: () => ({ to: retentionPage.path, toast: "Saved. The next run is tonight." }),
  },
});

/** The list of such events: the keyboard goes on at the next one. */
const EVENTS = `${statusPage.path}#events-title`;

/** POST /api/loans/tryeventagain: an event that a consumer gave up on is handed to it once more. */
const tryEventAgainCall = call({
  method: "POST",
  path: "/api/loans/tryeventagain",
  permission: "operatePortal",
  input: FailedEventInput,
  async run(ctx, input) {
    await tryEventAgain(ctx, input);
    return {};
  },
  form: { page: statusPage, done: () => ({ to: EVENTS, toast: "It is tried again now" }) },
});

/** POST /api/loans/seteventaside: nothing follows any more from an event that a consumer gave up on. */
const setEventAsideCall = call({
  method: "POST",
  path: "/api/loans/seteventaside",
  permission: "operatePortal",
  input: FailedEventInput,
  async run(ctx, input) {
    await setEventAside(ctx, input);
    return {};
  },
  form: { page: statusPage, done: () => ({ to: EVENTS, toast: "The event is set aside" }) },
});

export const operationsCalls: readonly Call[] = [saveRetentionCall, tryEventAgainCall, setEventAsideCall];
