CREATE TABLE `mail_consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`email` text NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`day` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`recorded_at` integer NOT NULL,
	`recorded_by` integer,
	`recorded_by_name` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mail_consents_account` ON `mail_consents` (`account_id`,`kind`,`day`);--> statement-breakpoint
ALTER TABLE `account_requests` ADD `news_by_email` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `account_requests_account` ON `account_requests` (`account_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `consent` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `fewer_mails` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now an administrator's tick was the lender's word that a broker agreed: it is carried over, and said to be.
-- Days are Toronto's: four hours behind UTC from the second Sunday of March, five from the first of November.
INSERT INTO `mail_consents` (`account_id`, `email`, `kind`, `source`, `day`, `recorded_at`)
SELECT `id`, `email`, 'express', 'carried', date(`utc`, CASE WHEN `utc` >= datetime(strftime('%Y', `utc`) || '-03-08', 'weekday 0', '+7 hours')
    AND `utc` < datetime(strftime('%Y', `utc`) || '-11-01', 'weekday 0', '+6 hours') THEN '-4 hours' ELSE '-5 hours' END), strftime('%s', `utc`) * 1000
FROM (SELECT `id`, `email`, datetime('now') AS `utc` FROM `accounts` WHERE `role` = 0 AND `touch_base_emails` = 1);--> statement-breakpoint
INSERT INTO `mail_consents` (`account_id`, `email`, `kind`, `source`, `day`, `recorded_at`, `recorded_by`, `recorded_by_name`)
SELECT `id`, `email`, 'withdrawn', 'link', date(`utc`, CASE WHEN `utc` >= datetime(strftime('%Y', `utc`) || '-03-08', 'weekday 0', '+7 hours')
    AND `utc` < datetime(strftime('%Y', `utc`) || '-11-01', 'weekday 0', '+6 hours') THEN '-4 hours' ELSE '-5 hours' END), `at`, `id`, `name`
FROM (SELECT a.`id`, a.`email`, a.`name`, max(r.`at`) AS `at`, datetime(max(r.`at`) / 1000, 'unixepoch') AS `utc`
  FROM `accounts` a JOIN `audit_rows` r ON r.`entity` = 'account' AND r.`entity_id` = cast(a.`id` AS text)
  WHERE r.`action` = 'mail.unsubscribe' AND a.`touch_base_emails` = 0 GROUP BY a.`id`);--> statement-breakpoint
UPDATE `accounts` SET `consent` = coalesce((SELECT `kind` FROM `mail_consents` c WHERE c.`account_id` = `accounts`.`id`), '');
