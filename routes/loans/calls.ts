/** The calls of the area loans. */
import {
  checkDuplicateAddress,
  deleteLoan,
  deleteSavedFilter,
  deleteTrash,
  discardDraft,
  exportLoans,
  findAnything,
  findBrokers,
  getBrokerLoan,
  getDraft,
  getLoan,
  getLoans,
  listSavedFilters,
  loadTimeline,
  reviewLoan,
  saveDraft,
  saveFilter,
  saveParticipants,
  setLoanBroker,
  shareLoan,
  submitLoan,
  updateLoan,
  updateMultipleLoans,
} from "../../lib/features/loans/mod.ts";
import { LoanInput } from "../../lib/schemas/conditions.ts";
import { EmptyInput } from "../../lib/schemas/fields.ts";
import { CheckDuplicateInput, LoanReference } from "../../lib/schemas/loans/acts.ts";
import { DeleteTrashInput, SavedFilterId, SaveFilterInput, UpdateMultipleInput } from "../../lib/schemas/loans/bulk.ts";
import { DiscardDraftInput, DraftInput } from "../../lib/schemas/loans/draft.ts";
import { FindInput } from "../../lib/schemas/loans/find.ts";
import { GetLoansInput, ListedLoansInput } from "../../lib/schemas/loans/list.ts";
import { FindBrokersInput, LoanId, SetLoanBrokerInput, UpdateLoanInput } from "../../lib/schemas/loans/loan.ts";
import { SaveParticipantsInput } from "../../lib/schemas/loans/participants.ts";
import { SubmissionInput } from "../../lib/schemas/loans/submission.ts";
import { type Call, call } from "../../lib/server/call.ts";

/** Answers other loans on the loan's address, or on the one that is sent (loans specification 3.8). */
const checkDuplicateAddressCall = call({
  method: "POST",
  path: "/api/loans/checkduplicateaddress",
  permission: "manageLoans",
  input: CheckDuplicateInput,
  run: async (ctx, input) => ({ data: await checkDuplicateAddress(ctx, input) }),
});

/** The specification reads `data.response` (loans specification 7.1). */
const deleteLoanCall = call({
  method: "POST",
  path: "/api/loans/deleteloan",
  permission: "manageLoans",
  input: LoanReference,
  async run(ctx, input) {
    await deleteLoan(ctx, input);
    return { data: { response: true } };
  },
});

/** Deletes one of the person's own saved filters. */
const deleteSavedFilterCall = call({
  method: "POST",
  path: "/api/loans/deletesavedfilter",
  permission: "manageLoans",
  input: SavedFilterId,
  async run(ctx, input) {
    await deleteSavedFilter(ctx, input);
    return {};
  },
});

/** Permanently deletes trashed loans by id. Returns each one's outcome. */
const deleteTrashCall = call({
  method: "POST",
  path: "/api/loans/deletetrash",
  permission: "manageLoans",
  input: DeleteTrashInput,
  run: async (ctx, ids) => ({ data: await deleteTrash(ctx, ids) }),
});

/** POST /api/loans/discarddraft: starts an empty submission form. */
const discardDraftCall = call({
  method: "POST",
  path: "/api/loans/discarddraft",
  permission: "submitLoan",
  input: DiscardDraftInput,
  run: discardDraft,
});

/** Loans and brokers for the command palette, by the start of words: `?q=`. */
const findCall = call({
  method: "GET",
  path: "/api/loans/find",
  permission: "useDashboard",
  input: FindInput,
  run: async (ctx, input) => ({ data: await findAnything(ctx, input) }),
});

/** Brokers by name in any case, for the Add Broker dialog (loans specification 2.3). */
const findBrokersCall = call({
  method: "POST",
  path: "/api/loans/findbrokers",
  permission: "manageLoans",
  input: FindBrokersInput,
  run: async (ctx, input) => ({ data: await findBrokers(ctx, input) }),
});

/** Lists are JSON text (loans specification 3.1). */
const getBrokerLoanCall = call({
  method: "POST",
  path: "/api/loans/getbrokerloan",
  permission: "completeConditions",
  input: LoanInput,
  async run(ctx, input) {
    const { loan, conditions } = await getBrokerLoan(ctx, input);
    return {
      data: {
        ...loan,
        additionalProperties: JSON.stringify(loan.additionalProperties),
        brokerConditions: JSON.stringify(conditions.conditions),
      },
    };
  },
});

/** The person's own draft of an application as it stands now. */
const getDraftCall = call({
  method: "GET",
  path: "/api/loans/getdraft",
  permission: "submitLoan",
  input: EmptyInput,
  run: async (ctx) => ({ data: await getDraft(ctx) }),
});

/**
 * Answers `data.loan`, `data.broker`, `data.brokerLoans`, `data.link` and `data.otherFiles` (loans specification 7.1).
 */
const getLoanCall = call({
  method: "POST",
  path: "/api/loans/getloan",
  permission: "manageLoans",
  input: LoanId,
  run: async (ctx, input) => ({ data: await getLoan(ctx, input) }),
});

