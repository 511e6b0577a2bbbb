CREATE TABLE `campaign_runs` (
	`campaign_id` integer NOT NULL,
	`run` integer NOT NULL,
	`subject` text NOT NULL,
	`preview` text NOT NULL,
	`body` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`stopped` integer DEFAULT false NOT NULL,
	`unsubscribed` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`campaign_id`, `run`),
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `campaigns` ADD `paused` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `send_time` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `month_day` integer;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `audience` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_unsent` ON `mails` (`idempotency_key`) WHERE status in ('waiting', 'sending', 'paused');--> statement-breakpoint
CREATE INDEX `tracked_recipients_account` ON `tracked_recipients` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `tracked_recipients_mail` ON `tracked_recipients` (`mail_key`);