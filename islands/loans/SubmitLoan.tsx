import { useStore } from "jotai";
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { callApi, type Refused } from "../../lib/client/call_api.ts";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { loadPart } from "../../lib/client/load_part.ts";
import { formFromDraft } from "../../lib/client/loans/fill_form.ts";
import { entryProblem, SUBMISSION } from "../../lib/domain/loans/plausibility.ts";
import {
  type Errors,
  formErrors,
  namedFields,
  outlineOf,
  RANK_FIELDS,
  rankProblem,
  settlesError,
  submissionBody,
  typeProblem,
  withEntry,
} from "../../lib/client/loans/submission_form.ts";
import { formToast } from "../../lib/client/toast.ts";
import type { DraftContent } from "../../lib/domain/loans/draft.ts";
import type { ReviewResult } from "../../lib/domain/loans/review_result.ts";
import {
  errorOption,
  type FormView,
  type ShownConfig,
  type ShownInput,
} from "../../lib/domain/settings/form_config.ts";
import { inputsOf } from "../../lib/domain/settings/form_order.ts";
import { positionLabel } from "../../lib/domain/lending/ltv.ts";
import { refusedEntry } from "../../lib/domain/loans/submission.ts";
import type { Trouble } from "../forms/trouble_message.tsx";
import { useLeaveGuard } from "../shell/guards.ts";
import { useShared } from "../shell/use_shared.ts";
import { ReviewBar } from "./_submit_bar.tsx";
import { SUMMARY } from "./_submit_dialogs.ts";
import { ExitSection } from "./_submit_exit.tsx";
import { fieldId } from "./_submit_field.tsx";
import { FormSection } from "./_submit_sections.tsx";
import { WRONG_FIELDS, WrongFields } from "./_submit_wrong.tsx";
import { useFill } from "./_use_fill.ts";
import { useFormErrors } from "./_use_form_errors.ts";
import { useSubmissionDraft } from "./_use_submission_draft.ts";
import { filesAtom, formAtom, madeLoanAtom, marksAtom, settledAtom, tokenAtom } from "./submission_atoms.ts";

const reviewPart = () => import("./_submit_review.ts");

const NO_ANSWER = "The server did not respond. Nothing is lost; try again.";

