/// Cron expressions and intervals: finds the next slot of a timing. Pure functions without a clock.
@NullMarked
package dev.waybill.schedules.cron;

import org.jspecify.annotations.NullMarked;
