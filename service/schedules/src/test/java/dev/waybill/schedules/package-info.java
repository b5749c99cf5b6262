@NullMarked
package dev.waybill.schedules;

import org.jspecify.annotations.NullMarked;
