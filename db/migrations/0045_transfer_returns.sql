ALTER TABLE `transfers` ADD `returned_on` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `transfers` ADD `return_reason` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `transfers` ADD `returned_at` integer;