/// Commands on topics, schemas, events and messages.
@NullMarked
package dev.waybill.cli.topics;

import org.jspecify.annotations.NullMarked;
