ALTER TABLE `contracts` ADD `payment_day` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `contracts` ADD `adjustment_date` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `letters` ADD `payment_day` integer;