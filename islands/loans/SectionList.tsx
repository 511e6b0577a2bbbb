import { type ReactNode, useEffect, useState } from "react";
import { openInExit, openInSection, type SectionOutline } from "../../lib/client/loans/submission_form.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { errorsAtom, filesAtom, formAtom, madeLoanAtom } from "./submission_atoms.ts";
import { useShared } from "../shell/use_shared.ts";

/** The section being read: the one at the upper third of the window. */
function useSectionInView(ids: readonly string[]): string {
  const [current, setCurrent] = useState(ids[0]);
  useEffect(() => {
    const watch = new IntersectionObserver((seen) => {
      for (const { isIntersecting, target } of seen) if (isIntersecting) setCurrent(target.id);
    }, { rootMargin: "-25% 0px -70%" });
    for (const id of ids) {
      const section = document.getElementById(id);
      if (section) watch.observe(section);
    }
    return () => watch.disconnect();
  }, []);
  return current;
}

/** The submission form's table of contents, with each section's open fields. */
export function SectionList(props: { sections: SectionOutline[] }): ReactNode {
  const [form] = useShared(formAtom);
  const [errors] = useShared(errorsAtom);
  const [files] = useShared(filesAtom);
  const [made] = useShared(madeLoanAtom);
  const received = files.filter(({ state }) => state === "kept").length;
  const lines = [
    { id: "files", title: "Files", open: "", count: received },
    ...props.sections.map((section) => ({
      id: `s-${section.name}`,
      title: section.title,
      open: openInSection(section, form, errors),
      count: section.name === "additionalProperties" ? form.rows.length : 0,
    })),
    { id: "s-exit", title: "Exit and comments", open: openInExit(form, errors), count: 0 },
  ];
  const current = useSectionInView(lines.map(({ id }) => id));
  if (made !== null) return null;
  return (
    <nav className="section-nav" aria-label="Sections">
      {lines.map(({ id, title, open, count }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? "true" : undefined}>
          {title}
          {open === "Complete"
            ? (
              <>
                <Icon name="check" />
                <span className="visually-hidden">complete</span>
              </>
            )
            : <span>{open || count || "none"}</span>}
        </a>
      ))}
    </nav>
  );
}
