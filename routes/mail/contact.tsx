import { loadSender } from "../../lib/features/mail/mod.ts";
import { page } from "../../lib/server/page.tsx";
import { ContactPanel } from "./_contact_panel.tsx";

/** The public contact page (accounts specification 2). */
export const contactPage = page({
  path: "/contact",
  permission: "public",
  title: "Contact",
  description: "Write to us or call us about a private mortgage in Ontario, before or after you submit it.",
  shell: "public",
  load: async (ctx) => ({ sender: await loadSender(ctx) }),
  view: ({ sender, form, site }) => (
    <div className="narrow roomy">
      <div className="stack">
        <h1>Contact</h1>
        <p className="mute">Questions about a deal, an account or this site. We answer by email.</p>
      </div>
      <ContactPanel lender={site.lender} sender={sender} form={form} />
    </div>
  ),
});
