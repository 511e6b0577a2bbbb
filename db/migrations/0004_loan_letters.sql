CREATE TABLE `letter_sections` (
	`loan_id` integer NOT NULL,
	`kind` text NOT NULL,
	`section` text NOT NULL,
	`text` text NOT NULL,
	`basis` text NOT NULL,
	PRIMARY KEY(`loan_id`, `kind`, `section`),
	FOREIGN KEY (`loan_id`) REFERENCES `loans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `letters` (
	`loan_id` integer NOT NULL,
	`kind` text NOT NULL,
	`letter_date` text DEFAULT '' NOT NULL,
	`expires_on` text DEFAULT '' NOT NULL,
	`retainer` integer,
	`other_fees` integer,
	`balance` real,
	`rate` real,
	`term` text DEFAULT '' NOT NULL,
	`fee` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` integer,
	`made_at` integer,
	PRIMARY KEY(`loan_id`, `kind`),
	FOREIGN KEY (`loan_id`) REFERENCES `loans`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`updated_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
ALTER TABLE `conditions` ADD `ready_at` integer;