CREATE TABLE `webhook_receipts` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE INDEX `webhook_receipts_expiry` ON `webhook_receipts` (`expires_at`);