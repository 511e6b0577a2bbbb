CREATE TABLE `ledger_rows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`loan_id` integer NOT NULL,
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`principal` integer DEFAULT 0 NOT NULL,
	`due` integer DEFAULT 0 NOT NULL,
	`charges` integer DEFAULT 0 NOT NULL,
	`paid` integer DEFAULT 0 NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`reverses` integer,
	`key` text NOT NULL,
	`recorded_at` integer NOT NULL,
	`recorded_by` integer,
	`recorded_by_name` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`loan_id`) REFERENCES `loans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_rows_key` ON `ledger_rows` (`loan_id`,`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_rows_reverses` ON `ledger_rows` (`reverses`);