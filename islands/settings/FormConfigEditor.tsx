import { type ReactNode, useState } from "react";
import { unusedFields } from "../../lib/domain/settings/config_fields.ts";
import { configName, configValueText } from "../../lib/domain/settings/config_names.ts";
import { configProblems } from "../../lib/domain/settings/config_problems.ts";
import { type FormConfig, type FormView, type SectionName } from "../../lib/domain/settings/form_config.ts";
import { sectionsOf, withSectionMoved } from "../../lib/domain/settings/form_order.ts";
import { Segment } from "../../lib/ui/segment.tsx";
import { FormBox } from "./_form_box.tsx";
import { SettingsBar } from "./_settings_bar.tsx";
import { SettingsHead } from "./settings_head.tsx";
import { usePreview } from "./_settings_preview.tsx";
import { type SettingsEdit, useSettingsDocument, type VersionInfo } from "./settings_document.ts";

/** The configuration with a title of brokers' own only where it differs. */
function tidied(config: FormConfig): FormConfig {
  let tidy = config;
  for (const name of Object.keys(config) as SectionName[]) {
    const { brokerTitle, ...section } = config[name];
    if (brokerTitle !== undefined && (brokerTitle === "" || brokerTitle === section.title)) {
      tidy = { ...tidy, [name]: section };
    }
  }
  return tidy;
}

/**
 * The scoring configuration: boxes, inputs and options of the application form, as administrators and as brokers see
 * them. The submission form and the loan detail follow a save at once.
 */
export function FormConfigEditor(props: { config: FormConfig; version: VersionInfo; canEdit: boolean }): ReactNode {
  const { canEdit } = props;
  const [view, setView] = useState<FormView>("broker");
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const edit = useSettingsDocument<FormConfig>({
    start: props.config,
    version: props.version,
    call: "/api/loans/saveconfig",
    nameOf: configName,
    textOf: (path, value, config) => configValueText(path, value, [config]),
    said: "Saved",
    problems: configProblems,
    tidy: tidied,
    reveal(path) {
      if (path.endsWith(".settings.order") || path.endsWith(".position")) setView("admin");
      if (path.includes(".brokerOrder") || path.includes(".brokerTitle")) setView("broker");
      const input = /^(\w+\.inputs\.\d+)\.options/.exec(path);
      if (input) setOpened((old) => new Set([...old, input[1]]));
    },
  });
  const { draft, errors, changes, cells: acts } = edit;
  const sound = changes.length > 0 && configProblems(tidied(draft)).length === 0;
  const preview = usePreview(sound ? { config: tidied(draft) } : null);
  const names = sectionsOf(draft, view);

  return (
    <>
      <SettingsHead here="form" version={edit.version} kind="config" />
      <div className="row view-choice">
        <Segment
          legend="Whose form"
          name="view"
          slim
          value={view}
          onChange={(event) => setView(event.target.value as FormView)}
          options={[{ value: "broker", label: "Brokers see" }, { value: "admin", label: "Administrators see" }]}
        />
        <p className="small mute">Order, places and what is shown are each view's own; all else is shared.</p>
      </div>
      {names.map((name, i) => (
        <FormBox
          key={name}
          name={name}
          section={draft[name]}
          view={view}
          errors={errors}
          acts={acts}
          canEdit={canEdit}
          unused={unusedFields(draft, name)}
          opened={opened}
          onOpen={(path) =>
            setOpened((old) => {
              const next = new Set(old);
              if (!next.delete(path)) next.add(path);
              return next;
            })}
          place={{ first: i === 0, last: i === names.length - 1 }}
          onMove={(box, by) => edit.replace((latest) => withSectionMoved(latest, view, box, by))}
        />
      ))}
      {canEdit && <SettingsBar edit={edit as unknown as SettingsEdit<object>} preview={preview} />}
    </>
  );
}
