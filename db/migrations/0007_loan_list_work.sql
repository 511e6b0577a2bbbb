CREATE TABLE `saved_filters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`query` text NOT NULL,
	`saved_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_filters_name` ON `saved_filters` (`account_id`,`name_key`);--> statement-breakpoint
DROP INDEX `loans_totals`;--> statement-breakpoint
ALTER TABLE `loans` ADD `broker_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `loans_ranking` ON `loans` (`broker_id`,`admin_com_select`,`new_loan_amount`,`fsfc_loan`);--> statement-breakpoint
CREATE INDEX `loans_by_broker` ON `loans` (`admin_com_select`,"broker_name" collate nocase,`id`);--> statement-breakpoint
CREATE INDEX `loans_by_type` ON `loans` (`admin_com_select`,case when lower(trim("first_or_second")) glob '*bridge*' then 'bridge' when lower(trim("first_or_second")) glob 'first*' or lower(trim("first_or_second")) glob '1*' then 'first' when lower(trim("first_or_second")) glob 'third*' or lower(trim("first_or_second")) glob '3*' then 'third' else 'second' end,`id`);--> statement-breakpoint
CREATE INDEX `loans_totals` ON `loans` (`admin_com_select`,`first_or_second`,`new_loan_amount`,`fsfc_loan`,`shown_score`,`date_funded`,`date_repaid`,`broker_id`);--> statement-breakpoint
ALTER TABLE `conditions` ADD `accepted_at` integer;--> statement-breakpoint
ALTER TABLE `conditions` ADD `accepted_by` integer REFERENCES accounts(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `conditions` ADD `returned_at` integer;--> statement-breakpoint
ALTER TABLE `conditions` ADD `return_reason` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE `conditions` SET `accepted_at` = `completed_at`, `accepted_by` = `completed_by` WHERE `completed` = 1 AND `broker_updated_at` IS NULL;
--> statement-breakpoint
UPDATE `loans` SET `broker_name` = coalesce((SELECT name FROM `accounts` WHERE id = broker_id), '') WHERE `broker_id` IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `loan_broker_name_insert` AFTER INSERT ON `loans` WHEN new.broker_id IS NOT NULL BEGIN
  UPDATE `loans` SET `broker_name` = coalesce((SELECT name FROM `accounts` WHERE id = new.broker_id), '') WHERE `id` = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `loan_broker_name_update` AFTER UPDATE OF `broker_id` ON `loans` WHEN old.broker_id IS NOT new.broker_id BEGIN
  UPDATE `loans` SET `broker_name` = coalesce((SELECT name FROM `accounts` WHERE id = new.broker_id), '') WHERE `id` = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `loan_broker_name_account` AFTER UPDATE OF `name` ON `accounts` WHEN old.name IS NOT new.name BEGIN
  UPDATE `loans` SET `broker_name` = new.name WHERE `broker_id` = new.id;
END;
