/// Breaks rules on purpose, to show that they work.
@NullMarked
package dev.waybill.checks.violations;

import org.jspecify.annotations.NullMarked;
