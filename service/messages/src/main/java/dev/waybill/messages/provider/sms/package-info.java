/// Providers of text messages: Twilio.
@NullMarked
package dev.waybill.messages.provider.sms;

import org.jspecify.annotations.NullMarked;
