-- What earlier erasures and deletions of accounts left of people whom no account leads to (docs/decisions/personal-data.md).
-- Addresses by account: `gone` where the account was deleted, `asked` where it was only asked for.
CREATE TABLE `left_addresses` AS
SELECT DISTINCT cast(r.`entity_id` AS integer) AS `id`, lower(e.`value`) AS `email`, a.`id` IS NULL AS `gone`,
  r.`action` = 'account.emailAsked' AS `asked`
FROM `audit_rows` r
JOIN json_each(json_array(json_extract(r.`before`, '$.email'), json_extract(r.`after`, '$.email'))) e
LEFT JOIN `accounts` a ON a.`id` = cast(r.`entity_id` AS integer)
WHERE r.`entity` = 'account' AND r.`entity_id` <> '0' AND e.`type` = 'text'
  AND (a.`id` IS NULL OR a.`email_key` = 'erased-' || a.`id` || '@erased.invalid')
  AND lower(e.`value`) NOT IN (SELECT `email_key` FROM `accounts` UNION SELECT `email_key` FROM `account_requests`)
  AND lower(e.`value`) NOT IN (SELECT lower(`to`) FROM `mails` WHERE `kind` IN ('contact', 'requestPending', 'loanSubmitted'));
--> statement-breakpoint
DELETE FROM `tracker_tokens` WHERE `recipient_id` IN (SELECT `id` FROM `tracked_recipients`
  WHERE `account_id` IS NULL AND `email` IN (SELECT `email` FROM `left_addresses` WHERE `gone` AND NOT `asked`));
--> statement-breakpoint
UPDATE `tracked_recipients` SET `mail_key` = substr(`mail_key`, 1, length(`mail_key`) - length(`email`)) || 'erased:' ||
  coalesce((SELECT m.`id` FROM `mails` m WHERE m.`idempotency_key` = `tracked_recipients`.`mail_key`), 'gone-' || `id`)
WHERE `account_id` IS NULL AND `mail_key` LIKE '%:' || `email`
  AND `email` IN (SELECT `email` FROM `left_addresses` WHERE `gone` AND NOT `asked`);
--> statement-breakpoint
UPDATE OR REPLACE `tracked_recipients` SET `name` = 'Erased person', `phone` = '',
  `email` = 'erased-' || l.`id` || '@erased.invalid'
FROM `left_addresses` l WHERE l.`gone` AND NOT l.`asked` AND l.`email` = `tracked_recipients`.`email`
  AND `tracked_recipients`.`account_id` IS NULL;
--> statement-breakpoint
UPDATE `tracker_events` SET `email` = 'erased-' || l.`id` || '@erased.invalid', `ip` = '', `browser` = '', `os` = '',
  `platform` = '', `country` = '', `region` = '', `city` = ''
FROM `left_addresses` l WHERE l.`gone` AND NOT l.`asked` AND l.`email` = `tracker_events`.`email`
  AND `tracker_events`.`account_id` IS NULL;
--> statement-breakpoint
UPDATE `mails` SET `idempotency_key` = iif(`idempotency_key` LIKE '%:' || l.`email`,
    substr(`idempotency_key`, 1, length(`idempotency_key`) - length(l.`email`)) || 'erased:' || `mails`.`id`,
    `idempotency_key`),
  `to` = iif(`loan_id` IS NULL, '', 'erased-' || l.`id` || '@erased.invalid'),
  `subject` = iif(`loan_id` IS NULL, 'Erased', `subject`), `html` = iif(`loan_id` IS NULL, '', `html`),
  `text` = iif(`loan_id` IS NULL, '', `text`), `reply_to` = NULL, `headers` = NULL, `error` = NULL,
  `provider_id` = NULL, `outcome_reason` = NULL, `status` = iif(`status` = 'failed', 'kept', `status`)
FROM `left_addresses` l WHERE l.`email` = lower(`mails`.`to`) AND `mails`.`status` IN ('sent', 'failed', 'kept')
  AND (l.`gone` AND NOT l.`asked` OR l.`asked` AND `mails`.`kind` = 'emailChange');
--> statement-breakpoint
UPDATE `events` SET `data` = json_replace(`data`, '$.newEmail', '')
WHERE `type` = 'account.emailChangeRequested'
  AND lower(json_extract(`data`, '$.newEmail')) IN (SELECT `email` FROM `left_addresses`);
--> statement-breakpoint
UPDATE `audit_rows` SET
  `before` = json_replace(`before`, '$.email', NULL, '$.phone', NULL, '$.username', NULL, '$.wantedUsername', NULL,
    '$.notes', NULL, '$.query', NULL),
  `after` = json_replace(`after`, '$.email', NULL, '$.phone', NULL, '$.username', NULL, '$.wantedUsername', NULL,
    '$.notes', NULL, '$.query', NULL)
WHERE `entity` = 'account' AND NOT EXISTS (SELECT 1 FROM `accounts` a
    WHERE a.`id` = cast(`audit_rows`.`entity_id` AS integer) AND a.`email_key` NOT LIKE '%@erased.invalid')
  OR `entity` = 'request' AND NOT EXISTS (SELECT 1 FROM `account_requests` q
    WHERE q.`id` = cast(`audit_rows`.`entity_id` AS integer));
--> statement-breakpoint
UPDATE `audit_rows` SET
  `before` = json_replace(`before`, '$.name', NULL, '$.brokerage', NULL, '$.brokerageLicense', NULL, '$.license', NULL),
  `after` = json_replace(`after`, '$.name', NULL, '$.brokerage', NULL, '$.brokerageLicense', NULL, '$.license', NULL)
WHERE `entity` = 'account' AND NOT EXISTS (SELECT 1 FROM `accounts` a
    WHERE a.`id` = cast(`audit_rows`.`entity_id` AS integer)
      AND (a.`email_key` NOT LIKE '%@erased.invalid' OR EXISTS (SELECT 1 FROM `loans` o WHERE o.`broker_id` = a.`id`)))
  OR `entity` = 'request' AND NOT EXISTS (SELECT 1 FROM `account_requests` q
    WHERE q.`id` = cast(`audit_rows`.`entity_id` AS integer));
--> statement-breakpoint
DROP TABLE `left_addresses`;
