ALTER TABLE `outbox` RENAME TO `mails`;--> statement-breakpoint
CREATE TABLE `event_deliveries` (
	`event_id` integer NOT NULL,
	`consumer` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer,
	`error` text,
	PRIMARY KEY(`event_id`, `consumer`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_deliveries_due` ON `event_deliveries` (`status`,`due_at`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`version` integer NOT NULL,
	`data` text NOT NULL,
	`secret` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_at` ON `events` (`at`);--> statement-breakpoint
DROP INDEX `outbox_idempotency`;--> statement-breakpoint
DROP INDEX `outbox_due`;--> statement-breakpoint
CREATE UNIQUE INDEX `mails_idempotency` ON `mails` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`status`,`due_at`);