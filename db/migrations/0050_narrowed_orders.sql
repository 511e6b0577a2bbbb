DROP INDEX `loans_status`;--> statement-breakpoint
DROP INDEX `loans_by_client`;--> statement-breakpoint
DROP INDEX `loans_by_city`;--> statement-breakpoint
DROP INDEX `loans_by_ltv`;--> statement-breakpoint
DROP INDEX `loans_by_score`;