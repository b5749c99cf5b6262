/// Documents of schedules.
@NullMarked
package dev.waybill.wire.schedule;

import org.jspecify.annotations.NullMarked;
