/// Documents of topics, schemas and messages.
@NullMarked
package dev.waybill.wire.topic;

import org.jspecify.annotations.NullMarked;
