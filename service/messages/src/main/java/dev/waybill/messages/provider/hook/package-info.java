/// Providers that post to URLs: signed webhooks, and Slack and those compatible with it.
@NullMarked
package dev.waybill.messages.provider.hook;

import org.jspecify.annotations.NullMarked;
