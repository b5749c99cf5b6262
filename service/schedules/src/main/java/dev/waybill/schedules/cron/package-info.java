/// Times: from what people write to the next moment it means. Pure; nothing here looks at a clock.
@NullMarked
package dev.waybill.schedules.cron;

import org.jspecify.annotations.NullMarked;
