CREATE TABLE `area_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`geojson` text NOT NULL,
	`areas` integer NOT NULL,
	`points` integer NOT NULL,
	`uploaded_at` integer NOT NULL,
	`uploaded_by` integer,
	`in_force_at` integer,
	FOREIGN KEY (`uploaded_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE TABLE `geocodes` (
	`address_key` text PRIMARY KEY NOT NULL,
	`latitude` real,
	`longitude` real,
	`at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `loans` ADD `latitude` real;--> statement-breakpoint
ALTER TABLE `loans` ADD `longitude` real;--> statement-breakpoint
ALTER TABLE `loans` ADD `place_precision` text;--> statement-breakpoint
ALTER TABLE `loans` ADD `market_region` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `loans_market_region` ON `loans` (`market_region`,`admin_com_select`,`id`);