ALTER TABLE `accounts` ADD `total_loans` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `active_loans` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `last_submission_at` integer;--> statement-breakpoint
UPDATE `accounts` SET
  `total_loans` = (SELECT count(*) FROM `loans` WHERE broker_id = accounts.id AND admin_com_select <> 'Trash'),
  `active_loans` = (SELECT count(*) FROM `loans` WHERE broker_id = accounts.id AND admin_com_select IN ('NA', 'Funded')),
  `last_submission_at` = (SELECT max(timestamp) FROM `loans` WHERE broker_id = accounts.id)
WHERE `id` IN (SELECT broker_id FROM `loans`);
--> statement-breakpoint
CREATE TRIGGER `account_loans_insert` AFTER INSERT ON `loans` WHEN new.broker_id IS NOT NULL BEGIN
  UPDATE `accounts` SET
    `total_loans` = `total_loans` + (new.admin_com_select <> 'Trash'),
    `active_loans` = `active_loans` + (new.admin_com_select IN ('NA', 'Funded')),
    `last_submission_at` = max(coalesce(`last_submission_at`, 0), new.timestamp)
  WHERE `id` = new.broker_id;
END;
--> statement-breakpoint
CREATE TRIGGER `account_loans_status` AFTER UPDATE OF `admin_com_select` ON `loans`
WHEN old.admin_com_select IS NOT new.admin_com_select AND old.broker_id IS new.broker_id AND old.timestamp IS new.timestamp
BEGIN
  UPDATE `accounts` SET
    `total_loans` = `total_loans` - (old.admin_com_select <> 'Trash') + (new.admin_com_select <> 'Trash'),
    `active_loans` = `active_loans` - (old.admin_com_select IN ('NA', 'Funded')) + (new.admin_com_select IN ('NA', 'Funded'))
  WHERE `id` = new.broker_id;
END;
--> statement-breakpoint
CREATE TRIGGER `account_loans_broker` AFTER UPDATE OF `broker_id`, `timestamp` ON `loans`
WHEN old.broker_id IS NOT new.broker_id OR old.timestamp IS NOT new.timestamp
BEGIN
  UPDATE `accounts` SET
    `total_loans` = (SELECT count(*) FROM `loans` WHERE broker_id = accounts.id AND admin_com_select <> 'Trash'),
    `active_loans` = (SELECT count(*) FROM `loans` WHERE broker_id = accounts.id AND admin_com_select IN ('NA', 'Funded')),
    `last_submission_at` = (SELECT max(timestamp) FROM `loans` WHERE broker_id = accounts.id)
  WHERE `id` IN (old.broker_id, new.broker_id);
END;
--> statement-breakpoint
CREATE TRIGGER `account_loans_delete` AFTER DELETE ON `loans` WHEN old.broker_id IS NOT NULL BEGIN
  UPDATE `accounts` SET
    `total_loans` = (SELECT count(*) FROM `loans` WHERE broker_id = accounts.id AND admin_com_select <> 'Trash'),
    `active_loans` = (SELECT count(*) FROM `loans` WHERE broker_id = accounts.id AND admin_com_select IN ('NA', 'Funded')),
    `last_submission_at` = (SELECT max(timestamp) FROM `loans` WHERE broker_id = accounts.id)
  WHERE `id` = old.broker_id;
END;
