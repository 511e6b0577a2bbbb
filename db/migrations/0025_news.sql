CREATE TABLE `news` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`key` text NOT NULL,
	`kind` text NOT NULL,
	`loan_id` integer,
	`data` text NOT NULL,
	`at` integer NOT NULL,
	`read_at` integer,
	`mailing` text NOT NULL,
	`mail_at` integer,
	`mailed_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`loan_id`) REFERENCES `loans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `news_key` ON `news` (`account_id`,`key`);--> statement-breakpoint
CREATE INDEX `news_of_account` ON `news` (`account_id`,`at`);--> statement-breakpoint
CREATE INDEX `news_unread` ON `news` (`account_id`) WHERE read_at is null;--> statement-breakpoint
CREATE INDEX `news_to_mail` ON `news` (`mailing`,`mail_at`) WHERE mailed_at is null and mailing <> 'none';--> statement-breakpoint
CREATE INDEX `news_at` ON `news` (`at`);--> statement-breakpoint
CREATE INDEX `news_loan` ON `news` (`loan_id`);--> statement-breakpoint
CREATE TABLE `news_mornings` (
	`day` text PRIMARY KEY NOT NULL,
	`done_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reminders` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`loan_id` integer,
	`account_id` integer,
	`day` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`loan_id`) REFERENCES `loans`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reminders_loan` ON `reminders` (`loan_id`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `news_choice` text DEFAULT 'instant' NOT NULL;--> statement-breakpoint
ALTER TABLE `letters` ADD `offered_until` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `letters` SET `offered_until` = `expires_on` WHERE `made_at` IS NOT NULL;
