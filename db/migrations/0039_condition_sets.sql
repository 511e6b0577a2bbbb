CREATE TABLE `condition_sets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`terms` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `condition_sets_name` ON `condition_sets` (`name_key`);--> statement-breakpoint
ALTER TABLE `account_requests` ADD `wanted_username` text DEFAULT '' NOT NULL;