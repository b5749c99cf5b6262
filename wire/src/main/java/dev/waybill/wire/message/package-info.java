/// JSON of messages to people.
@NullMarked
package dev.waybill.wire.message;

import org.jspecify.annotations.NullMarked;
