CREATE TABLE `mail_hold` (
	`id` integer PRIMARY KEY NOT NULL,
	`resume_at` integer NOT NULL,
	`stopped_at` integer,
	`reason` text,
	`tries` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `suppressed_addresses` (
	`email` text PRIMARY KEY NOT NULL,
	`why` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `mails_due`;--> statement-breakpoint
ALTER TABLE `mails` ADD `outcome` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `outcome_at` integer;--> statement-breakpoint
ALTER TABLE `mails` ADD `outcome_reason` text;--> statement-breakpoint
CREATE INDEX `mails_status` ON `mails` (`status`,`kind`);--> statement-breakpoint
CREATE INDEX `mails_provider` ON `mails` (`provider_id`);