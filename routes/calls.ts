/** Every JSON call, one line each. */
import type { Call } from "../lib/server/call.ts";
import { activateDeviceCall } from "./api/auth/activate_device.ts";
import { changeEmailCall } from "./api/auth/change_email.ts";
import { checkSessionCall } from "./api/auth/check_session.ts";
import { finishEmailChangeCall } from "./api/auth/finish_email_change.ts";
import { finishRecoveryCall } from "./api/auth/finish_recovery.ts";
import { getRecoveryCall } from "./api/auth/get_recovery.ts";
import { loginCall } from "./api/auth/login.ts";
import { logoutCall } from "./api/auth/logout.ts";
import { recoverAccountCall } from "./api/auth/recover_account.ts";
import { registerAccountCall } from "./api/auth/register_account.ts";
import { updateSettingsCall } from "./api/auth/update_settings.ts";
import { addRequestedAccountCall } from "./api/auth/add_requested_account.ts";
import { createAccountCall } from "./api/auth/create_account.ts";
import { deleteAccountCall } from "./api/auth/delete_account.ts";
import { deleteRequestedAccountCall } from "./api/auth/delete_requested_account.ts";
import { getAllUsersCall } from "./api/auth/get_all_users.ts";
import { getRequestedAccountCall } from "./api/auth/get_requested_account.ts";
import { getUserCall } from "./api/auth/get_user.ts";
import { updateAccountCall } from "./api/auth/update_account.ts";
import { validateBrokerCall } from "./api/auth/validate_broker.ts";
import { forgetDeviceCall } from "./api/auth/forget_device.ts";
import { setThemeCall } from "./api/auth/set_theme.ts";
import { signOutEverywhereCall } from "./api/auth/sign_out_everywhere.ts";
import { signOutOthersCall } from "./api/auth/sign_out_others.ts";
import { findBrokersCall } from "./api/loans/findbrokers.ts";
import { getLoanCall } from "./api/loans/getloan.ts";
import { getLoansCall } from "./api/loans/getloans.ts";
import { updateBrokerLoanCall } from "./api/loans/updatebrokerloan.ts";
import { updateLoanCall } from "./api/loans/updateloan.ts";
import { getConfigCall } from "./api/loans/getconfig.ts";
import { getQuoteCall } from "./api/loans/getquote.ts";
import { sendContactEmailCall } from "./api/loans/sendcontactemail.ts";
import { getSettingsCall } from "./api/loans/getsettings.ts";
import { newLoanCall } from "./api/loans/newloan.ts";
import { testLoanCall } from "./api/loans/testloan.ts";
import { discardDraftCall } from "./api/loans/discarddraft.ts";
import { saveDraftCall } from "./api/loans/savedraft.ts";
import { uploadPdfCall } from "./api/pdf/upload.ts";
import { getBrokerConditions } from "./api/loans/getbrokerconditions.ts";
import { viewedBrokerConditions } from "./api/loans/viewedbrokerconditions.ts";
import { saveBrokerConditions } from "./api/loans/savebrokerconditions.ts";
import { updateBrokerCondition } from "./api/loans/updatebrokercondition.ts";
import { uploadOtherFileCall } from "./api/loans/uploadotherfile.ts";
import { uploadLoanFileCall } from "./api/loans/uploadfile.ts";
import { deleteLoanFileCall } from "./api/loans/deletefile.ts";
import { deleteOtherFileCall } from "./api/loans/deleteotherfile.ts";
import { getOtherFileCall } from "./api/loans/getotherfile.ts";
import { getLoanFileCall } from "./api/loans/getfile.ts";
import { downloadCommitmentCall } from "./api/loans/brokerdownloadcommitment.ts";
import { checkDuplicateAddressCall } from "./api/loans/checkduplicateaddress.ts";
import { deleteLoanCall } from "./api/loans/deleteloan.ts";
import { getLoanFilesCall } from "./api/loans/getloanfiles.ts";
import { saveParticipantsCall } from "./api/loans/saveparticipants.ts";
import { shareLoanCall } from "./api/loans/shareloan.ts";
import { getBrokerLoanCall } from "./api/loans/getbrokerloan.ts";
import { saveLetterCall } from "./api/loans/saveletter.ts";
import { generateLetterCall } from "./api/loans/generateletter.ts";
import { downloadScheduleCall } from "./api/loans/downloadschedule.ts";
import { downloadPayoutCall } from "./api/loans/downloadpayout.ts";
import { updateMultipleLoansCall } from "./api/loans/updatemultipleloans.ts";
import { deleteTrashCall } from "./api/loans/deletetrash.ts";
import { listedLoansCall } from "./api/loans/listedloans.ts";
import { getBrokerRankingsCall } from "./api/loans/getbrokerrankings.ts";
import { getSavedFiltersCall } from "./api/loans/getsavedfilters.ts";
import { saveFilterCall } from "./api/loans/savefilter.ts";
import { deleteSavedFilterCall } from "./api/loans/deletesavedfilter.ts";
import { compareSettingsCall } from "./api/loans/comparesettings.ts";
import { newestSettingsCall } from "./api/loans/newestsettings.ts";
import { previewSettingsCall } from "./api/loans/previewsettings.ts";
import { restoreSettingsCall } from "./api/loans/restoresettings.ts";
import { saveConfigCall } from "./api/loans/saveconfig.ts";
import { saveSettingsCall } from "./api/loans/savesettings.ts";
import { settingsVersionsCall } from "./api/loans/settingsversions.ts";
import { reviewBrokerCondition } from "./api/loans/reviewbrokercondition.ts";
import { getTimelineCall } from "./api/loans/gettimeline.ts";

