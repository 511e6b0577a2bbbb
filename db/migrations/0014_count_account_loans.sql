CREATE INDEX `loans_of_broker` ON `loans` (`broker_id`,`admin_com_select`,`timestamp`);--> statement-breakpoint
ALTER TABLE `accounts` DROP COLUMN `total_loans`;--> statement-breakpoint
ALTER TABLE `accounts` DROP COLUMN `active_loans`;--> statement-breakpoint
ALTER TABLE `accounts` DROP COLUMN `last_submission_at`;