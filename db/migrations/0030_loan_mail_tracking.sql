CREATE TABLE `loan_mail_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`mail_id` integer NOT NULL,
	`type` text NOT NULL,
	`created` integer NOT NULL,
	`machine` text DEFAULT '' NOT NULL,
	`link` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`mail_id`) REFERENCES `mails`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `loan_mail_events_mail` ON `loan_mail_events` (`mail_id`,`created`);--> statement-breakpoint
CREATE TABLE `loan_mail_tokens` (
	`token` text PRIMARY KEY NOT NULL,
	`mail_id` integer NOT NULL,
	`kind` text NOT NULL,
	`link` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`mail_id`) REFERENCES `mails`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `loan_mail_tokens_mail` ON `loan_mail_tokens` (`mail_id`);