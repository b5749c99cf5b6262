/// Schedules: jobs and events that start at set times, and their firings.
@NullMarked
package dev.waybill.schedule;

import org.jspecify.annotations.NullMarked;
