/// Topics, subscriptions, events and schemas.
@NullMarked
package dev.waybill.topic;

import org.jspecify.annotations.NullMarked;
