/// Commands on schedules.
@NullMarked
package dev.waybill.cli.schedules;

import org.jspecify.annotations.NullMarked;
