CREATE TABLE `tracker_tokens` (
	`token` text PRIMARY KEY NOT NULL,
	`recipient_id` integer NOT NULL,
	`kind` text NOT NULL,
	`link` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`recipient_id`) REFERENCES `tracked_recipients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tracker_tokens_recipient` ON `tracker_tokens` (`recipient_id`);--> statement-breakpoint
ALTER TABLE `tracked_recipients` ADD `mail_key` text;--> statement-breakpoint
ALTER TABLE `tracker_events` ADD `account_id` integer REFERENCES accounts(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `tracker_events` ADD `day` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `tracker_events` ADD `machine` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `tracker_events_contact` ON `tracker_events` (`email_id`,`email`,`created`);--> statement-breakpoint
CREATE INDEX `tracker_events_account` ON `tracker_events` (`account_id`,`created`);