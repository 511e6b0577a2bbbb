CREATE TABLE `maturity_plans` (
	`loan_id` integer NOT NULL,
	`maturity` text NOT NULL,
	`plan` text NOT NULL,
	`decided_at` integer NOT NULL,
	`decided_by` integer,
	`decided_by_name` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`loan_id`, `maturity`),
	FOREIGN KEY (`loan_id`) REFERENCES `loans`(`id`) ON UPDATE no action ON DELETE cascade
);
