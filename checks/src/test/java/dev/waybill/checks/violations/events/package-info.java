/// Breaks rules on purpose, to show that they work.
@NullMarked
package dev.waybill.checks.violations.events;

import org.jspecify.annotations.NullMarked;
