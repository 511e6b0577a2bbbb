CREATE TABLE `submission_drafts` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`upload_id` text NOT NULL,
	`entries` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `submission_drafts_age` ON `submission_drafts` (`updated_at`);