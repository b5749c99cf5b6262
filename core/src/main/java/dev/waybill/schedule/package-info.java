/// What users say and hear of schedules: what starts on time, and what became of it. Depends on
/// `dev.waybill` alone.
@NullMarked
package dev.waybill.schedule;

import org.jspecify.annotations.NullMarked;
