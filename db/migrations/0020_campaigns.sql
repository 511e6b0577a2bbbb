ALTER TABLE `campaigns` ADD `preview` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `send_at` integer;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `every_days` integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `runs` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `last_recipients` integer DEFAULT 0 NOT NULL;