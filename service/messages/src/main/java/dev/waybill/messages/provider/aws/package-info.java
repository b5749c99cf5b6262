/// Amazon SES, and Amazon SNS, which reports what happened to its e-mails.
@NullMarked
package dev.waybill.messages.provider.aws;

import org.jspecify.annotations.NullMarked;
