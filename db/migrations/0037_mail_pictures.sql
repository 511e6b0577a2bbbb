CREATE TABLE `mail_pictures` (
	`id` text PRIMARY KEY NOT NULL,
	`media_type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`uploaded_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mail_pictures_uploaded` ON `mail_pictures` (`uploaded_at`);