CREATE TABLE `bank_details` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`party` text NOT NULL,
	`loan_id` integer,
	`sealed` text NOT NULL,
	`key_mark` text NOT NULL,
	`agreed_on` text NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_by` integer,
	`saved_by_name` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`loan_id`) REFERENCES `loans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_details_party` ON `bank_details` (`party`);--> statement-breakpoint
CREATE INDEX `bank_details_loan` ON `bank_details` (`loan_id`);--> statement-breakpoint
CREATE TABLE `transfer_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`month` text DEFAULT '' NOT NULL,
	`number` integer,
	`state` text NOT NULL,
	`sealed` text NOT NULL,
	`key_mark` text NOT NULL,
	`digest` text NOT NULL,
	`payments` integer NOT NULL,
	`cents` integer NOT NULL,
	`made_at` integer NOT NULL,
	`made_by` integer,
	`made_by_name` text DEFAULT '' NOT NULL,
	`downloaded_at` integer,
	`ended_at` integer,
	`ended_by` integer,
	`ended_by_name` text DEFAULT '' NOT NULL,
	`posted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transfer_files_number` ON `transfer_files` (`number`);--> statement-breakpoint
CREATE INDEX `transfer_files_day` ON `transfer_files` (`day`);--> statement-breakpoint
CREATE TABLE `transfers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`file_id` integer NOT NULL,
	`party` text NOT NULL,
	`loan_id` integer,
	`name` text NOT NULL,
	`last_digits` text NOT NULL,
	`reference` text NOT NULL,
	`cents` integer NOT NULL,
	`row_id` integer,
	`problem` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `transfer_files`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`loan_id`) REFERENCES `loans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `transfers_file` ON `transfers` (`file_id`);--> statement-breakpoint
CREATE INDEX `transfers_party` ON `transfers` (`party`);--> statement-breakpoint
CREATE INDEX `transfers_loan` ON `transfers` (`loan_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_reference` ON `transfers` (`reference`);