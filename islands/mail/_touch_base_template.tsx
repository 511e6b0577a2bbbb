import { type ReactNode, useState } from "react";
import { type Line, SUBJECT_MAX } from "../../lib/domain/mail/mail.ts";
import { fillPlaceholders } from "../../lib/domain/mail/placeholders.ts";
import { TEMPLATE_TEXT_MAX, touchBaseMail } from "../../lib/domain/mail/touch_base.ts";
import { textProblem } from "../../lib/domain/text_length.ts";
import { TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Segment } from "../../lib/ui/segment.tsx";
import { MailTextField } from "./_mail_text_field.tsx";
import type { Template } from "./_touch_base_data.ts";

/** Whom the preview is written to. */
const SAMPLE = { name: "Priya Raman", brokerage: "Lakeshore Mortgage Group" };

function LineView({ line, fill }: { line: Line; fill: (text: string) => string }): ReactNode {
  if ("button" in line) return <span className="btn primary slim">{fill(line.button)}</span>;
  if ("link" in line) return <span className="small mute">{line.link}</span>;
  if ("quote" in line) return <p className="touch-quote">{fill(line.quote)}</p>;
  return "p" in line ? <p className={line.mute ? "small mute" : undefined}>{fill(line.p)}</p> : null;
}

/** The mail as a broker gets it; what leads somewhere leads nowhere here. */
function Preview({ template, lender }: { template: Template; lender: string }): ReactNode {
  const mail = touchBaseMail(template);
  const fill = (text: string) => fillPlaceholders(text, { ...SAMPLE, lender });
  return (
    <section className="touch-preview stack" aria-label={`The mail to ${SAMPLE.name}`}>
      <b>{fill(mail.subject) || "No subject yet"}</b>
      {mail.lines.map((line, i) => <LineView key={i} line={line} fill={fill} />)}
    </section>
  );
}

/** One template: its words, or the mail that they make. */
export function TemplateFields(props: {
  template: Template;
  lender: string;
  errors: { subject?: string; body?: string };
  onEdit: (field: "subject" | "body", value: string) => void;
  onLeave: (field: "subject" | "body") => void;
  onDelete: () => void;
}): ReactNode {
  const { template, lender, errors, onEdit, onLeave, onDelete } = props;
  const [view, setView] = useState("write");
  return (
    <div className="stack">
      <div className="row">
        <Segment
          legend="Show the template as"
          name="touch-view"
          slim
          options={[{ value: "write", label: "Write" }, { value: "preview", label: "Preview" }]}
          value={view}
          onChange={({ currentTarget: { value } }) => setView(value)}
        />
        <button className="btn bare slim align-end" type="button" onClick={onDelete}>
          <Icon name="trash-2" />
          Delete
        </button>
      </div>
      {view === "preview" ? <Preview template={template} lender={lender} /> : (
        <>
          <TextField
            id="touch-subject"
            label="Subject"
            autoComplete="off"
            value={template.subject}
            error={errors.subject || textProblem(template.subject, SUBJECT_MAX)}
            onChange={({ currentTarget: { value } }) => onEdit("subject", value)}
            onBlur={() => onLeave("subject")}
          />
          <MailTextField
            id="touch-body"
            rows={8}
            value={template.body}
            error={errors.body || textProblem(template.body, TEMPLATE_TEXT_MAX)}
            onText={(text) => onEdit("body", text)}
            onBlur={() => onLeave("body")}
          />
        </>
      )}
    </div>
  );
}
