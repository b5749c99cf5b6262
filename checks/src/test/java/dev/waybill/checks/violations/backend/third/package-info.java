/// Breaks the rules on purpose, so that the rules can be seen to work.
@NullMarked
package dev.waybill.checks.violations.backend.third;

import org.jspecify.annotations.NullMarked;
