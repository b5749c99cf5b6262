/// Webhooks to the customer's own endpoints on every transition of a message.
@NullMarked
package dev.waybill.messages.hooks;

import org.jspecify.annotations.NullMarked;
