DROP TABLE `region_durations`;--> statement-breakpoint
DROP TABLE `region_prices`;--> statement-breakpoint
CREATE TABLE `__new_region_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`region` text NOT NULL,
	`month` text NOT NULL,
	`date` text NOT NULL,
	`new_listings` integer,
	`homes_sold` integer,
	`average_days_on_market` real,
	`listing_to_selling_price` real,
	`monthly_change` real,
	`median_price` integer,
	`detached_sales` integer,
	`townhouse_sales` integer,
	`condo_sales` integer
);
--> statement-breakpoint
INSERT INTO `__new_region_reports`("region", "month", "date", "new_listings", "homes_sold", "average_days_on_market", "listing_to_selling_price", "monthly_change", "detached_sales", "townhouse_sales", "condo_sales") SELECT "region", substr("date", 1, 7), max("date"), "new_listings", "homes_sold", "average_days_on_market", "listing_to_selling_price", "monthly_change", "detached_sales", "townhouse_sales", "condo_sales" FROM `region_reports` GROUP BY "region", substr("date", 1, 7);--> statement-breakpoint
DROP TABLE `region_reports`;--> statement-breakpoint
ALTER TABLE `__new_region_reports` RENAME TO `region_reports`;--> statement-breakpoint
CREATE UNIQUE INDEX `region_reports_month` ON `region_reports` (`region`,`month`);--> statement-breakpoint
CREATE TABLE `__new_region_settings` (
	`name` text PRIMARY KEY NOT NULL,
	`enabled` integer NOT NULL,
	`predict` integer NOT NULL,
	`fill_color` text NOT NULL,
	`color_weight` real NOT NULL,
	`saved_at` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_region_settings`("name", "enabled", "predict", "fill_color", "color_weight", "saved_at") SELECT "name", "enabled", "predict", 'Sand', "color_weight", 0 FROM `region_settings`;--> statement-breakpoint
DROP TABLE `region_settings`;--> statement-breakpoint
ALTER TABLE `__new_region_settings` RENAME TO `region_settings`;
