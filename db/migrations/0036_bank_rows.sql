CREATE TABLE `bank_rows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`identity` text NOT NULL,
	`turn` integer NOT NULL,
	`loan_id` integer NOT NULL,
	`row_id` integer NOT NULL,
	`file` text NOT NULL,
	`file_hash` text NOT NULL,
	`line` integer NOT NULL,
	`day` text NOT NULL,
	`cents` integer NOT NULL,
	`description` text NOT NULL,
	`taken_at` integer NOT NULL,
	`taken_by` integer,
	`taken_by_name` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`loan_id`) REFERENCES `loans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_rows_identity` ON `bank_rows` (`identity`,`turn`);--> statement-breakpoint
CREATE INDEX `bank_rows_taken` ON `bank_rows` (`taken_at`);