/// Rules that hold for the whole house: who may use whom, what documents say, how scripts behave.
@NullMarked
package dev.waybill.checks;

import org.jspecify.annotations.NullMarked;
