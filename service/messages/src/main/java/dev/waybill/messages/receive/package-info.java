/// Receives the webhooks of providers.
@NullMarked
package dev.waybill.messages.receive;

import org.jspecify.annotations.NullMarked;
