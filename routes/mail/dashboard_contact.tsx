import { loadSender } from "../../lib/features/mail/mod.ts";
import { page } from "../../lib/server/page.tsx";
import { ContactPanel } from "./_contact_panel.tsx";

/** Contact Us in the dashboard, for brokers and staff (accounts specification 2). */
export const dashboardContactPage = page({
  path: "/dashboard/contact",
  permission: "useDashboard",
  title: "Contact Us",
  shell: "dashboard",
  load: async (ctx) => ({ sender: await loadSender(ctx) }),
  view: ({ sender, form, site }) => (
    <div className="contact stack">
      <p className="mute">Questions about a deal, an account or this site. We answer by email.</p>
      <ContactPanel lender={site.lender} sender={sender} form={form} />
    </div>
  ),
});
