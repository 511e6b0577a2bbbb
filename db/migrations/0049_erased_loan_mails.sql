-- Mails about a loan kept the address of a person who was erased before the erasure took it (docs/decisions/personal-data.md).
WITH `erased` AS MATERIALIZED (
  SELECT DISTINCT a.`id`, lower(e.`value`) AS `email`
  FROM `accounts` a
  JOIN `audit_rows` r ON r.`entity` = 'account' AND r.`entity_id` = cast(a.`id` AS text)
    AND r.`action` IN ('account.create', 'account.update', 'account.email')
  JOIN json_each(json_array(json_extract(r.`before`, '$.email'), json_extract(r.`after`, '$.email'))) e
  WHERE a.`email_key` = 'erased-' || a.`id` || '@erased.invalid' AND e.`type` = 'text'
    AND lower(e.`value`) NOT IN (SELECT `email_key` FROM `accounts`)
)
UPDATE `mails` SET `to` = 'erased-' || `erased`.`id` || '@erased.invalid', `reply_to` = NULL, `headers` = NULL,
  `error` = NULL, `provider_id` = NULL, `outcome_reason` = NULL,
  `status` = iif(`status` = 'failed', 'kept', `status`)
FROM `erased`
WHERE `mails`.`loan_id` IS NOT NULL AND `mails`.`status` IN ('sent', 'failed', 'kept')
  AND lower(`mails`.`to`) = `erased`.`email`;
