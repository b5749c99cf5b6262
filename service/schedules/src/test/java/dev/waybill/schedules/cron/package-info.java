@NullMarked
package dev.waybill.schedules.cron;

import org.jspecify.annotations.NullMarked;
