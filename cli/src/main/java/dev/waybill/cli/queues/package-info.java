/// Commands on queues.
@NullMarked
package dev.waybill.cli.queues;

import org.jspecify.annotations.NullMarked;
