/// Schedules: what starts on time, once per slot however many servers look at the clock.
@NullMarked
package dev.waybill.schedules;

import org.jspecify.annotations.NullMarked;
