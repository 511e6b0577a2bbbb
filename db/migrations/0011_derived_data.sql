-- Triggers, views and derived tables come from db/derived from now on: what earlier migrations made goes.
DROP TRIGGER IF EXISTS `audit_rows_no_update`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `audit_rows_no_delete`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `loan_search_insert`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `loan_search_update`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `loan_search_delete`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `loan_search_broker`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `loan_tallies_insert`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `loan_tallies_update`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `loan_tallies_delete`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `loan_tallies_conditions`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `account_loans_insert`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `account_loans_status`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `account_loans_broker`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `account_loans_delete`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `loan_broker_name_insert`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `loan_broker_name_update`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `loan_broker_name_account`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `overview_insert`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `overview_before_update`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `overview_after_update`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `overview_before_delete`;
--> statement-breakpoint
DROP VIEW IF EXISTS `overview_facts`;
--> statement-breakpoint
DROP VIEW IF EXISTS `overview_loans`;
--> statement-breakpoint
DROP TABLE IF EXISTS `loan_search`;
--> statement-breakpoint
DROP TABLE IF EXISTS `loan_tallies`;
--> statement-breakpoint
DROP TABLE IF EXISTS `overview_tallies`;
--> statement-breakpoint
DROP INDEX IF EXISTS `loans_by_type`;