/** The submission form: configured inputs, review and completion. Nothing typed is lost by a refusal. */
export function SubmitLoan(props: {
  config: ShownConfig;
  formView: FormView;
  ltvLimit: number;
  tmpUploadId: string;
  brokerName: string;
  /** YYYY-MM-DD in Toronto. */
  today: string;
  /** The least that is lent, in whole dollars. */
  minLoan: number;
  /** A draft waits to be continued or given up. */
  offered: boolean;
  /** When the draft of this form was kept, in milliseconds; null for a form of its own. */
  keptAt: number | null;
  /** What the form begins with: an earlier loan, or a quote. */
  begun: DraftContent | null;
}): ReactNode {
  const { config, formView, ltvLimit, brokerName, today, minLoan, offered, begun } = props;
  const about = { today, minLoan };
  const outline = useMemo(() => outlineOf(config, formView), [config, formView]);
  const positions = useMemo(() => {
    const input = inputsOf(config.loanInfo, formView).find(({ id }) => id === "firstOrSecond");
    return (input?.options ?? []).map(({ value }) => String(value));
  }, [config, formView]);
  const [form, setForm] = useShared(formAtom);
  const [files] = useShared(filesAtom);
  const [made, setMade] = useShared(madeLoanAtom);
  // Fields that the last review refused; the list above the form shows those that are still wrong.
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [work, setWork] = useState<"files" | "review" | "complete" | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [part, setPart] = useState<Awaited<ReturnType<typeof reviewPart>> | null>(null);
  const [result, setResult] = useState<ReviewResult | null>(null);
  const [licensed, setLicensed] = useState(false);
  const page = useRef<HTMLFormElement>(null);
  const [toasts] = useState(formToast);
  const { errors, setErrors, drop } = useFormErrors(toasts);
  const store = useStore();
  const [marks, setMarks] = useShared(marksAtom);
  const [token] = useShared(tokenAtom);
  const [settled] = useShared(settledAtom);
  const tmpUploadId = token ?? props.tmpUploadId;
  const { clashes, dispute, settle } = useFill(config, formView);
  const onTheWay = files.some(({ state }) => state === "waiting" || state === "sending");
  const paused = made !== null || work === "complete" || (offered && !settled);
  const { unsaved, trouble: notKept } = useSubmissionDraft({ tmpUploadId, keptAt: props.keptAt, begun, paused });
  useLeaveGuard((unsaved || onTheWay) && made === null);
  useEffect(() => {
    if (!begun) return;
    setForm(formFromDraft(begun, store.get(formAtom)));
    setMarks(begun.marks);
  }, []);

  /** After an edit: clears the messages of the last try. */
  const goOn = () => {
    toasts.clear();
    setTrouble(null);
  };
  // Adding or removing a file is an edit too.
  useEffect(() => setTrouble(null), [files.length]);
  /** The mark of the file that filled a field goes once the person changes what is in it. */
  const edited = (path: string, value: string) => {
    const { [path]: gone, ...rest } = store.get(marksAtom);
    if (gone && value !== store.get(formAtom).entries[path]) setMarks(rest);
  };
  const onEnter = (path: string, value: string) => {
    goOn();
    edited(path, value);
    setForm((old) => withEntry(old, path, value));
    drop(path);
  };
  const onLeave = (input: ShownInput, path: string, value: string) => {
    const option = errorOption(input, value, formView);
    edited(path, option ? "" : value);
    setForm((old) => withEntry(old, path, option ? "" : value));
    const again = Object.entries(formErrors(config, formView, store.get(formAtom), about))
      .filter(([at, message]) => refused.includes(at) && settlesError(path, at, message));
    const wrong = option
      ? refusedEntry(input.label, option)
      : typeProblem(input, value) ?? entryProblem(path, value, { ...about, at: SUBMISSION });
    if (wrong) setErrors((old) => ({ ...old, [path]: wrong }));
    else if (again.length > 0) setErrors((old) => ({ ...old, ...Object.fromEntries(again) }));
    else if (value !== "") drop(path);
    if (wrong || !RANK_FIELDS.includes(path)) return;
    const rank = rankProblem(store.get(formAtom));
    if (rank === null) drop("firstOrSecond");
    else setErrors((old) => ({ ...old, firstOrSecond: rank }));
  };

  /** Shows messages at their fields and in the list, toasts the first one, and focuses its field. */
  function refuse(found: Errors, reason?: string): void {
    flushSync(() => {
      setErrors(found);
      setRefused(Object.keys(found));
    });
    const said = reason ?? Object.values(found)[0];
    if (said) toasts.refuse(said);
    const first = page.current &&
      [...page.current.elements].find((control) => Object.keys(found).some((path) => control.id === fieldId(path)));
    requestAnimationFrame(() => {
      // The list stays in view where the first field is near it.
      document.getElementById(WRONG_FIELDS)?.scrollIntoView();
      if (first instanceof HTMLElement) first.focus();
    });
  }

  // Read from the store: a click right after a keystroke may come before the next render.
  const body = (areaReason = "") => {
    const attached = store.get(filesAtom).flatMap(({ id, name, type }) => id === undefined ? [] : [{ id, name, type }]);
    return submissionBody(store.get(formAtom), { files: attached, tmpUploadId, brokerName, areaReason });
  };

  function refusedBy(result: Refused): void {
    const found = Object.entries(result.fields ?? {}).map(([path, message]) => [path.replace(/^data\./, ""), message]);
    setTrouble({ text: result.reason ?? NO_ANSWER, signedOut: result.status === 401 });
    if (found.length === 0) return void (result.reason && toasts.refuse(result.reason));
    closeDialog(SUMMARY);
    setResult(null);
    refuse(Object.fromEntries(found), result.reason);
  }

  async function review(): Promise<void> {
    setWork("review");
    setTrouble(null);
    setResult(null);
    reviewPart().catch(() => {});
    const result = await callApi<{ data: { result: ReviewResult } }>("/api/loans/testloan", body());
    const shown = result.response ? await loadPart(reviewPart) : null;
    setWork(null);
    if (!result.response) return refusedBy(result);
    if (!shown) return;
    flushSync(() => {
      setPart(shown);
      setResult(result.data.result);
      setLicensed(false);
    });
    openDialog(SUMMARY);
  }

  /** The form's word for the position that the review says this would be. */
  const lower = result?.wouldBe ? positionLabel(positions, result.wouldBe) : undefined;
  function reviewAs(position: string): void {
    closeDialog(SUMMARY);
    drop("firstOrSecond");
    edited("firstOrSecond", position);
    setForm((old) => withEntry(old, "firstOrSecond", position));
    void review();
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (work) return;
    toasts.clear();
    const found = formErrors(config, formView, store.get(formAtom), about);
    if (Object.keys(found).length > 0) return refuse(found);
    setErrors({});
    if (onTheWay) setWork("files");
    else void review();
  }

  // The review waits for the files that are still on their way.
  useEffect(() => {
    if (work === "files" && !onTheWay) void review();
  }, [work, onTheWay]);

  async function onComplete(areaReason: string): Promise<void> {
    if (work) return;
    toasts.clear();
    setWork("complete");
    setTrouble(null);
    const result = await callApi<{ data: { loanId: number } }>("/api/loans/newloan", body(areaReason));
    if (!result.response) {
      setWork(null);
      return refusedBy(result);
    }
    setMade(result.data.loanId);
    closeDialog(SUMMARY);
  }

  // An administrator goes on to the loan itself (loans specification 2.5), once the guard no longer asks.
  useEffect(() => {
    if (made !== null && formView === "admin") location.assign(`/dashboard/viewloan?id=${made}`);
  }, [made]);

  if (made !== null) return formView === "admin" ? null : part && <part.ThankYou loanId={made} form={form} />;
  return (
    <>
      <form ref={page} noValidate onSubmit={onSubmit}>
        <WrongFields
          fields={namedFields(config, formView, form, new Set(refused.filter((path) => path in errors)))}
        />
        {outline.map((section, at) => (
          <FormSection
            key={section.name}
            outline={section}
            flags={at === 0}
            config={config}
            view={formView}
            form={form}
            errors={errors}
            marks={marks}
            today={today}
            onEnter={onEnter}
            onLeave={onLeave}
            onRows={(rows) => {
              goOn();
              setForm((old) => ({ ...old, rows }));
              setErrors((old) =>
                Object.fromEntries(Object.entries(old).filter(([path]) => !path.startsWith("additionalProperties.")))
              );
            }}
          />
        ))}
        <ExitSection
          form={form}
          errors={errors}
          onForm={(next) => {
            goOn();
            setForm((old) => ({ ...old, ...next }));
            drop(next.exit ? "exitStrategy" : "comments");
          }}
        />
        <ReviewBar
          outline={outline}
          form={form}
          ltvLimit={ltvLimit}
          busy={work === "files" ? "Waiting for files" : work === "review" ? "Reviewing" : null}
          trouble={result ? null : trouble ?? (notKept && { ...notKept, text: `Not saved: ${notKept.text}` })}
        />
      </form>
      {clashes && <clashes.ClashDialog {...{ dispute, form, marks }} onSettle={settle} />}
      {part && (
        <part.Summary
          result={result}
          licensed={licensed}
          onLicensed={(next) => {
            goOn();
            setLicensed(next);
          }}
          busy={work === "complete" ? "Submitting" : null}
          trouble={trouble}
          onComplete={(areaReason) => void onComplete(areaReason)}
          onRank={lower === undefined ? null : () => reviewAs(lower)}
        />
      )}
    </>
  );
}