/**
 * The loan list: every loan for the lender, their own for brokers; `?page=&size=&status=`, newest first, with `total`
 * and `pages`.
 */
const getLoansCall = call({
  method: "GET",
  path: "/api/loans/getloans",
  permission: "useDashboard",
  input: GetLoansInput,
  run: (ctx, input) => getLoans(ctx, input),
});

/** The person's own saved filters of the loan list. */
const getSavedFiltersCall = call({
  method: "GET",
  path: "/api/loans/getsavedfilters",
  permission: "manageLoans",
  input: EmptyInput,
  run: async (ctx) => ({ data: await listSavedFilters(ctx) }),
});

/** A loan's timeline for its broker; the page reloads it after an action. */
const getTimelineCall = call({
  method: "POST",
  path: "/api/loans/gettimeline",
  permission: "completeConditions",
  input: LoanInput,
  run: async (ctx, input) => ({ data: await loadTimeline(ctx, input) }),
});

/** The rows of the lender's list for the export, a thousand at a time, by the list's address query. */
const listedLoansCall = call({
  method: "GET",
  path: "/api/loans/listedloans",
  permission: "manageLoans",
  input: ListedLoansInput,
  run: (ctx, input) => exportLoans(ctx, input),
});

/** POST /api/loans/newloan: submits an application. Clients read response and data.loanId. */
const newLoanCall = call({
  method: "POST",
  path: "/api/loans/newloan",
  permission: "submitLoan",
  input: SubmissionInput,
  run: async (ctx, input) => ({ data: await submitLoan(ctx, input) }),
});

/** POST /api/loans/savedraft: saves the submission form as it stands. */
const saveDraftCall = call({
  method: "POST",
  path: "/api/loans/savedraft",
  permission: "submitLoan",
  input: DraftInput,
  run: saveDraft,
});

/** Saves the list's filters under a name for the signed-in person. */
const saveFilterCall = call({
  method: "POST",
  path: "/api/loans/savefilter",
  permission: "manageLoans",
  input: SaveFilterInput,
  run: async (ctx, input) => ({ data: await saveFilter(ctx, input) }),
});

/** The loan's participants; not among the specified calls. */
const saveParticipantsCall = call({
  method: "POST",
  path: "/api/loans/saveparticipants",
  permission: "manageLoans",
  input: SaveParticipantsInput,
  run: async (ctx, input) => ({ data: await saveParticipants(ctx, input) }),
});

/** Mails the deal's summary to the partners, once (docs/decisions/loan-records.md). */
const shareLoanCall = call({
  method: "POST",
  path: "/api/loans/shareloan",
  permission: "manageLoans",
  input: LoanReference,
  run: async (ctx, input) => ({ data: await shareLoan(ctx, input) }),
});

/** POST /api/loans/testloan: an application's summary. Clients read data.response and data.result. */
const testLoanCall = call({
  method: "POST",
  path: "/api/loans/testloan",
  permission: "submitLoan",
  input: SubmissionInput,
  run: async (ctx, input) => ({ data: { response: true, result: await reviewLoan(ctx, input) } }),
});

/** Gives the loan a broker or another one; read at `data.response` (loans specification 7.1). */
const updateBrokerLoanCall = call({
  method: "POST",
  path: "/api/loans/updatebrokerloan",
  permission: "manageLoans",
  input: SetLoanBrokerInput,
  // The specification reads data.response.
  run: async (ctx, input) => ({ data: { response: true, ...await setLoanBroker(ctx, input) } }),
});

/** Saves the fields that are sent and computes the rest; 409 where the loan was saved since `updatedAt`. */
const updateLoanCall = call({
  method: "POST",
  path: "/api/loans/updateloan",
  permission: "manageLoans",
  input: UpdateLoanInput,
  run: async (ctx, input) => ({ data: await updateLoan(ctx, input) }),
});

/** Bulk action: `[ids]` recomputes loans, `{loans: [ids], status, …}` sets their status. Returns each one's outcome. */
const updateMultipleLoansCall = call({
  method: "POST",
  path: "/api/loans/updatemultipleloans",
  permission: "manageLoans",
  input: UpdateMultipleInput,
  run: async (ctx, input) => ({ data: await updateMultipleLoans(ctx, input) }),
});

export const loansCalls: readonly Call[] = [
  checkDuplicateAddressCall,
  deleteLoanCall,
  deleteSavedFilterCall,
  deleteTrashCall,
  discardDraftCall,
  findCall,
  findBrokersCall,
  getBrokerLoanCall,
  getDraftCall,
  getLoanCall,
  getLoansCall,
  getSavedFiltersCall,
  getTimelineCall,
  listedLoansCall,
  newLoanCall,
  saveDraftCall,
  saveFilterCall,
  saveParticipantsCall,
  shareLoanCall,
  testLoanCall,
  updateBrokerLoanCall,
  updateLoanCall,
  updateMultipleLoansCall,
];
