/** The public face of the feature files: what routes and the server's tasks use of it. */
export { addUploadedFiles, checkUploadToken } from "./add_uploaded_files.ts";
export { deleteLoanFile } from "./delete_loan_file.ts";
export { deleteOtherFile } from "./delete_other_file.ts";
export { scheduleDeletions } from "./deletions.ts";
export { listLoanFiles } from "./list_loan_files.ts";
export { openCommitment, openLoanFile, openOtherFile } from "./open_file.ts";
export {
  BackupsInStorageError,
  EmptyStorageError,
  SharedStorageError,
  sweepFiles,
  UnknownFilesError,
} from "./sweep.ts";
export { storeFiles } from "./_store_files.ts";
export { uploadLoanFile } from "./upload_loan_file.ts";
export { uploadOtherFile } from "./upload_other_file.ts";
