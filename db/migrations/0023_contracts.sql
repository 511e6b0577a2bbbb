CREATE TABLE `contracts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`loan_id` integer NOT NULL,
	`version` integer NOT NULL,
	`stage` text NOT NULL,
	`source` text NOT NULL,
	`offer_id` integer,
	`kind` text NOT NULL,
	`letter_date` text DEFAULT '' NOT NULL,
	`effective_date` text NOT NULL,
	`principal` real NOT NULL,
	`position` text NOT NULL,
	`rate` real NOT NULL,
	`structure` text NOT NULL,
	`compounding` text NOT NULL,
	`months` integer,
	`amortisation` integer,
	`first_payment` text NOT NULL,
	`payment` real NOT NULL,
	`maturity` text NOT NULL,
	`bridge_days` integer,
	`bridge_price` real,
	`bridge_minimum` real,
	`bridge_per_day` real,
	`lender_fee` real DEFAULT 0 NOT NULL,
	`broker_fee` real DEFAULT 0 NOT NULL,
	`other_fees` real DEFAULT 0 NOT NULL,
	`discharge_fee` real DEFAULT 0 NOT NULL,
	`penalty` text DEFAULT '' NOT NULL,
	`apr` real,
	`final_score` real,
	`settings_version_id` integer,
	`config_version_id` integer,
	`recorded_at` integer NOT NULL,
	`recorded_by` integer,
	`recorded_by_name` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`loan_id`) REFERENCES `loans`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`settings_version_id`) REFERENCES `settings_versions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`config_version_id`) REFERENCES `config_versions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contracts_version` ON `contracts` (`loan_id`,`version`);--> statement-breakpoint
ALTER TABLE `letters` ADD `discharge_fee` integer;--> statement-breakpoint
ALTER TABLE `letters` ADD `unpaid_interest` real;--> statement-breakpoint
ALTER TABLE `letters` ADD `structure` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `letters` ADD `retroactive` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `letters` ADD `amends` integer DEFAULT false NOT NULL;