export const CALLS: readonly Call[] = [
  activateDeviceCall,
  changeEmailCall,
  checkSessionCall,
  finishEmailChangeCall,
  finishRecoveryCall,
  getRecoveryCall,
  loginCall,
  logoutCall,
  recoverAccountCall,
  registerAccountCall,
  updateSettingsCall,
  addRequestedAccountCall,
  createAccountCall,
  deleteAccountCall,
  deleteRequestedAccountCall,
  getAllUsersCall,
  getRequestedAccountCall,
  getUserCall,
  updateAccountCall,
  validateBrokerCall,
  forgetDeviceCall,
  setThemeCall,
  signOutEverywhereCall,
  signOutOthersCall,
  findBrokersCall,
  getLoanCall,
  getLoansCall,
  updateBrokerLoanCall,
  updateLoanCall,
  getConfigCall,
  getQuoteCall,
  sendContactEmailCall,
  getSettingsCall,
  newLoanCall,
  testLoanCall,
  uploadPdfCall,
  saveDraftCall,
  discardDraftCall,
  getBrokerConditions,
  viewedBrokerConditions,
  saveBrokerConditions,
  updateBrokerCondition,
  uploadOtherFileCall,
  uploadLoanFileCall,
  deleteLoanFileCall,
  deleteOtherFileCall,
  getOtherFileCall,
  getLoanFileCall,
  downloadCommitmentCall,
  getBrokerLoanCall,
  saveLetterCall,
  generateLetterCall,
  downloadScheduleCall,
  downloadPayoutCall,
  checkDuplicateAddressCall,
  deleteLoanCall,
  getLoanFilesCall,
  saveParticipantsCall,
  shareLoanCall,
  updateMultipleLoansCall,
  deleteTrashCall,
  listedLoansCall,
  getBrokerRankingsCall,
  getSavedFiltersCall,
  saveFilterCall,
  deleteSavedFilterCall,
  compareSettingsCall,
  newestSettingsCall,
  previewSettingsCall,
  restoreSettingsCall,
  saveConfigCall,
  saveSettingsCall,
  settingsVersionsCall,
  reviewBrokerCondition,
  getTimelineCall,
];
