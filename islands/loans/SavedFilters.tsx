import { type ReactNode, useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { formText } from "../../lib/client/forms.ts";
import { toast } from "../../lib/client/toast.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { useForm } from "../forms/use_form.ts";

interface Saved {
  id: number;
  name: string;
  query: string;
}

const POP = "saved-filters", DIALOG = "save-filter";
const SAVE = "/api/loans/savefilter";

const LIST = "/dashboard/loans", MAP = "/dashboard/maploans";

/** Filters of the map are saved with their path, those of the list without. */
const addressOf = (query: string) => query.startsWith("/") ? query : query ? `${LIST}?${query}` : LIST;

/** A saved filter as its call takes it. */
const sentOf = (query: string) =>
  query.startsWith(MAP) ? { screen: "map", query: query.slice(MAP.length + 1) } : { screen: "list", query };

/**
 * The person's saved filters of list and map: loaded when opened, applied as links, saved and deleted here. `query` is
 * that of the list's address, or the map's whole address.
 */
export function SavedFilters({ query }: { query: string }): ReactNode {
  const [list, setList] = useState<Saved[] | null>(null);
  const [failed, setFailed] = useState(false);
  const deleting = useRef(false);
  const pop = useRef<HTMLDivElement>(null);

  async function read() {
    const result = await callApi<{ data: Saved[] }>("/api/loans/getsavedfilters");
    setFailed(!result.response);
    if (result.response) setList(result.data);
  }

  useEffect(() => {
    const opens = (event: Event) => (event as ToggleEvent).newState === "open" && read();
    pop.current?.addEventListener("beforetoggle", opens);
    // The browser opens the popover itself, possibly before hydration.
    if (pop.current?.matches(":popover-open")) void read();
    return () => pop.current?.removeEventListener("beforetoggle", opens);
  }, []);

  const { errors, busy, handlers } = useForm({
    path: SAVE,
    read: (form) => ({ ...formText(form), ...sentOf(query) }),
    field: "name",
    says: () => "",
    done(_answer, _values, form) {
      closeDialog(DIALOG);
      form.reset();
      toast("Saved");
    },
  });

  async function putBack({ name, query }: Saved) {
    const result = await callApi(SAVE, { name, ...sentOf(query) });
    if (!result.response) return void toast(result.reason ?? "Failed Saving!", "bad");
    toast("Saved");
    await read();
  }

  async function remove(saved: Saved) {
    if (deleting.current) return;
    deleting.current = true;
    const result = await callApi("/api/loans/deletesavedfilter", { id: saved.id });
    deleting.current = false;
    if (!result.response) return void toast(result.reason ?? "Failed to update!", "bad");
    setList((all) => all?.filter(({ id }) => id !== saved.id) ?? null);
    toast(`${saved.name} deleted`, "ok", 8000, { label: "Undo", run: () => putBack(saved) });
    pop.current?.querySelector<HTMLElement>("a, button")?.focus();
  }

  return (
    <span className="scripted">
      <button className="btn bare slim" type="button" popoverTarget={POP} title="Saved filters">
        <Icon name="tag" />
        <span className="label">Saved filters</span>
        <Icon name="chevron-down" className="icon chevron" />
      </button>
      <div className="popover saved" id={POP} popover="auto" ref={pop}>
        {failed && <p role="status">The saved filters could not be loaded.</p>}
        {list?.length === 0 && <p>None yet. Search, filter or sort, then save the view.</p>}
        <ul aria-label="Saved filters">
          {list?.map((saved) => (
            <li key={saved.id}>
              <a href={addressOf(saved.query)} aria-current={saved.query === query ? "true" : undefined}>
                {saved.name}
              </a>
              <button
                className="icon-only"
                type="button"
                aria-label={`Delete ${saved.name}`}
                title={`Delete ${saved.name}`}
                onClick={() => remove(saved)}
              >
                <Icon name="trash-2" />
              </button>
            </li>
          ))}
        </ul>
        <hr />
        <button
          type="button"
          onClick={() => {
            pop.current?.hidePopover();
            openDialog(DIALOG);
          }}
        >
          <Icon name="plus" />
          Save this view
        </button>
      </div>
      <Dialog id={DIALOG} title="Save this view" slim>
        <form className="stack" noValidate {...handlers}>
          <TextField
            id="save-filter-name"
            name="name"
            label="Name"
            hint="Status, search, filters and order. Replaces an existing name."
            error={errors.name}
            autoFocus
            autoComplete="off"
          />
          <footer>
            <button className="btn" type="button" onClick={() => closeDialog(DIALOG)}>Cancel</button>
            <button className="btn primary" type="submit" aria-busy={busy || undefined}>
              {busy ? "Saving" : "Save"}
            </button>
          </footer>
        </form>
      </Dialog>
    </span>
  );
}
