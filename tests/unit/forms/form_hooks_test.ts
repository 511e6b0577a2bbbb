/** Forms of islands are sent by the hooks of islands/forms: each `<form>`, and each call of a file that has one. */
import assert from "node:assert/strict";

const CALL = /\b(?:callApi|sendFile|postFile|uploadForm|fetch)(?:<[^(]*)?\(/g;
const HOOK = /\buse(?:Form|Document|Draft)(?:<[^(]*)?\(/g;

/** Forms that take no `handlers` of a hook, and what sends them. */
const SENT_OTHERWISE: Readonly<Record<string, string>> = {
  "islands/accounts/ConfirmEmail.tsx": "the browser: a button alone",
  "islands/loans/SubmitLoan.tsx": "useSubmissionDraft keeps it; its review and submission are named below",
  "islands/loans/_loan_participants.tsx": "nothing: it goes into the loan's document",
  "islands/mail/EmailEditor.tsx": "useEmail's document",
  "islands/mail/_touch_base_settings.tsx": "useDocument",
  "islands/mail/_touch_base_templates.tsx": "useDocument",
  "islands/maps/_map_filters.tsx": "the address: filters of a list",
};

/** What a file with a form calls outside its hooks, by the call's first argument: other acts, never the form's own. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  "islands/accounts/AccountSettings.tsx": ['"/api/auth/recoverAccount"'],
  "islands/brokers/BrokerForm.tsx": ['"/api/auth/deleteAccount"'],
  // A list that goes with a loan's letter is kept as a set by a button too.
  "islands/conditions/_condition_sets.tsx": ['"/api/loans/deleteconditionset"', "SAVE"],
  // By hundreds, each batch told of as it is done.
  "islands/loans/LoanBulk.tsx": [
    '"/api/loans/updatemultipleloans"',
    '"/api/loans/updatemultipleloans"',
    '"/api/loans/deletetrash"',
  ],
  // A deleted filter is put back by its toast.
  "islands/loans/SavedFilters.tsx": ['"/api/loans/getsavedfilters"', "SAVE", '"/api/loans/deletesavedfilter"'],
  "islands/loans/SubmitLoan.tsx": ['"/api/loans/testloan"', '"/api/loans/newloan"'],
  "islands/mail/BlacklistDialog.tsx": ['"/api/loans/importblacklist"', '"/api/loans/removeblacklist"'],
  "islands/mail/EmailEditor.tsx": [
    '"/api/loans/emailrecipients"',
    '"/api/loans/activateemail"',
    '"/api/loans/testemail"',
    '"/api/loans/deleteemail"',
  ],
  "islands/servicing/BankDetails.tsx": ['"/api/loans/removebankdetails"'],
  "islands/servicing/_credit_return.tsx": ['"/api/loans/keepcredit"'],
  "islands/settings/RestoreVersion.tsx": ["`/api/loans/comparesettings?kind=${kind}&id=${over.current}`"],
};

/** The end of the brackets that are open at `from`. */
function closing(text: string, from: number): number {
  let at = from;
  for (let depth = 1; depth > 0; at++) depth += "([{".includes(text[at]) ? 1 : ")]}".includes(text[at]) ? -1 : 0;
  return at;
}

/** A tag of JSX as written, from its `<` to the `>` that is in none of its expressions. */
function tagAt(text: string, from: number): string {
  let at = from;
  while (text[at] !== ">") at = text[at] === "{" ? closing(text, at + 1) : at + 1;
  return text.slice(from, at);
}

/** First arguments of the calls that are in no hook's options. */
function callsBeside(text: string): string[] {
  const hooks = [...text.matchAll(HOOK)].map(({ index, 0: name }) => [index, closing(text, index + name.length)]);
  return [...text.matchAll(CALL)]
    .filter(({ index }) => !hooks.some(([from, to]) => from < index && index < to))
    .map(({ index, 0: name }) => /^(?:`[^`]*`|[^,)]+)/.exec(text.slice(index + name.length))![0].trim());
}

/** Forms that no hook's handlers are on, and calls outside the hooks, of a file's text. */
function ownWays(text: string): { forms: string[]; calls: string[] } {
  const tags = [...text.matchAll(/<form\b/g)].map(({ index }) => tagAt(text, index));
  return {
    forms: tags.filter((tag) => !/\{\.\.\.(?:\w+\.)?handlers\}/.test(tag)),
    calls: tags.length > 0 ? callsBeside(text) : [],
  };
}

Deno.test("a form of an island is sent by one of the hooks, and what its file calls besides is known", () => {
  const forms: string[] = [], calls: Record<string, string[]> = {};
  let count = 0;
  for (const { name: area } of Deno.readDirSync("islands")) {
    for (const { name } of Deno.readDirSync(`islands/${area}`)) {
      const file = `islands/${area}/${name}`, text = Deno.readTextFileSync(file);
      if (!name.endsWith(".tsx") || !/<form\b/.test(text)) continue;
      count++;
      const own = ownWays(text);
      if (own.forms.length > 0) forms.push(file);
      if (own.calls.length > 0) calls[file] = own.calls;
    }
  }
  assert.ok(count > 30);
  assert.deepEqual(forms.sort(), Object.keys(SENT_OTHERWISE));
  assert.deepEqual(calls, BESIDE);
});

Deno.test("a second form beside one with a hook is found, and so is a call of its own", () => {
  const hooked = `const { handlers } = useForm<object>({ path: "/a", call: (v) => callApi("/a", v) });
    const view = <form {...handlers}>`;
  assert.deepEqual(ownWays(hooked), { forms: [], calls: [] });
  const beside = `${hooked}<form onSubmit={(e) => { e.preventDefault(); void callApi<{ id: number }>("/b", {}); }}>`;
  const { forms, calls } = ownWays(beside);
  assert.equal(forms.length, 1);
  assert.deepEqual(calls, ['"/b"']);
});
