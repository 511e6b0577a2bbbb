ALTER TABLE `letters` ADD `lawyer_fee` integer;--> statement-breakpoint
ALTER TABLE `loans` ADD `commercial_reason` text DEFAULT '' NOT NULL;