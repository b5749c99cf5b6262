/// Outgoing HTTP: requests to vendors and to URLs of recipients, and the signatures of webhooks.
@NullMarked
package dev.waybill.messages.http;

import org.jspecify.annotations.NullMarked;
