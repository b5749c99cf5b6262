@NullMarked
package dev.waybill.engine.register;

import org.jspecify.annotations.NullMarked;
