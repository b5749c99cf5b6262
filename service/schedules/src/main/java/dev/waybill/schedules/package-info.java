/// Schedules: start jobs and publish events on time, once per slot on any number of servers.
@NullMarked
package dev.waybill.schedules;

import org.jspecify.annotations.NullMarked;
