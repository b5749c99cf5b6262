@NullMarked
package dev.waybill.engine.token;

import org.jspecify.annotations.NullMarked;
