/// Providers of push notifications: ntfy and Firebase Cloud Messaging.
@NullMarked
package dev.waybill.messages.provider.push;

import org.jspecify.annotations.NullMarked;
