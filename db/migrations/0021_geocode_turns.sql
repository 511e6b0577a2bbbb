ALTER TABLE `geocodes` ADD `asked_by` integer REFERENCES accounts(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `geocodes` ADD `asked_at` integer;